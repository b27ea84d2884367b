"""The blocks of one report while they are being written down."""

import re
from typing import Any

from batonpass.model.evidence import Case, Check, Evidence, Measured, Outcome, Run
from batonpass.model.source import Block, BlockKind
from batonpass.read.draft import Draft
from batonpass.read.lines import Lines
from batonpass.read.reports.numbers import many
from batonpass.tables.load import table

WORD_END = re.compile(r"(?<=\w)\b")
KINDS: dict[type[Evidence], BlockKind] = {Run: "run", Case: "case", Check: "check", Measured: "measure"}


class Sheet:
    """What a report says, each with its lines."""

    def __init__(self, lines: Lines) -> None:
        """Start empty."""
        self.draft = Draft(lines)
        self._most_cases: int = table("evidence")["report"]["cases"]
        self._message_chars: int = table("evidence")["report"]["message_chars"]
        self._named: set[tuple[str, Outcome]] = set()

    @property
    def lines(self) -> Lines:
        """Return the lines of the report."""
        return self.draft.lines

    @property
    def is_empty(self) -> bool:
        """Tell whether nothing was found."""
        return not self.draft.blocks

    def say(self, evidence: Evidence, text: str, first: int, last: int = 0) -> None:
        """Write down what stands on these lines; one line where there is no last one."""
        self.draft.add(KINDS[type(evidence)], " ".join(text.split()), first, last or first, evidence=evidence)

    def piece(self, evidence: Evidence, text: str, start: int, end: int) -> None:
        """Write down what stands between these bytes."""
        self.draft.piece(KINDS[type(evidence)], " ".join(text.split()), start, end, evidence=evidence)

    def run(self, text: str, first: int, last: int = 0, **counts: Any) -> None:
        """Write down a run of tests."""
        self.say(Run(**counts), text, first, last)

    def total(self, start: int, **counts: Any) -> None:
        """Write down a run whose numbers belong to the tag at a byte."""
        self.piece(Run(**counts), many(counts["total"], "test"), start, self.tag_end(start))

    def case(self, outcome: Outcome, name: str, message: str, first: int, last: int = 0) -> None:
        """Write down a test that did not pass: each once, and no more than anybody reads."""
        if made := self.new_case(outcome, name, message):
            self.say(made, self.told(made), first, last)

    def new_case(self, outcome: Outcome, name: str, message: str) -> Case | None:
        """Return a test that did not pass, None where it was named before or enough have been."""
        name = " ".join(name.split())
        if not name or (name, outcome) in self._named or len(self._named) >= self._most_cases:
            return None
        self._named.add((name, outcome))
        first = next((line.strip() for line in message.splitlines() if line.strip()), "")
        return Case(name, outcome, cut(first, self._message_chars))

    def told(self, case: Case) -> str:
        """Return a case in one line."""
        return f"{case.name}: {case.message}" if case.message else case.name

    def check(self, text: str, first: int, last: int = 0, **found: Any) -> None:
        """Write down what a linter, a type checker or a build came to."""
        self.say(Check(**found), text, first, last)

    def tag_end(self, start: int) -> int:
        """Return the byte behind a tag that starts at one; attributes rarely hold a `>`, and then too little is shown."""
        data = self.draft.lines.data
        return data.find(b">", start) + 1 or len(data)

    def warn(self, rule: str, message: str, todo: str, line: int) -> None:
        """Write down what was wrong with the report."""
        self.draft.warn(rule, message, todo, line)

    def finish(self) -> Draft:
        """Return the blocks in the order in which they stand."""
        self.draft.blocks.sort(key=_place)
        return self.draft


def cut(text: str, chars: int) -> str:
    """Return the beginning of a text, never a part of a word."""
    if len(text) <= chars:
        return text
    ends = [end.start() for end in WORD_END.finditer(text, 0, chars + 1)]
    return text[: ends[-1]] if ends else ""


def _place(block: Block) -> tuple[int, int]:
    return block.span.start, block.span.end
