"""Numbers and durations as runners spell them."""

import re
from math import isfinite

PART = re.compile(
    r"(\d+(?:[.,]\d+)?)\s*(ms|milliseconds?|h(?:ours?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?|s)?)?)\b"
)
CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")
UNITS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


def seconds(text: str) -> float | None:
    """Return how long `1m 5s`, `638ms`, `0:03:06`, `186.96s` or `4.2` is, None where it is no duration."""
    if clock := CLOCK.fullmatch(text.strip()):
        hours, minutes, rest = clock.groups()
        return round(int(hours or 0) * 3600 + int(minutes) * 60 + float(rest), 3)
    parts = [(float(value.replace(",", ".")), _unit(unit)) for value, unit in PART.findall(text)]
    if parts:
        return round(sum(value * UNITS[unit] for value, unit in parts), 3)
    plain = decimal(text)
    return None if plain is None else round(plain, 3)


def decimal(text: str | None) -> float | None:
    """Return a number, None where there is none or none that can be reckoned with."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if isfinite(value) else None


def _unit(unit: str) -> str:
    return "ms" if unit.startswith(("ms", "mil")) else unit[0]


def number(text: str | None) -> int:
    """Return a count, 0 where there is none."""
    digits = (text or "").replace(",", "").strip()
    return int(digits) if digits.isdecimal() else 0


def many(count: int, what: str) -> str:
    """Return `1 error`, `2 errors`."""
    return f"{count} {what}{'' if count == 1 else 's'}"
