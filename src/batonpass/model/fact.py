"""The only atom of a handoff."""

from typing import Literal, get_args

from msgspec import Struct

from batonpass.model.source import Span

Kind = Literal[
    "overview",
    "insight",
    "constraint",
    "non_goal",
    "risk",
    "strategy",
    "approach",
    "decision",
    "file",
    "tests",
    "gate",
    "metric",
    "error",
    "blocker",
    "question",
    "dependency",
    "next_step",
    "instruction",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

Basis = Literal[
    "derived",  # computed from git, tool calls or reports
    "asserted",  # said by an agent about what evidence could show
    "user",  # the user's own words
    "verbatim",  # any other text of a source
]
Standing = Literal["current", "superseded", "rejected", "planned", "quoted"]
Change = Literal["created", "modified", "deleted", "renamed", "read", "planned"]

# Kinds whose truth evidence could show: what an agent says about them is asserted.
CHECKABLE: frozenset[Kind] = frozenset({"file", "tests", "gate", "metric", "error"})


class Attributes(Struct, frozen=True, omit_defaults=True, kw_only=True, rename={"error_class": "class"}):
    """What a fact knows beside its text; which fields apply depends on its kind."""

    # decision
    rationale: str | None = None
    alternatives: tuple[str, ...] = ()
    id: str | None = None
    # file
    path: str | None = None
    change: Change | None = None
    from_path: str | None = None
    by: Literal["tool", "shell", "git", "text"] | None = None
    lines_added: int | None = None
    lines_removed: int | None = None
    attributed: bool | None = None
    # tests
    runner: str | None = None
    passed: int | bool | None = None  # a gate's is a bool
    failed: int | None = None
    errors: int | None = None
    skipped: int | None = None
    total: int | None = None
    duration_s: float | None = None
    complete: bool | None = None
    # metric; gate shares `name`
    name: str | None = None
    value: float | str | None = None
    unit: str | None = None
    # risk, blocker, error
    severity: str | None = None
    resolved: bool | None = None
    mitigation: str | None = None
    # `class` is a Python keyword; msgspec spells it so in JSON
    error_class: str | None = None
    command: str | None = None
    # dependency
    agent: str | None = None
    what: str | None = None
    # next_step, question
    owner: str | None = None
    done: bool | None = None


class Fact(Struct, frozen=True):
    """One thing an agent left behind, and where it stands."""

    kind: Kind
    text: str
    spans: tuple[Span, ...]
    basis: Basis = "verbatim"
    standing: Standing = "current"
    attributes: Attributes = Attributes()
    confidence: float = 1.0  # 1 = the document's own section says so; below 0.5 = a guess
    emphasis: float = 0.0  # 0-1: how loudly the source says it (bold, severity marks, capitals)
    note: str = ""  # how it was computed where no line of the source spells it
