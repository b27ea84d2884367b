"""What git shows of files to facts."""

from collections.abc import Iterator

from batonpass.model.evidence import Changed
from batonpass.model.fact import Attributes, Fact
from batonpass.model.source import Source


def find(source: Source) -> Iterator[Fact]:
    """Yield one fact a file."""
    for block in source.blocks:
        changed = block.evidence
        if isinstance(changed, Changed):
            yield Fact(
                "file",
                changed.path,
                (block.span,),
                "derived",
                attributes=Attributes(
                    path=changed.path,
                    change=changed.change,
                    from_path=changed.from_path or None,
                    by="git",
                    lines_added=changed.added,
                    lines_removed=changed.removed,
                ),
            )
