"""Labels behind which a status stands, and how sure each is one of a status."""

import re

from batonpass.read.stated.vocabulary import trimmed
from batonpass.read.stated.words import table

CELL = re.compile(r"^\s*\|\s*(?P<label>[^|]+?)\s*\|\s*(?P<value>[^|]+?)\s*\|")
LABEL = re.compile(
    r"(?<!\w)(?P<label>(?:[\w'’]{1,30}[ _]){0,3}[^\W\d_]{1,30})[\s\"'*_`]*"
    r"(?:[:：=]|→|->|=>|\.{3,}|\s[–—-]\s|\sis\b(?:\s+now\b)?:?)[\s\"'*_`]*",
    re.IGNORECASE,
)
MOST_LABEL = 4  # words of a label with those before it


def sureness(text: str) -> str:
    """Return how sure a label is one of a status: "sure", "qualified" by other words, "likely", "" for no such label."""
    words = trimmed(text).lower().replace("_", " ").split()
    labels = table()["labels"]
    for sure in ("sure", "likely"):
        for known in labels[sure]:
            own = known.split()
            if words[-len(own) :] == own and len(words) <= MOST_LABEL:
                before = set(words[: -len(own)])
                if before.intersection((*labels["not_ours"], *table()["not_stated"]["conditions"])):
                    return ""
                return sure if sure == "likely" or before <= set(labels["plain"]) else "qualified"
    return ""
