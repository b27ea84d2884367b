"""Where a key stands in a TOML file: its parser keeps no lines, so they are found again in the text."""

import re
from collections.abc import Iterator

KEY = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
DOTTED = rf"{KEY}(?:\s*\.\s*{KEY})*"
HEADER = re.compile(rf"\s*(?P<twice>\[)?\[\s*(?P<keys>{DOTTED})\s*\]")
PAIR = re.compile(rf"\s*(?P<keys>{DOTTED})\s*=")
PART = re.compile(KEY)
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')
LONG = ('"""', "'''")

Path = tuple[str, ...]


def line_of(text: str, path: Path) -> int:
    """Return the line of a key, as near as the text tells: its own, else that of the table around it."""
    best, found = 0, 1
    for number, keys, line in _keys(text):
        shared = _shared(keys, path)
        depth = len(keys) if shared == len(keys) else 0
        if depth and depth < len(path) and re.search(rf"\b{re.escape(path[-1])}\b", line):
            depth += 1  # an inline table names it on the same line
        if depth > best:
            best, found = depth, number
    return found


def _shared(keys: Path, path: Path) -> int:
    """Return how many steps lead the same way."""
    same = 0
    for mine, theirs in zip(keys, path, strict=False):
        if mine != theirs:
            break
        same += 1
    return same


def _keys(text: str) -> Iterator[tuple[int, Path, str]]:
    """Yield line, whole path and text of every header and every key; lines inside of a value are none."""
    table: Path = ()
    counts: dict[Path, int] = {}
    inside, depth = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if depth == 0:
            header, pair = HEADER.match(line), PAIR.match(line)
            if header:
                table = _table(header, counts)
                yield number, table, line
                continue
            if pair:
                yield number, (*table, *_parts(pair["keys"])), line
        inside = next((mark for mark in LONG if line.count(mark) % 2), "")
        bare = STRINGS.sub("", line)
        depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")


def _table(header: re.Match[str], counts: dict[Path, int]) -> Path:
    """Return a header's path; of the entries of an array each has its number."""
    keys = _parts(header["keys"])
    if not header["twice"]:
        return _numbered(keys, counts)
    outer = _numbered(keys[:-1], counts)
    own = (*outer, keys[-1])
    counts[own] = counts.get(own, -1) + 1
    return (*own, str(counts[own]))


def _numbered(keys: Path, counts: dict[Path, int]) -> Path:
    path: Path = ()
    for key in keys:
        path = (*path, key)
        path = (*path, str(counts[path])) if path in counts else path
    return path


def _parts(keys: str) -> Path:
    return tuple(part.strip("\"'") for part in PART.findall(keys))
