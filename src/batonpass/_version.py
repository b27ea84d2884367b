"""The version, a literal: reading package metadata costs more than the interpreter's start."""

__version__ = "0.1.0"
