"""Listings of files in code blocks: directory trees, `git status`, `diff --stat`, one path a line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from batonpass.extract.paths import clean, paths_in
from batonpass.model.fact import Change

BRANCH = re.compile(r"^(?P<indent>[\s│|┃]*)(?:[├└┣┗╠╚|+`][─━═-]+\s*)?(?P<name>[^\s#←(<]+(?:/)?)(?P<rest>.*)$")
IS_TREE = re.compile(r"[├└┣┗╠╚][─━═]|^\s*[|`+]--", re.MULTILINE)
STATUS = re.compile(
    r"^\s*(?:(?P<letter>[AMDR])(?:\d{1,3})?\s+|(?P<word>new file|modified|deleted|renamed):\s+|(?P<mode>create|delete) mode \d+ )"
    r"(?P<path>\S+)(?:\s*(?:->|→|\t)\s*(?P<to>\S+))?\s*$"
)
STAT = re.compile(r"^\s*(?P<path>\S+)\s+\|\s+\d+\s*[+-]*\s*$")
LETTERS: dict[str, Change] = {"A": "created", "M": "modified", "D": "deleted", "R": "renamed"}
WORDS: dict[str, Change] = {
    "new file": "created",
    "modified": "modified",
    "deleted": "deleted",
    "renamed": "renamed",
    "create": "created",
    "delete": "deleted",
}


class Listed(NamedTuple):
    """A path in a listing, what its line says beside it, and the change git names."""

    path: str
    remark: str
    change: Change | None = None
    from_path: str = ""


def listed(code: str) -> Iterator[Listed]:
    """Yield the files a code block lists."""
    if IS_TREE.search(code):
        yield from of_tree(code)
        return
    lines = code.splitlines()
    for line in lines:
        if found := of_git(line):
            yield found
        elif (path := clean(line.split("#")[0].split(" - ")[0].split("←")[0])) and "/" in path:
            yield Listed(path, line.partition(path)[2])
    if is_one_command([line for line in lines if line.strip()]):
        yield from (Listed(place.path, "") for line in lines for place in paths_in(line))


def is_one_command(lines: list[str]) -> bool:
    """Tell whether every line does the same with one file: `python -m py_compile src/a.py  ✓`."""
    first = {line.split()[0] for line in lines}
    return len(lines) > 1 and len(first) == 1 and all(len(paths_in(line)) == 1 for line in lines)


def of_git(line: str) -> Listed | None:
    """Return the file of a line of git's output."""
    if found := STATUS.match(line):
        change = LETTERS.get(found["letter"] or "") or WORDS.get(found["word"] or found["mode"] or "")
        path = clean(found["to"] or found["path"])
        return Listed(path, "", change, clean(found["path"]) if found["to"] else "") if path else None
    found = STAT.match(line)
    path = clean(found["path"]) if found else ""
    return Listed(path, "", "modified") if path else None


def of_tree(code: str) -> Iterator[Listed]:
    """Yield the files of a directory tree, each joined to the directories above it."""
    above: list[tuple[int, str]] = []
    for line in code.splitlines():
        found = BRANCH.match(line)
        if not found or not line.strip("│| \t"):
            continue
        depth = found.start("name")
        name = found["name"].strip("*`")
        while above and above[-1][0] >= depth:
            above.pop()
        path = "/".join([*(folder for _, folder in above), name.rstrip("/")]).removeprefix("./")
        if name.endswith("/") or not clean(path):
            above.append((depth, name.strip("/") if name not in (".", "./") else "."))
        else:
            yield Listed(clean(path), found["rest"].strip(" #←<-–—"))
