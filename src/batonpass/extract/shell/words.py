"""Words of a shell: what is quoted stays as it is, what is bare may still be a pattern, what nobody can know is told."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Literal, NamedTuple

GLOB = frozenset("*?[")
ESCAPED_GLOB = {ord(c): f"[{c}]" for c in GLOB}
MOST = 64  # words one word may stand for
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")


class Part(NamedTuple):
    """A piece of a word."""

    kind: Literal["quoted", "bare", "variable", "unknown"]
    text: str


Word = tuple[Part, ...]


class Value(NamedTuple):
    """What a word comes to."""

    text: str
    pattern: bool = False  # the text is a glob


def literal(word: Word) -> str | None:
    """Return a word that is nothing but text, None for any other."""
    if all(part.kind in ("quoted", "bare") for part in word):
        return "".join(part.text for part in word)
    return None


def expanded(word: Word, variables: Mapping[str, tuple[str, ...]]) -> tuple[Value, ...]:
    """Return what a word may come to, nothing where that cannot be known."""
    choices: list[list[Part]] = []
    for part in word:
        known = _known(part, variables)
        if known is None:
            return ()
        choices.append(known)
    found = (_joined(parts) for parts in product(*choices))
    return tuple(dict.fromkeys(islice(found, MOST)))


def _known(part: Part, variables: Mapping[str, tuple[str, ...]]) -> list[Part] | None:
    if part.kind == "bare":
        return [Part("bare", text) for text in _braced(part.text)]
    if part.kind == "variable":
        values = variables.get(part.text)
        return [Part("quoted", value) for value in values] if values is not None else None
    return [part] if part.kind == "quoted" else None


def _braced(text: str) -> Iterator[str]:
    """Yield what `a/{b,c}.py` stands for; `{}` and `{x}` stand for themselves."""
    found = BRACES.search(text)
    if not found:
        yield text
        return
    for choice in found[1].split(","):
        yield from _braced(text[: found.start()] + choice + text[found.end() :])


def _joined(parts: tuple[Part, ...]) -> Value:
    if not any(part.kind == "bare" and GLOB.intersection(part.text) for part in parts):
        return Value("".join(part.text for part in parts))
    text = "".join(part.text if part.kind == "bare" else part.text.translate(ESCAPED_GLOB) for part in parts)
    return Value(text, pattern=True)
