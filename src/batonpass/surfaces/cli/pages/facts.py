"""The facts of sources, with the lines they were read from."""

from collections.abc import Iterator, Sequence

from batonpass.flow.inspect import Inspected
from batonpass.model.fact import Fact
from batonpass.surfaces.cli.page import EMPTY, Block, line, number, title
from batonpass.surfaces.cli.pages.kinds import named


def facts(sources: Sequence[Inspected]) -> Iterator[Block]:
    """Yield every source with its facts by kind."""
    for index, one in enumerate(sources):
        if index:
            yield EMPTY
        about = f"{one.source.format}, {number(one.source.lines)} lines, {number(one.used.tokens)} tokens, {len(one.facts)} facts"
        yield title(one.source.path or one.source.name, (f"  {about}", "quiet"))
        for kind in dict.fromkeys(fact.kind for fact in one.facts):
            yield line((named(kind).capitalize(), "name"), indent=2)
            yield from (_fact(fact) for fact in one.facts if fact.kind == kind)


def _fact(fact: Fact) -> Block:
    lines = ", ".join(f"{s.first}-{s.last}" if s.last > s.first else f"{s.first}" for s in fact.spans)
    standing = f"  {fact.standing}" if fact.standing != "current" else ""
    return line(fact.text, (f"  :{lines}", "quiet"), (standing, "warning"), lead=("•", "quiet"), indent=4)
