"""One file per kind of fact."""
