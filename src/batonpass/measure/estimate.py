"""Tokens without a vocabulary, for hot paths: seven features of a text, weighed."""

import re
from functools import cached_property

from batonpass.model.tokens import Tokens
from batonpass.tables import load

WORD = re.compile(r"[A-Za-z]+")
DIGITS = re.compile(r"[0-9]{1,3}")
PUNCTUATION = re.compile(r"[^\sA-Za-z0-9\u0080-\U0010ffff]{1,2}")
LINE_END = re.compile(r"\s*\n")
SPACES = re.compile(r"[ \t]{2,}")
OTHER = re.compile(r"[\u0080-\U0010ffff]+")
COMMON_WORD = 6  # letters a vocabulary's single token usually covers


class Estimator:
    """A meter by arithmetic: never exact, never slow, named as what it is."""

    @property
    def name(self) -> str:
        """Name the method."""
        return "estimate (seven features)"

    @cached_property
    def _weights(self) -> dict[str, float]:
        return load.table("estimate")

    def count(self, text: str) -> Tokens:
        """Estimate the o200k count of a text."""
        weights = self._weights
        return Tokens(round(sum(weights[name] * amount for name, amount in features(text).items())))


def features(text: str) -> dict[str, float]:
    """Return the seven features the weights speak of."""
    words = WORD.findall(text)
    return {
        "words": len(words),
        "letters_beyond_six": sum(len(w) - COMMON_WORD for w in words if len(w) > COMMON_WORD),
        "digit_groups": len(DIGITS.findall(text)),
        "punctuation_pairs": len(PUNCTUATION.findall(text)),
        "line_ends": len(LINE_END.findall(text)),
        "space_runs": len(SPACES.findall(text)),
        "other_bytes": sum(len(o.encode("utf-8", "replace")) for o in OTHER.findall(text)) / 3,
    }
