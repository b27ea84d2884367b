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


class Numbers:
    """What one answer of a model took, as its client counted it."""

    __slots__ = ("answer", "cache_read", "cache_write", "exact", "input", "model", "output", "window")

    def __init__(
        self,
        *,
        answer: str = "",
        model: str = "",
        input: int = 0,  # noqa: A002 - what the clients call it
        cache_read: int = 0,
        cache_write: int = 0,
        output: int = 0,
        window: int = 0,
        exact: bool = True,
    ) -> None:
        """Hold the numbers; `window` where the client names it, `exact=False` where it guessed."""
        self.answer, self.model, self.window, self.exact = answer, model, window, exact
        self.input, self.cache_read, self.cache_write, self.output = input, cache_read, cache_write, output

    @property
    def context(self) -> int:
        """Return the tokens of the whole prompt; the answer is not in it yet."""
        return self.input + self.cache_read + self.cache_write
