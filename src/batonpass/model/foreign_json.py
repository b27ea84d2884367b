"""JSON that others wrote: into values, or one error that says what is wrong with it and in which line."""

import re
from typing import Any, TypeVar

import msgspec

from batonpass.model.errors import BadContent

T = TypeVar("T")
BYTE = re.compile(r" ?\(byte (\d+)\)")


def value_of(data: bytes | str, place: str = "", *, into: type[T], wanted: str, todo: str) -> T:
    """Return what the JSON says; raise where it is none, torn, no text, nested too deeply, or of another shape."""
    try:
        written = data.encode() if isinstance(data, str) else data
        return msgspec.json.decode(written, type=into)
    except RecursionError:
        found, line = "JSON nested too deeply", 0
    except UnicodeError:
        at = _undecodable(data)
        line = at.object[: at.start].count(b"\n") + 1 if isinstance(at, UnicodeDecodeError) else 1
        found = f"not UTF-8 in line {line}"
    except msgspec.ValidationError as error:
        found, line = f"JSON of another shape: {error}", 0
    except msgspec.DecodeError as error:
        found, line = _torn(written, str(error))
    raise BadContent(found, wanted=wanted, todo=todo, place=f"{place}:{line}" if place and line else place)


def object_of(data: bytes | str, place: str = "", *, wanted: str, todo: str) -> dict[str, Any]:
    """Return the fields of a JSON object; raise as `value_of` does, and where it is another value."""
    value: Any = value_of(data, place, into=object, wanted=wanted, todo=todo)
    if not isinstance(value, dict):
        raise BadContent(f"JSON, but {spoken(value)} and no object", wanted=wanted, todo=todo, place=place)
    return value


def fields(data: bytes | str) -> dict[str, Any]:
    """Return the fields of a JSON object, none where it is another value or cannot be read."""
    try:
        return object_of(data, wanted="", todo="")
    except BadContent:
        return {}


def spoken(value: Any) -> str:
    """Return what a JSON value is, as people call it."""
    if value is None or isinstance(value, bool):
        return msgspec.json.encode(value).decode()
    kinds: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}
    return kinds.get(type(value), "a number")


def _torn(data: bytes, said: str) -> tuple[str, int]:
    """Return what is wrong with a text that is no JSON, and the line: that of the byte it names, else the last."""
    if not data.strip():
        return "an empty file", 0
    at = BYTE.search(said)
    line = data[: int(at[1]) if at else len(data.rstrip())].count(b"\n") + 1
    if "truncated" in said:
        return f"cut off in line {line}", line
    return f"no JSON from line {line} on: {BYTE.sub('', said).removeprefix('JSON is malformed: ')}", line


def _undecodable(data: bytes | str) -> UnicodeError:
    try:
        (data if isinstance(data, bytes) else data.encode()).decode()
    except UnicodeError as error:
        return error
    return UnicodeError()
