"""What a shell command does to files, read from its text alone."""
