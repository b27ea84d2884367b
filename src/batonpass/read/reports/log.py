"""A console log as text without colours and prefixes, and where its lines stand."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from batonpass.read.lines import Lines

ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor movements
    r"|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)"  # titles and links
    r"|\x1b[@-Z\\-_]|[\x00-\x08\x0e-\x1a]"
)
# What CI services and task runners put before every line.
STAMPS = re.compile(r"^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*Z ", re.MULTILINE)
TASKS = re.compile(r"^@?[\w./-]+:[\w-]*test[\w:-]*: ?", re.MULTILINE)


class Log:
    """One log: cleaned, line for line as it was."""

    def __init__(self, lines: Lines) -> None:
        """Clean the text."""
        text = lines.data.decode("utf-8", "replace").removeprefix("\ufeff")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = ESCAPES.sub("", text)
        text = STAMPS.sub("", text) if "Z " in text else text
        self.text = TASKS.sub("", text) if "test: " in text else text
        self._starts = [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))]

    @property
    def count(self) -> int:
        """Return the number of lines."""
        return len(self._starts) - 1 - (not self.text or self.text.endswith("\n"))

    def at(self, offset: int) -> int:
        """Return the line, from 1, a place of the text stands in."""
        return bisect_right(self._starts, offset)

    def line(self, number: int) -> str:
        """Return one line, "" beyond the end."""
        if not 0 < number < len(self._starts):
            return ""
        return self.text[self._starts[number - 1] : self._starts[number] - 1]

    def find(
        self, pattern: re.Pattern[str], first: int = 1, last: int = 0
    ) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield every match from one line to another with its line; 0 = to the end."""
        start = self._starts[min(first, len(self._starts)) - 1]
        end = self._starts[min(last, len(self._starts) - 1)] if last else len(self.text)
        for match in pattern.finditer(self.text, start, end):
            yield self.at(match.start()), match

    def has(self, *needles: str) -> bool:
        """Tell cheaply whether one of these stands anywhere."""
        return any(needle in self.text for needle in needles)

    def after(self, number: int, most: int = 8) -> Iterator[tuple[int, str]]:
        """Yield the next lines that are not blank, with their numbers."""
        for following in range(number + 1, min(number + most, self.count) + 1):
            if text := self.line(following).strip():
                yield following, text
