"""Some lines of a file, asked for as `FILE#L10-L20`."""

import os
import re

from msgspec import Struct

from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.proof import State
from batonpass.read import again, look
from batonpass.read.decode import readable

LINES = re.compile(r"(?P<file>.+?)#L(?P<first>\d+)(?:-L?(?P<last>\d+))?$")


class Passage(Struct, frozen=True):
    """Some lines of a source, and how the original stands to them now."""

    file: str  # the stored copy's name, or the file's path
    path: str  # the original, "" when there is none
    first: int
    last: int
    text: str
    state: State | None = None  # None: nobody asked whether they moved
    moved_to: int = 0


def file_of(place: str) -> str:
    """Return the file a place names, with or without lines."""
    asked = LINES.match(place)
    return asked["file"] if asked else place


def of_project(setup: Setup, place: str) -> Passage:
    """Return lines of a file of the project itself, named from the root or from the current folder."""
    name = file_of(place)
    spellings = (name, os.path.join(os.getcwd(), name))
    data = next((found for path in spellings if (found := look.data(setup.root, path)) is not None), None)
    if data is None:
        raise NotFound(f"no file {name}", wanted="a file below the root", todo="name it relative to the root")
    return lines(name, name, readable(data, setup.redact, name), place)


def lines(name: str, path: str, data: bytes, place: str) -> Passage:
    """Return the lines a place asks for, all of them where it asks for none."""
    whole = len(data.splitlines())
    asked = LINES.match(place)
    first = int(asked["first"]) if asked else 1
    last = int(asked["last"] or first) if asked else whole
    if not 1 <= first <= min(last, whole):
        span = f"line {first}" if first == last else f"lines {first} to {last}"
        raise NotFound(f"no {span}", wanted=f"lines between 1 and {whole}", place=name)
    last = min(last, whole)
    return Passage(name, path, first, last, again.excerpt(data, (first, last)))
