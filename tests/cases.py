"""Golden cases written as Markdown: a title, then one fence for each part.

    ## What this case shows

    ```markdown input
    …
    ```

    ```expected
    …
    ```

The last word behind a fence names the part; longer fences hold parts with fences of their own.
`make accept` (BATON_ACCEPT=1) rewrites the parts that came out differently, for a person to read the diff.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

TITLE = re.compile(r"#{1,6} +(.+?) *$")
FENCE = re.compile(r"(`{3,})([^`]*)$")


class Case(NamedTuple):
    """One case: its parts by name, and the line of its title."""

    title: str
    parts: dict[str, str]
    line: int
    path: Path

    @property
    def id(self) -> str:
        """Return what pytest calls it."""
        return f"{self.path.stem}:{self.line} {self.title}"


def load(path: Path | str) -> list[Case]:
    """Return the cases of one file; a title without parts is a headline of the file."""
    cases: list[Case] = []
    lines = Path(path).read_text("utf-8").split("\n")
    number = 0
    while number < len(lines):
        title, fence = TITLE.match(lines[number]), FENCE.match(lines[number])
        if title:
            cases.append(Case(title[1], {}, number + 1, Path(path)))
        if fence:
            end = _end(lines, number, fence[1])
            assert cases, f"{path}:{number + 1}: a part before any title"
            cases[-1].parts[_part(fence)] = "".join(line + "\n" for line in lines[number + 1 : end])
            number = end
        number += 1
    return [case for case in cases if case.parts]


def load_all(folder: Path) -> list[Case]:
    """Return the cases of all files in a folder."""
    return [case for path in sorted(folder.glob("*.md")) for case in load(path)]


def check(case: Case, actual: str, part: str = "expected") -> None:
    """Compare a part with what came out; accept it instead where that was asked for."""
    actual = actual if actual.endswith("\n") or not actual else actual + "\n"
    if os.environ.get("BATON_ACCEPT") == "1" and case.parts.get(part) != actual:
        accept(case.path, case.title, part, actual)
        return
    assert actual == case.parts.get(part, ""), f"{case.path}:{case.line}: {case.title}"


def accept(path: Path | str, title: str, part: str, text: str) -> None:
    """Write a part of the case with this title anew; add it at the case's end if it has none."""
    path = Path(path)
    lines = path.read_text("utf-8").split("\n")
    begin = next(n for n, line in enumerate(lines) if (found := TITLE.match(line)) and found[1] == title)
    number, last = begin + 1, begin
    while number < len(lines) and not TITLE.match(lines[number]):
        fence = FENCE.match(lines[number])
        if fence:
            last = _end(lines, number, fence[1])
            if _part(fence) == part:
                path.write_text(
                    "\n".join([*lines[:number], *_fenced(fence[2], text), *lines[last + 1 :]]), "utf-8"
                )
                return
            number = last
        number += 1
    path.write_text("\n".join([*lines[: last + 1], "", *_fenced(part, text), *lines[last + 1 :]]), "utf-8")


def _part(fence: re.Match[str]) -> str:
    return fence[2].split()[-1]


def _end(lines: list[str], start: int, fence: str) -> int:
    return next(n for n in range(start + 1, len(lines)) if lines[n].rstrip() == fence)


def _fenced(info: str, text: str) -> list[str]:
    """Return a fence that is longer than any in the text."""
    longest = max((len(run) for run in re.findall(r"^ *(`{3,})", text, re.MULTILINE)), default=2)
    fence = "`" * (longest + 1)
    return [fence + info, *text.removesuffix("\n").split("\n"), fence] if text else [fence + info, fence]
