"""What a command does to files, one thing after the other."""

from typing import Literal, NamedTuple

How = Literal[
    "write",  # anew
    "append",
    "edit",  # in place
    "touch",
    "delete",
    "move",
    "copy",
    "folder",  # made one
    "restore",  # as git has it
    "restore-all",
    "clean",  # take away what git does not follow
    "shelve",  # git stash
    "unshelve",
    "patch",  # text = the patch
    "told",  # text = a program whose answer names the files
]


class Deed(NamedTuple):
    """One thing done to one file."""

    how: How
    path: str = ""  # absolute where the folder is known
    source: str = ""  # of a move or a copy
    pattern: bool = False  # the path is a glob
    into: bool = False  # the path is a folder the source goes into, if there is one of that name
    text: str = ""
    sure: bool = True  # False: in a branch nobody knows whether it ran
    last: bool = True  # what the command's result speaks of
    steady: bool = False  # a redirection: done whatever the command's result
    forced: bool = False  # of a deletion: silent where there is nothing
    checked: bool = True  # the command's result would tell if it had failed
