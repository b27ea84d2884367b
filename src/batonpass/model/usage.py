"""How full a context is. On the fast path: no msgspec, no dataclasses, no typing."""


class Usage:
    """Tokens, window and share, and whether anybody really counted them."""

    __slots__ = ("exact", "tokens", "window")

    def __init__(self, tokens: int, window: int, *, exact: bool = True) -> None:
        """Hold what was counted of what there is."""
        self.tokens, self.window, self.exact = tokens, window, exact

    @property
    def share(self) -> float:
        """Return the used part of the window, 0 to 1 and above."""
        return self.tokens / self.window if self.window else 0.0
