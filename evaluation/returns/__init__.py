"""What agents say last, in many voices and wrappings, and whether a sound return is made of each."""
