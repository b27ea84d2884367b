"""Whether a shown text was taken from a source: every word of it stands there."""

import html
import re
from functools import lru_cache
from typing import Any

# A number with its decimals is one word, so that 47.92 is not made of a 47 and a 92.
WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+")
LINK_END = re.compile(r"\]\([^)]*\)")
MARKS = str.maketrans("", "", "*`~[]")  # emphasis, code and links, inside of words too
ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
DECIMAL = (".", ",")
BLANKS = "nrt"  # \n, \r, \t of JSON and YAML strings part words


def lacking(text: str, shown: Any) -> tuple[str, ...]:
    """Return the words of a shown value that stand nowhere in a text, in order, each once."""
    said = shown if isinstance(shown, str) else _spelled(shown)
    if _holds(text, said) or _holds(_unmarked(text), said):
        return ()
    known = _all_words(text)
    return tuple(dict.fromkeys(word for word in WORD.findall(said) if word.casefold() not in known))


def _holds(text: str, said: str) -> bool:
    """Say whether a text has this very piece, with no word or number cut at its ends."""
    first = text.find(said)
    if first < 0 or not said:
        return False
    end = first + len(said)
    before, after = text[first - 1 : first] if first else "", text[end : end + 1]
    return not _joined(said[0], before) and not _joined(said[-1], after)


def _joined(edge: str, neighbour: str) -> bool:
    return neighbour.isalnum() or (edge.isdigit() and neighbour in DECIMAL)


def _spelled(number: Any) -> str:
    return f"{number:.12g}" if isinstance(number, float) else str(number)


def _unmarked(text: str) -> str:
    return (LINK_END.sub("", text) if "](" in text else text).translate(MARKS)


@lru_cache(maxsize=2)  # one item may show many values from the same lines
def _all_words(text: str) -> frozenset[str]:
    """Return every word the text can be read as: as it stands, unmarked, unescaped."""
    readings = [text, _unmarked(text)]
    if "\\" in text:
        readings.append(ESCAPE.sub(_unescaped, text))
    if "&" in text:
        readings.append(html.unescape(text))
    found = [word.casefold() for reading in readings for word in WORD.findall(reading)]
    whole_numbers = (word.replace(",", "") for word in found if "," in word)
    return frozenset((*found, *whole_numbers))


def _unescaped(match: re.Match[str]) -> str:
    said = match.group(1)
    if len(said) > 1:
        return chr(int(said[1:], 16))
    return " " if said in BLANKS else said
