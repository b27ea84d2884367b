"""JSON values as YAML that every reader understands alike: what could be a date or a `no` is quoted."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
RESERVED = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
# Characters YAML does not allow, or takes for line ends, even inside quotes.
HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def dump(value: Mapping[str, Any]) -> str:
    """Return an object as a YAML document."""
    return "".join(f"{line}\n" for line in _mapping(value)) or "{}\n"


def _mapping(value: Mapping[str, Any]) -> Iterator[str]:
    for key, inner in value.items():
        lines = _lines(inner)
        if lines is None:
            yield f"{scalar(str(key))}: {scalar(inner)}"
        else:
            yield f"{scalar(str(key))}:"
            yield from (f"  {line}" for line in lines)


def _sequence(value: list[Any] | tuple[Any, ...]) -> Iterator[str]:
    for inner in value:
        lines = _lines(inner)
        if lines is None:
            yield f"- {scalar(inner)}"
        else:
            first, *rest = lines
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)


def _lines(value: Any) -> list[str] | None:
    """Return the lines of a filled collection, None for what fits behind its key."""
    if isinstance(value, Mapping) and value:
        return list(_mapping(value))
    if isinstance(value, list | tuple) and value:
        return list(_sequence(value))
    return None


def scalar(value: Any) -> str:
    """Return one value as it stands behind a key."""
    if isinstance(value, str):
        return value if PLAIN.fullmatch(value) and value.casefold() not in RESERVED else quoted(value)
    if isinstance(value, Mapping):
        return "{}"
    if isinstance(value, list | tuple):
        return "[]"
    text = json.dumps(value)
    # YAML 1.1 takes `1e+20` for a text: it wants a point before the exponent.
    return text.replace("e", ".0e") if isinstance(value, float) and "e" in text and "." not in text else text


def quoted(text: str) -> str:
    """Return a text in double quotes: a JSON string that is a YAML string too."""
    return HIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(text, ensure_ascii=False))
