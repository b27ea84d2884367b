"""Blocks of reports and git trails to facts: what tools measured, nobody said."""
