"""What a handoff is about, in one line."""

from collections.abc import Iterator, Sequence

from batonpass.compact.text import plain, shorten
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.tables import load


def scope_of(terms: Terms, sources: Sequence[Source]) -> str:
    """Return the scope as told, else as a source names it: its field, its title, what was demanded, its name."""
    told = terms.scope or next(_named(sources), "") or _demand_in(sources) or sources[0].name
    return plain(shorten(told, load.limits()["schema"]["scope_chars"]))


def _named(sources: Sequence[Source]) -> Iterator[str]:
    yield from _fields(sources, "scope")  # of an artifact as YAML or JSON, or of front matter
    yield from (b.text for s in sources for b in s.blocks if b.kind == "heading" and b.level == 1)
    yield from _fields(sources, "title")


def _fields(sources: Sequence[Source], name: str) -> Iterator[str]:
    blocks = (block for source in sources for block in source.blocks)
    return (b.rest for b in blocks if b.kind == "field" and b.label == name and not b.headings and b.rest)


def _demand_in(sources: Sequence[Source]) -> str:
    """Return what the user asked for first, "" where no transcript tells."""
    for source in sources:
        for block in source.blocks:
            if block.kind == "turn" and block.act and block.act.role == "user" and not block.act.agent:
                return block.text
    return ""
