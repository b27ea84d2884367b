"""A very long source, a few sections at a time: what its claims weigh must not grow with it."""

from collections.abc import Iterator

from msgspec.structs import replace

from batonpass.model.source import Block, Source
from batonpass.tables.load import table

CHAPTER = 2  # headings of this level or above begin a slice


def slices(source: Source) -> Iterator[Source]:
    """Yield the source whole, or in slices that begin at a heading where it has too many blocks to survey at once.

    A slice keeps the headings above it; only what refers across slices is not seen, such as a status at the top.
    """
    most: int = table("limits")["extract"]["slice_blocks"]
    if len(source.blocks) <= 2 * most:
        yield source
        return
    start = 0
    for at, block in enumerate(source.blocks):
        if at - start >= most and block.kind == "heading" and block.level <= CHAPTER:
            yield replace(source, blocks=_moved(source.blocks[start:at], start))
            start = at
    yield replace(source, blocks=_moved(source.blocks[start:], start))


def _moved(blocks: tuple[Block, ...], by: int) -> tuple[Block, ...]:
    """Return blocks whose parents are counted from their own beginning."""
    return tuple(replace(b, parent=b.parent - by) if b.parent >= by else b for b in blocks)
