"""YAML into nodes: parsed strictly, its places found, keys that stand twice told and passed over."""

import re
from array import array
from typing import Any

from ryaml import InvalidYamlError, loads_all  # type: ignore[attr-defined]  # exported without saying so

from batonpass.read.draft import Draft
from batonpass.read.lines import starts_of
from batonpass.read.nodes import Node
from batonpass.read.unreadable import Unreadable
from batonpass.read.yaml_places import Places
from batonpass.tables.load import words

TWICE = re.compile(
    r'duplicate entry with key "(?P<key>.*?)"(?: at line (?P<line>\d+) column (?P<column>\d+))?$'
)
REPEATED = words("reading")["yaml"]["repeated"]
TWICE_RULE = "source-duplicate-key"
POSITION = re.compile(r" at line \d+ column \d+.*")  # counted from where the YAML begins
AT_LINE = re.compile(r"line (\d+)")


def documents(text: str) -> list[Any]:
    """Return the values of a text's documents; raise Unreadable with the line."""
    try:
        return loads_all(text) or []
    except InvalidYamlError as error:
        line = AT_LINE.search(str(error))
        raise Unreadable(f"not YAML: {error}", int(line[1]) if line else 1) from None
    except ValueError:
        raise Unreadable("not YAML: a key that is no text, as in a template's {{ braces }}", 1) from None


def nodes(draft: Draft, start: int, end: int) -> list[Node]:
    """Return what stands between two bytes of the source; of two equal keys the first is kept."""
    data = draft.lines.data[start:end]
    while True:
        try:
            values = documents(data.decode())
        except Unreadable as error:
            data = _without_repetition(draft, data, error, draft.lines.at(start))
        else:
            places = Places(data, start)
            return [places.document(value) for value in values if isinstance(value, dict | list)]


def _without_repetition(draft: Draft, data: bytes, error: Unreadable, first: int) -> bytes:
    """Blank out the second of two equal keys, byte for byte; anything else stays unreadable."""
    twice = TWICE.search(error.found)
    second = _second(data, twice) if twice else None
    told = sum(problem.rule == TWICE_RULE for problem in draft.problems)
    if not twice or not second or told >= REPEATED:
        raise Unreadable(POSITION.sub("", error.found), first + error.line - 1)
    start, end, number = second
    message = f"key {twice['key']!r} stands twice; the one on line {first + number} is not read"
    draft.warn(TWICE_RULE, message, "keep one of them", first + number)
    return data[:start] + re.sub(rb"[^\r\n]", b"#", data[start:end]) + data[end:]


def _second(data: bytes, twice: re.Match[str]) -> tuple[int, int, int] | None:
    """Return (start, end, line from 0) of the repeated key with all that belongs to it."""
    starts = starts_of(data)
    key = re.escape(twice["key"].encode())
    column = int(twice["column"] or 1) - 1
    own = re.compile(rb"[\"']?" + key + rb"[\"']?[ \t]*:(?:\s|\Z)")
    seen = 0
    for number in range(int(twice["line"] or 1) - 1, len(starts) - 1):
        line = data[starts[number] : starts[number + 1]]
        seen += bool(own.match(line, column)) and (seen == 0 or not line[:column].strip())
        if seen > 1:
            return starts[number], _end(data, starts, number, column), number
    return None


def _end(data: bytes, starts: "array[int]", number: int, column: int) -> int:
    """Return where what belongs to a key in this column ends: before the next line that does not."""
    for following in range(number + 1, len(starts) - 1):
        line = data[starts[following] : starts[following + 1]]
        inside = len(line) - len(line.lstrip(b" "))
        if line.strip() and (inside < column or (inside == column and not line[column:].startswith(b"- "))):
            return starts[following]
    return len(data)
