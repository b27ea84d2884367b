"""What tools measured: the typed values that blocks of reports and git trails carry."""

from typing import Literal

from msgspec import Struct

Outcome = Literal["failed", "error"]  # the test said no · the test could not be run
Done = Literal["created", "modified", "deleted", "renamed"]
State = Literal["committed", "staged", "unstaged", "untracked"]
# `quoted`: printed inside another run, as what a test put out; `superseded`: run again later in the same log.
RunStanding = Literal["current", "superseded", "quoted"]


class Run(Struct, frozen=True, kw_only=True):
    """One run of tests as its runner summed it up; None is what it does not say."""

    runner: str
    passed: int | None = None
    failed: int | None = None
    errors: int | None = None
    skipped: int | None = None
    total: int | None = None  # with those that were expected to fail or only planned, where it counts them
    duration_s: float | None = None
    complete: bool = True  # False: crashed, cut off or stopped before all tests were run
    standing: RunStanding = "current"
    counted: str = ""  # how the numbers came about where no line of the report says them


class Case(Struct, frozen=True):
    """One test that did not pass."""

    name: str
    outcome: Outcome
    message: str = ""  # its first line


class Check(Struct, frozen=True, kw_only=True):
    """What a linter, type checker or build came to."""

    tool: str
    gate: str  # what it checks, as agents call it: lint, types, build
    errors: int
    warnings: int = 0
    passed: bool
    counted: str = ""


class Measured(Struct, frozen=True, kw_only=True):
    """A measured value."""

    name: str
    value: float
    unit: str = "%"
    counted: str = ""


class Changed(Struct, frozen=True, kw_only=True):
    """What became of one file between two states of a working tree."""

    path: str
    change: Done
    from_path: str = ""  # of a renamed file; of a created one, what it was copied from
    added: int | None = None  # lines; None for a binary file, and where a diff is too large to be counted
    removed: int | None = None
    state: State = "committed"


Evidence = Run | Case | Check | Measured | Changed
