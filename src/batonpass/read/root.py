"""Which project a folder belongs to."""

import os

MARKS = (".baton", ".git")


def around(folder: str) -> str:
    """Return the nearest folder at or above this one that is a project's root; this one where none is."""
    here = os.path.abspath(folder)
    while not any(os.path.exists(os.path.join(here, mark)) for mark in MARKS):
        above = os.path.dirname(here)
        if above == here:
            return os.path.abspath(folder)
        here = above
    return here
