"""Formats to sources with blocks."""
