"""The words by which statuses are known, and by which they are taken back."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from batonpass.tables import load


@cache
def table() -> Mapping[str, Any]:
    """Return the words by which statuses are known."""
    return load.words("statuses")


def holds(name: str, text: str, of: str = "not_stated") -> bool:
    """Say whether one of a list of words stands in a text."""
    return _pattern(of, name).search(text) is not None


@cache
def _pattern(of: str, name: str) -> re.Pattern[str]:
    told = "|".join(re.escape(word) for word in table()[of][name])
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE)
