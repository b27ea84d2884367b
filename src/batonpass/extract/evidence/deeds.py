"""Calls with what came back from them: the things that were done, in order."""

from collections.abc import Iterator, Sequence

from batonpass.model.deed import Done
from batonpass.model.source import Block


def done(blocks: Sequence[Block]) -> Iterator[Done]:
    """Yield every call with its results; a call without an id is answered by the next result without one."""
    answers: dict[str, list[Block]] = {}
    nameless: list[Block] = []
    for block in blocks:
        if block.kind == "result" and block.act is not None:
            (answers.setdefault(block.act.call, []) if block.act.call else nameless).append(block)
    for block in blocks:
        if block.kind == "call" and block.act is not None:
            found = tuple(answers.get(block.act.call, ())) if block.act.call else _next(nameless, block)
            yield Done(block.act, block, found)


def _next(nameless: list[Block], call: Block) -> tuple[Block, ...]:
    """Take the first result without an id that stands behind a call."""
    at = next((i for i, block in enumerate(nameless) if block.span.start >= call.span.start), -1)
    return (nameless.pop(at),) if at >= 0 else ()
