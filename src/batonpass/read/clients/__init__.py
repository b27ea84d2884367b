"""One file per client whose transcripts are read."""
