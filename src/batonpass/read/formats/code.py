"""Source code: one block, so that nothing in it is taken for what an agent said."""

from batonpass.read.draft import Draft
from batonpass.read.lines import Lines


def blocks(lines: Lines, language: str) -> Draft:
    """Return the whole file as one block of code."""
    draft = Draft(lines)
    text = lines.data.decode("utf-8", "replace")
    if text.strip():
        draft.add("code", text.rstrip("\r\n"), 1, lines.count, language=language)
    return draft
