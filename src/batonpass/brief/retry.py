"""A failed attempt as the next one may see it: never its output."""

from collections.abc import Callable, Iterator

from batonpass.brief.ranked import Ranked, fitted
from batonpass.model.failure import Failure
from batonpass.tables import load

Size = Callable[[str], int]
Shorten = Callable[[str, int], str]


def retry(failure: Failure, size: Size, shorten: Shorten, *, tokens: int = 0, kept: str = "") -> str:
    """Return what the next attempt is told; `tokens` were said, and lie in `kept`."""
    limit: int = load.limits()["views"]["retry_tokens"]
    return fitted(_lines(failure, shorten, tokens, kept), limit, size)


def _lines(failure: Failure, shorten: Shorten, tokens: int, kept: str) -> Iterator[Ranked]:
    views = load.limits()["views"]
    most: int = views["retry_line_chars"]
    named = f" with {shorten(failure.error_class, most)}" if failure.error_class else ""
    yield 0, f"# Attempt {failure.attempt} failed{named}"
    if failure.command:
        yield 1, f"Command: {_code(shorten(failure.command, most))}"
    if failure.first:
        yield 2, f"{'First error' if failure.last else 'Error'}: {shorten(failure.first, most)}"
    if failure.last:
        yield 3, f"Last error: {shorten(failure.last, most)}"
    for place, text in enumerate(failure.ruled_out[-views["retry_ruled_out"] :]):
        yield 5 + place, f"Ruled out: {shorten(text, most)}"
    yield 4, _closing(failure.attempt + 1, tokens, kept)


def _closing(attempt: int, tokens: int, kept: str) -> str:
    said = f"Its output ({tokens} tokens) is left out." if tokens else "Its output is left out."
    where = f" All of it is kept in {kept}." if kept else ""
    return f"{said}{where} This is attempt {attempt}: begin anew, and do not try again what is ruled out."


def _code(text: str) -> str:
    return text if "`" in text else f"`{text}`"
