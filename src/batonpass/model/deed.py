"""A call with what came back from it: one thing that was done."""

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
