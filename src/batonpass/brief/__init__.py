"""A manifest to a view."""
