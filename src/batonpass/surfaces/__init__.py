"""Parse, call one flow function, print."""
