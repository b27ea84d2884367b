"""Source lines with their numbers, and how the original stands to them now."""

from collections.abc import Iterator, Sequence

from batonpass.flow.passage import Passage
from batonpass.surfaces.cli.page import EMPTY, Block, Line, Part, line

STATES: dict[str, Part] = {
    "verified": ("verified", "good"),
    "drifted": ("drifted: the original has changed since, these are the lines that were read", "warning"),
    "missing": ("the original is gone, these are the lines that were read", "warning"),
}


def passages(found: Sequence[Passage]) -> Iterator[Block]:
    """Yield each passage under its header."""
    for index, passage in enumerate(found):
        if index:
            yield EMPTY
        yield header(passage)
        yield from _numbered(passage)


def header(passage: Passage) -> Line:
    """Return where the lines stand, and whether they still do."""
    return line((f"{passage.file}:{_lines(passage, passage.first)}", "title"), "  ", _state(passage))


def _state(passage: Passage) -> Part:
    if passage.state == "moved":
        return f"moved: the original has them at {_lines(passage, passage.moved_to)} now", "warning"
    return STATES.get(passage.state or "", "")


def _lines(passage: Passage, first: int) -> str:
    last = first + passage.last - passage.first
    return f"{first}-{last}" if last > first else f"{first}"


def _numbered(passage: Passage) -> Iterator[Line]:
    width = len(str(passage.last))
    for number, text in enumerate(passage.text.splitlines(), passage.first):
        yield Line((text,), (f"{number:>{width}} │", "quiet"))
