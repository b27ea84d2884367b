"""Reports written as JSON, one file for each."""
