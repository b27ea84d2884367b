"""Which project a folder belongs to."""

import os

MARKS = (".baton", ".git")
CONFIG = ".baton/config.toml"


def around(folder: str) -> str:
    """Return the nearest folder at or above this one that is a project's root; this one where none is."""
    here = os.path.abspath(folder)
    while not any(os.path.exists(os.path.join(here, mark)) for mark in MARKS):
        above = os.path.dirname(here)
        if above == here:
            return os.path.abspath(folder)
        here = above
    return here


def configured(*folders: str) -> str:
    """Return the root of the first of these folders' projects that has batonpass in it, "" where none has.

    Hooks of a plugin run in every project of a person; without our configuration there is nothing to do for us.
    """
    for folder in filter(None, folders):
        for root in (os.path.realpath(folder), around(folder)):
            if os.path.isfile(os.path.join(root, CONFIG)):
                return os.path.realpath(root)
    return ""


def is_file(path: str) -> bool:
    """Say whether a file stands at a path, wherever that is."""
    return os.path.isfile(path)


def size_of(path: str) -> int:
    """Return the bytes of a file, 0 where there is none."""
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
