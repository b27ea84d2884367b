"""Reports written as XML, one file for each."""
