"""JSON as agents write it: in fences, in prose, with single quotes, trailing commas, or cut off in the middle."""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from batonpass.model.may_be_json import NO_JSON
from batonpass.tables import load

FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*\n(.*?)(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
TRAILING = re.compile(r",(?=\s*[}\]])")
COMMENT = re.compile(r"(?m)(?<![:\"'\w])//[^\n\"]*$|/\*[^\n\"]*?\*/")
ITEM = re.compile(
    r'"((?:[^"\\]|\\.|"(?!\s*[,\]"]|\s*$))*)"'
)  # a quote inside of a text is not followed by a comma
POINT = r"[ \t]*(?:[-*•]|\d[.)])[ \t]+"  # before a line of a list
LISTINGS = (  # as YAML; as labels with exactly the lines of a return, more are a report's
    re.compile(
        r"(?m)^[ \t]*status:[ \t]*(?P<status>[^\n]+)\n[ \t]*summary:[ \t]*\n(?P<items>(?:[ \t]*-[ \t]+[^\n]+(?:\n|\Z))+)"
    ),
    re.compile(
        r"(?im)^[ \t*_]*status[*_]*:[*_ \t]*(?P<status>[^\n]+)\n\s*?[ \t*_]*summary[*_]*:[*_ \t]*\n"
        rf"(?P<items>(?:{POINT}[^\n]+(?:\n|\Z)){{3}})(?!{POINT})"
    ),
)
BARE_CODE = re.compile(r"(:\s*)([A-Z][A-Z_]+)(?=\s*[,}])")
ESCAPED = re.compile(r"\\([_\[\]{}*])")
BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)")
QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'"})
OPENS = {"{": "}", "[": "]"}
REACH = 20_000  # characters before a key in which its object begins
NESTED = 3  # objects around a key that are tried
Object = dict[str, Any]


def exact(text: str) -> Any:
    """Return a text that is one JSON value, None where it is none."""
    try:
        return json.loads(text)
    except NO_JSON:
        return None


def objects(text: str, keys: tuple[str, ...]) -> Iterator[tuple[int, Object]]:
    """Yield where they begin the objects of a text that have one of the keys, however they are spelled."""
    key = re.compile(rf"[\"'“‘]?\b(?:{'|'.join(map(re.escape, keys))})\b[\"'”’]?\s*:", re.IGNORECASE)
    seen: set[int] = set()
    places = [match.start() for match in key.finditer(text)][-load.table("returns")["objects"] :]
    for place in places:
        for start in _around(text, place):
            if start not in seen:
                seen.add(start)
                made = loose(balanced(text, start))
                if isinstance(made, dict):
                    yield start, made
                elif broken := salvaged(balanced(text, start), keys):
                    yield start, broken


def loose(text: str) -> Any:
    """Return the value a text was meant to be, None where nobody can tell."""
    straight = ESCAPED.sub(r"\1", text.translate(QUOTES))
    for candidate in (text, straight, _mended(straight), _mended(_closed(straight))):
        for parse in (json.loads, ast.literal_eval):
            try:
                return parse(candidate)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
    return None


def listings(text: str) -> Iterator[tuple[int, Object]]:
    """Yield where they begin the returns that are written as YAML, or line for line."""
    for found in (found for listing in LISTINGS for found in listing.finditer(text)):
        yield (
            found.start(),
            {"status": found["status"], "summary": re.findall(rf"(?m)^{POINT}(.+)", found["items"])},
        )


def salvaged(text: str, keys: tuple[str, ...]) -> Object | None:
    """Return status and summary of an object that is broken beyond repair, None where they cannot be told."""
    names = "|".join(map(re.escape, keys))
    told = re.search(rf"[\"']?\b({names})\b[\"']?\s*:\s*[\"']?([\w -]+)", text, re.IGNORECASE)
    lines = re.search(r"[\"']?\bsummary\b[\"']?\s*:\s*\[(.*)", text, re.IGNORECASE | re.DOTALL)
    items = [item[1] for item in ITEM.finditer(lines[1].split("]", 1)[0])] if lines else []
    return {"status": told[2], "summary": items} if told and items else None


def _mended(text: str) -> str:
    """Return a text without comments and trailing commas, bare keys quoted and line ends inside of strings escaped."""
    plain = BARE_CODE.sub(r'\1"\2"', BARE_KEY.sub(r'\1"\2"\3', TRAILING.sub("", COMMENT.sub("", text))))
    made, inside, before = [], False, ""
    for char in plain:
        if char == '"' and before != "\\":
            inside = not inside
        made.append({"\n": "\\n", "\t": "\\t", "\r": ""}.get(char, char) if inside else char)
        before = char if (char, before) != ("\\", "\\") else ""
    return "".join(made)


def _around(text: str, place: int) -> Iterator[int]:
    """Yield where the objects around a place begin, the nearest first, at most three."""
    depth, found = 0, 0
    for at in range(place - 1, max(place - REACH, -1), -1):
        if text[at] == "}":
            depth += 1
        elif text[at] == "{":
            if depth == 0:
                yield at
                found += 1
                if found == NESTED:
                    return
            depth = max(depth - 1, 0)


def balanced(text: str, start: int) -> str:
    """Return an object from its brace to the one that closes it, all that is left where none does."""
    depth, inside, before = 0, "", ""
    end = min(len(text), start + load.table("returns")["object_chars"])
    for at in range(start, end):
        char = text[at]
        if inside:
            inside = "" if char == inside and before != "\\" else inside
        elif char == '"':
            inside = char
        elif char in "{[":
            depth += 1
        elif char in "}]":
            depth -= 1
            if depth == 0:
                return text[start : at + 1]
        before = char if (char, before) != ("\\", "\\") else ""
    return text[start:end]


def _closed(text: str) -> str:
    """Return a text that was cut off, with its string and its brackets closed."""
    open_, inside, before = [], False, ""
    for char in text:
        if char == '"' and before != "\\":
            inside = not inside
        elif not inside and char in OPENS:
            open_.append(OPENS[char])
        elif not inside and char in "}]" and open_:
            open_.pop()
        before = char if (char, before) != ("\\", "\\") else ""
    text = text.rstrip("\\") + ('"' if inside else "")
    text = re.sub(r"[,:]\s*$", "", text) if not inside else text
    return text + "".join(reversed(open_))
