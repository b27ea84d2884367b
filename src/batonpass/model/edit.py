"""Edits of project files, as values: `init` and hosts say what, `store` does it and can undo it."""

from typing import Literal

from msgspec import Struct

EditKind = Literal[
    "write",  # the whole file is ours; what stood there before comes back at removal
    "section",  # a marked section of a Markdown file
    "lines",  # marked lines of a file with `#` comments, such as .gitignore
    "json",  # a fragment merged into a JSON object; what is there already stays theirs
    "remove",  # take out whatever we put into this file
]


class Edit(Struct, frozen=True, kw_only=True):
    """What to put where."""

    path: str  # POSIX, relative to the root
    kind: EditKind
    text: str = ""  # of the section without its markers, or the fragment as JSON; line ends follow the file
    at: Literal["top", "end"] = "end"  # of a section: after the front matter, or at the end
    executable: bool = False  # of a written file


class Change(Struct, frozen=True):
    """What an edit does to one file; None = no such file."""

    path: str
    before: bytes | None
    after: bytes | None
    mode: int | None = None  # None = as it is


class Left(Struct, frozen=True):
    """A file that somebody changed since, so that ours cannot be told from theirs: it is kept, and said so."""

    path: str
    why: str
