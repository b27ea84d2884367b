"""Tokens, and what counts them."""

from typing import NewType, Protocol

Tokens = NewType("Tokens", int)


class Meter(Protocol):
    """Counts the tokens of a text."""

    @property
    def name(self) -> str:
        """Name the vocabulary and the library, as every receipt prints it."""

    def count(self, text: str) -> Tokens:
        """Count exactly for this vocabulary; never raise, whatever the text holds."""
