"""Blocks to facts."""
