"""Texts and questions cut into the same words, whatever the script and the spelling of identifiers."""

import re
import unicodedata

# Scripts written without spaces: every character is a word, and a word of theirs is a phrase of those.
# Thai, Lao, Myanmar and Khmer vowels and tones belong to the letter before them.
_LETTER = (
    "\u0e01-\u0e30\u0e32\u0e33\u0e3f-\u0e46\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6\u1000-\u102a\u1780-\u17b3"
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_MARK = "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3"
_DENSE = re.compile(f"[{_LETTER}][{_MARK}]*")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[^\W_]+(?:[\u0300-\u036f\u0900-\u0dff\u0e31-\u0ecd\u102b-\u103e\u17b4-\u17d3]+[^\W_]*)*")
_QUOTED = re.compile(r'"([^"]*)"?|(\S+)')


def words(text: str) -> list[str]:
    """Return the words of a text, folded: `refreshToken`, `refresh_token` and `Refresh Token` are the same."""
    if text.isascii():
        return _WORD.findall(_CAMEL.sub(" ", text).lower())
    spaced = _CAMEL.sub(" ", _DENSE.sub(r" \g<0> ", unicodedata.normalize("NFKC", text)))
    apart = unicodedata.normalize("NFKD", spaced.casefold())
    bare = "".join(c for c in apart if not "\u0300" <= c <= "\u036f")  # accents
    return _WORD.findall(unicodedata.normalize("NFKC", bare))


def question(asked: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a question: what stood in quotes, and every other word as a phrase of its own."""
    found = (tuple(words(quoted or plain)) for quoted, plain in _QUOTED.findall(asked))
    return tuple(dict.fromkeys(phrase for phrase in found if phrase))


def matching(phrases: tuple[tuple[str, ...], ...], joined_by: str) -> str:
    """Return the phrases in the index's own language; every word is quoted, so none is an operator."""
    return f" {joined_by} ".join('"' + " ".join(phrase) + '"*' for phrase in phrases)
