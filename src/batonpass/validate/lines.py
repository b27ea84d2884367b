"""In which line of a manifest's bytes a JSON pointer stands, for editors and code reviews."""

import re

import msgspec

from batonpass.model.manifest import escape

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
OPENING, CLOSING = (b"{", b"["), (b"}", b"]")


class _Level:
    """One open object or list, and where in it the reader is."""

    def __init__(self, pointer: str, *, is_list: bool) -> None:
        self.pointer, self.is_list = pointer, is_list
        self.at: str | int = 0 if is_list else ""
        self.wants_key = not is_list

    def here(self) -> str:
        return f"{self.pointer}/{escape(str(self.at))}"

    def name(self, token: bytes) -> None:
        self.at = str(msgspec.json.decode(token))

    def comma(self) -> None:
        self.wants_key = not self.is_list
        if isinstance(self.at, int):
            self.at += 1


def lines(data: bytes) -> dict[str, int]:
    """Return pointer → line from 1 of every key and item, as far as the bytes are JSON."""
    found, levels, line, counted = {"": 1}, list[_Level](), 1, 0
    for match in TOKEN.finditer(data):
        line += data.count(b"\n", counted, match.start())
        counted = match.start()
        _step(match.group(), line, levels, found)
    return found


def _step(token: bytes, line: int, levels: list[_Level], found: dict[str, int]) -> None:
    level = levels[-1] if levels else None
    if token in OPENING:
        pointer = level.here() if level else ""
        found.setdefault(pointer, line)
        levels.append(_Level(pointer, is_list=token == b"["))
    elif level is None:
        return
    elif token in CLOSING:
        levels.pop()
    elif token == b",":
        level.comma()
    elif token == b":":
        level.wants_key = False
    else:
        if level.wants_key and token.startswith(b'"'):
            level.name(token)
        found.setdefault(level.here(), line)
