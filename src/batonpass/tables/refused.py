"""What a table was refused for, in words: the key by its whole path, and what was wanted in its place."""

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, inspect

from batonpass.tables.lines import Path

STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+|\.\.\.)\]")
BOUND = re.compile(r"(>=|<=) (-?[\d.]+)$")
UNNAMED = "..."  # what msgspec calls the keys of a mapping
TYPES: Mapping[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (float,),
    "bool": (bool,),
    "array": (list,),
    "object": (dict,),
}


class Refusal(Struct, frozen=True):
    """The key, what is wrong with it, and what was wanted."""

    path: Path
    found: str
    wanted: str


def refusal(message: str, whole: Any, into: type) -> Refusal:
    """Return what a message of msgspec says about a value that was to become a noun."""
    said, _, place = message.partition(" - at `$")
    steps = tuple(name or index for name, index in STEP.findall(place.removesuffix("`")))
    named = re.search(r"(unknown|required) field `([^`]+)`", said)
    outer = next((p for p in _paths(whole, steps) if _is_meant(_at(whole, p), said)), steps)
    if bound := BOUND.search(said):
        least = "at least" if bound[1] == ">=" else "at most"
        return Refusal(outer, f"{'.'.join(outer)}: {_at(whole, outer)}", f"{least} {float(bound[2]):g}")
    if named is None:
        return Refusal(
            outer, f"{'.'.join(outer)}: {_lowered(said)}", _choices(_kind_at(inspect.type_info(into), outer))
        )
    if named[1] == "required":
        return Refusal(outer, f"no {'.'.join((*outer, named[2]))}", "a value for it")
    fields = _fields(inspect.type_info(into), outer)
    near = difflib.get_close_matches(named[2], fields, 1)
    wanted = f"{near[0]}, or another of {', '.join(fields)}" if near else f"one of {', '.join(fields)}"
    return Refusal((*outer, named[2]), f"unknown key {'.'.join((*outer, named[2]))}", wanted)


def _paths(value: Any, steps: Path) -> Iterator[Path]:
    """Yield every way through a value that these steps may mean."""
    if not steps:
        yield ()
        return
    for key, inner in _inner(value, steps[0]):
        yield from ((key, *rest) for rest in _paths(inner, steps[1:]))


def _inner(value: Any, step: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        yield from ((key, inner) for key, inner in value.items() if step in (key, UNNAMED))
    elif isinstance(value, list):
        yield from ((str(n), inner) for n, inner in enumerate(value) if step in (str(n), UNNAMED))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[int(step) if isinstance(value, list) else step]
    return value


def _is_meant(value: Any, said: str) -> bool:
    """Say whether a value is wrong in the way a message tells."""
    if field := re.search(r"(unknown|required) field `([^`]+)`", said):
        return isinstance(value, Mapping) and (field[2] in value) == (field[1] == "unknown")
    if got := re.search(r"got `(\w+)`", said):
        return type(value) in TYPES.get(got[1], ())
    if bound := BOUND.search(said):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and (value < float(bound[2]) if bound[1] == ">=" else value > float(bound[2]))
    if enum := re.search(r"enum value (?:'(.*)'|(\d+))", said):
        return str(value) == (enum[1] or enum[2])
    return True


def _fields(kind: Any, path: Path) -> tuple[str, ...]:
    """Return the keys a table may have at a path of a noun."""
    kind = _struct(_kind_at(kind, path))
    return tuple(f.encode_name for f in kind.fields) if isinstance(kind, inspect.StructType) else ()


def _choices(kind: Any) -> str:
    """Return the values a noun takes there, "" where they cannot be counted."""
    choices = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    values = [value for one in choices if isinstance(one, inspect.LiteralType) for value in one.values]
    return f"one of {', '.join(map(str, values))}" if values else ""


def _kind_at(kind: Any, path: Path) -> Any:
    for step in path:
        kind = _struct(kind)
        if isinstance(kind, inspect.StructType):
            kind = next((field.type for field in kind.fields if field.encode_name == step), kind)
        else:
            kind = getattr(kind, "value_type", None) or getattr(kind, "item_type", kind)
    return kind


def _struct(kind: Any) -> Any:
    """Return the struct among the choices of a union, anything else as it is."""
    choices = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    return next((one for one in choices if isinstance(one, inspect.StructType)), kind)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
