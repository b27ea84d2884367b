"""What git knows of a working tree, asked of git itself."""
