"""Secrets out of a text, before blocks are made of it: line for line, so that spans still fit."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from batonpass.tables import load

LINE_ENDS = ("\\n", "\\r", "\\t")


class Secret(NamedTuple):
    """One kind of secret: its shape, and the letters one of which every such secret begins with."""

    name: str
    begins: tuple[str, ...]
    shape: re.Pattern[str]


@cache
def _secrets() -> tuple[Secret, ...]:
    table = load.table("secrets")["secret"]
    return tuple(Secret(s["name"], tuple(s["begins"]), re.compile(s["pattern"])) for s in table)


def redact(text: str) -> str:
    """Return the text with every known secret named instead of told, with as many lines as before."""
    # Looking for a few letters is ten times as fast in bytes, where a text has any wide character.
    letters = text if text.isascii() else text.encode("utf-8", "replace")
    for secret in _secrets():
        if any(_holds(letters, begin) for begin in secret.begins):
            text = _without(text, secret)
    return text


def _holds(letters: str | bytes, begin: str) -> bool:
    return begin in letters if isinstance(letters, str) else begin.encode() in letters


def _without(text: str, secret: Secret) -> str:
    """Return the text without one kind of secret, looked for only where its first letters stand."""
    places = sorted({at for begin in secret.begins for at in _places(text, begin)})
    kept, end = [], 0
    for at in places:
        found = secret.shape.match(text, at) if at >= end and not _in_word(text, at) else None
        if found:
            told = found.groupdict().get("kept") or ""  # what only tells where the secret begins
            kept += [text[end:at], told, f"[redacted: {secret.name}]", "\n" * found[0].count("\n")]
            end = found.end()
    return "".join([*kept, text[end:]]) if kept else text


def _in_word(text: str, at: int) -> bool:
    """Tell whether letters go on a word; the `n` of a line end inside a JSON string is no word."""
    before = text[at - 1 : at]
    return (
        text[at].isalnum()
        and (before.isalnum() or before == "_")
        and text[max(at - 2, 0) : at] not in LINE_ENDS
    )


def _places(text: str, begin: str) -> Iterator[int]:
    at = text.find(begin)
    while at >= 0:
        yield at
        at = text.find(begin, at + 1)
