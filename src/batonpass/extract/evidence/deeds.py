"""Calls with what came back from them: the things that were done, in order."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from batonpass.model.act import Act
from batonpass.model.source import Block, Span


class Done(NamedTuple):
    """One call and its results."""

    act: Act  # of the call
    call: Block
    results: tuple[Block, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        """Return where the call stands, then where its results do."""
        return tuple(dict.fromkeys((self.call.span, *(r.span for r in self.results))))

    @property
    def answered(self) -> bool:
        """Tell whether anything came back."""
        return bool(self.results)

    @property
    def failed(self) -> bool:
        """Tell whether any result says that it failed, was refused or interrupted."""
        return any(r.act is not None and r.act.ok is False for r in self.results)

    @property
    def refused(self) -> bool:
        """Tell whether it was not let happen."""
        return any(r.act is not None and r.act.refused for r in self.results)

    @property
    def ok(self) -> bool | None:
        """Return how it went, None where nothing says so."""
        told = [r.act.ok for r in self.results if r.act is not None and r.act.ok is not None]
        return all(told) if told else None

    @property
    def exit(self) -> int | None:
        """Return the exit code."""
        return next((r.act.exit for r in self.results if r.act is not None and r.act.exit is not None), None)

    @property
    def answer(self) -> str:
        """Return what came back last, as text: of work in the background how it ended, not that it began."""
        return next((r.text for r in reversed(self.results) if r.text), "")


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
