"""Plain text into blocks, logs among it."""

from batonpass.read.draft import Draft
from batonpass.read.lines import Lines
from batonpass.read.prose import Prose


def blocks(lines: Lines) -> Draft:
    """Return the blocks of a plain text."""
    draft = Draft(lines)
    Prose(draft).read(1, lines.count)
    return draft
