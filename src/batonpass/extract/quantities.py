"""A value with its unit."""

import re
from typing import NamedTuple

VALUE = re.compile(
    r"(?P<sign>[~≈<>≤≥]=?\s*|[$€£])?(?P<number>[-−]?\d[\d,]*(?:\.\d+)?)\s?(?P<unit>%|[a-zµμ×$€]+(?:/[a-z]+)?|秒|分|毫秒|倍|件|行|초|분|배)?",
    re.IGNORECASE,
)
# What it was before: "from 71 % to 83 %", "71 % → 83 %", "83 % (up from 71 %)".
BEFORE = re.compile(
    r"\bfrom\s+[~≈$€£]?\d[\d,.]*\s?(?:%|[a-zµμ/]+)?\s+(?:up |down )?to\s+(?=[~≈$€£]?\d)"
    r"|[~≈$€£]?\d[\d,.]*\s?(?:%|[a-zµμ/]{1,6})?\s*(?:→|->|=>|➜)\s*(?=[~≈$€£]?\d)"
    r"|\((?:up|down|was|before|previously)\b[^()]*\)",
    re.IGNORECASE,
)
SHARE = re.compile(r"(?<![\d.])(\d[\d,]*)\s*(?:/|\bof\b|out of)\s*(\d[\d,]*)(?![\d.])")


class Quantity(NamedTuple):
    """A number as it is written, and what it counts."""

    value: float | str
    unit: str


def as_it_is(text: str) -> str:
    """Return a text without the values that were there before."""
    return BEFORE.sub(" ", text)


def quantity(text: str, units: frozenset[str]) -> Quantity | None:
    """Return the first value of a short text with a known unit, or a bare number that is all of it."""
    bare: Quantity | None = None
    stripped = as_it_is(text).strip(" *_`✅✓~≈()")
    for found in VALUE.finditer(stripped):
        unit = (found["unit"] or "").lower()
        if found.start() and is_inside(stripped, found.start()):
            continue
        if (found["sign"] or "").strip() in ("$", "€", "£"):
            return Quantity(value_of(found["number"]), (found["sign"] or "").strip())
        if unit in units:
            return Quantity(value_of(found["number"]), unit)
        if bare is None and len(found[0]) >= len(stripped) / 2:
            bare = Quantity(value_of(found["number"]), "")
    return bare


def quantity_in(text: str, units: frozenset[str]) -> Quantity | None:
    """Return the value of a text known to tell one: with its unit, as a share, or the first number there is."""
    if found := quantity(text, units):
        return found
    text = as_it_is(text)
    if share := SHARE.search(text):
        return Quantity(f"{share[1]}/{share[2]}", "")
    bare = next((m for m in VALUE.finditer(text) if not m.start() or not is_inside(text, m.start())), None)
    return Quantity(value_of(bare["number"]), "") if bare else None


def is_inside(text: str, at: int) -> bool:
    """Tell whether a number goes on with what stands in front of it: part of a name, a version, a date."""
    return text[at - 1].isalnum() or text[at - 1] in "-_."


def value_of(number: str) -> float | str:
    """Return a number as a number; one too strange to read stays as it is written."""
    plain = number.replace(",", "").replace("−", "-")
    try:
        return float(plain)
    except ValueError:
        return number
