"""A manifest with its proof to problems."""
