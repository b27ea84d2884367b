"""An answer of `decide`. On the fast path: no msgspec, no dataclasses, no typing."""


class Verdict:
    """`go`, `advise`, `compact` or `block`, with the reasons a person can read."""

    __slots__ = ("answer", "level", "reasons")

    def __init__(self, answer: str, reasons: tuple[str, ...] = (), level: str = "OK") -> None:
        """Hold the answer; `level` is the word an alert prints: OK, WARNING, CRITICAL."""
        self.answer, self.reasons, self.level = answer, reasons, level
