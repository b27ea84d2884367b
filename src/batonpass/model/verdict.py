"""An answer of `decide`. On the fast path: no msgspec, no dataclasses, no typing."""


class Verdict:
    """`go`, `advise`, `compact` or `block`, with the reasons a person can read."""

    __slots__ = ("answer", "level", "reasons", "step")

    def __init__(self, answer: str, reasons: tuple[str, ...] = (), level: str = "OK", step: str = "") -> None:
        """Hold the answer; `level` is the word that is printed for it, `step` the step of a ladder."""
        self.answer, self.reasons, self.level, self.step = answer, reasons, level, step

    @property
    def says(self) -> str:
        """Return all reasons as one text."""
        return ". ".join(reason.rstrip(".") for reason in self.reasons)
