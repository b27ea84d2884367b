"""How much a text is said in running words: what someone hands over is a sentence, most of its words short.

Settings, captions and headings in all but name are spelled in long words, in code, in bold and capitals.
"""

import re
from functools import lru_cache
from math import exp

from batonpass.tables import load

UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
SPACING = 2  # characters a word of these scripts is written with, about
CODE = re.compile(r"`[^`]*`")
SHORT = re.compile(r"(?<![^\W_])[^\W\d_]{1,4}(?![^\W_])")


@lru_cache(maxsize=4096)
def speech(text: str, emphasis: float) -> float:
    """Return from 0 to 1 how much a text is said in running words."""
    by: dict[str, float] = load.table("rank")["speech"]
    code = CODE.findall(text)
    odds = (
        by["start"]
        + by["length"] * characters_a_word(text)
        + by["short"] * min(short_words(CODE.sub(" ", text) if code else text), by["short_most"])
        + by["code"] * min(len(code), by["code_most"])
        + by["loud"] * emphasis
    )
    return 1 / (1 + exp(-odds))


def characters_a_word(text: str) -> float:
    """Return how many characters a text takes for each of its words; scripts without spaces write short ones."""
    wide = 0 if text.isascii() else len(UNSPACED.findall(text))
    words = text.count(" ") + 1 + wide / SPACING
    return (len(text) + wide * SPACING) / words


def short_words(text: str) -> float:
    """Return how many words are short and not capitalised: those that bind the others to a sentence."""
    wide = 0 if text.isascii() else len(UNSPACED.findall(text))
    return wide / SPACING + sum(map(str.islower, SHORT.findall(text)))
