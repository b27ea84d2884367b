"""A progress file written anew: what is ours is put in its place, everything else stays as somebody wrote it.

Kept word for word: every section of the file that did not change, with its comments and its order. Kept as values: keys
we do not know inside of a section that changed. Not kept: comments inside of such a section, and how its values were
quoted. Where a file is written in a way that cannot be mended piece by piece (braces, anchors, several documents) all
of it is written anew, and its comments are gone: `Written.whole` says so.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from batonpass.brief import yaml

KEY = re.compile(
    r"""(?P<pad> *)(?P<quote>["']?)(?P<key>[^\s#"'{\[&*!|>%@`-][^"'#]*?)(?P=quote)\s*:(?:\s|$)"""
)
NAMED = re.compile(
    r'(?m)^((?: |- )*(?:[a-z_]+: )?)"(\d+_[a-z]\w*)"(:?)'
)  # no reader of YAML takes 3_x for a number
HEAD = "# Progress of a workflow, written by `baton phase`. Its journal in .baton/journal is what counts: what is changed\n# here by hand opens no gate. `baton phase doctor` tells where the two differ.\n"
Parse = Callable[[str], dict[str, Any]]


class Written(NamedTuple):
    """The new text, and whether all of it had to be written anew although somebody else wrote it."""

    text: str
    whole: bool


def written(
    text: str, values: Mapping[str, Any], ours: Mapping[str, Any], entries: Mapping[str, Any], parse: Parse
) -> Written:
    """Return a file with these top keys and these phases in it; `values` is what `text` says now."""
    there = values.get("phases")
    before = there if isinstance(there, dict) else {}
    wanted = {**values, **ours, "phases": {**before, **entries}}
    if not text.strip():
        return Written(HEAD + dumped(wanted), whole=False)
    changed = {key: value for key, value in ours.items() if key not in values or values[key] != value}
    moved = {key: entry for key, entry in entries.items() if before.get(key) != entry}
    mended = _mended(text, changed, moved, filled=bool(before))
    if parse(mended) == parse(dumped(wanted)):
        return Written(mended, whole=False)
    return Written(HEAD + dumped(wanted), whole=True)


def dumped(value: Mapping[str, Any]) -> str:
    """Return values as YAML; the names of phases stand bare, as other tools write and look for them."""
    return NAMED.sub(r"\1\2\3", yaml.dump(value))


def _mended(text: str, ours: Mapping[str, Any], entries: Mapping[str, Any], *, filled: bool) -> str:
    lines = text.replace("\r\n", "\n").splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    sections = _sections(lines, 0)
    for key, value in ours.items():
        _put(sections, key, _lines({key: value}, 0))
    if entries and filled:
        at = next((n for n, (key, _) in enumerate(sections) if key == "phases"), None)
        if at is not None:
            sections[at] = ("phases", _phases(sections[at][1], entries))
    elif entries:
        _put(sections, "phases", _lines({"phases": dict(entries)}, 0))
    return "".join(line for _, section in sections for line in section)


def _phases(section: Sequence[str], entries: Mapping[str, Any]) -> list[str]:
    head, rest = section[0], list(section[1:])
    first = next((found for line in rest if (found := KEY.match(line))), None)
    indent = len(first["pad"]) if first else 2
    inner = _sections(rest, indent)
    for key, entry in entries.items():
        _put(inner, key, _lines({key: entry}, indent))
    return [head, *(line for _, lines in inner for line in lines)]


def _sections(lines: Sequence[str], indent: int) -> list[tuple[str, list[str]]]:
    """Return (key, lines) of everything that begins at this column; comments between two keys stand alone."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        key = KEY.match(line)
        if key and len(key["pad"]) == indent:
            found.append((key["key"], [line]))
        elif not found or (line.lstrip().startswith("#") and len(line) - len(line.lstrip()) <= indent):
            found.append(("", [line]))
        else:
            found[-1][1].append(line)
    return found


def _put(sections: list[tuple[str, list[str]]], key: str, lines: list[str]) -> None:
    at = next((n for n, (name, _) in enumerate(sections) if name == key), None)
    if at is None:
        sections.append((key, lines))
    else:
        blank = [line for line in sections[at][1][1:] if not line.strip()][-1:]
        sections[at] = (key, [*lines, *(blank if not sections[at][1][-1].strip() else ())])


def _lines(value: Mapping[str, Any], indent: int) -> list[str]:
    return [f"{' ' * indent}{line}\n" for line in dumped(value).splitlines()]
