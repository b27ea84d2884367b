"""What an orchestrator asks of an agent, and what the agent answers: the messages of seed 004.

The published schemas are made from these nouns. Fields of one's own may stand beside them.
"""

from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

Phase = Literal["research", "write", "validate", "parallel"]
Expected = Literal["structured_findings", "files_changed", "validation_result", "aggregated_results"]
Completion = Literal["complete", "partial", "blocked"]
Signal = Literal["PROCEED", "STOP", "CLARIFY"]
ModeOfWork = Literal["plan", "code", "ui", "docs", "eval", "reconcile", "research"]
Rule = Literal["all_must_pass", "any_pass", "majority_pass"]
PHASES: tuple[Phase, ...] = get_args(Phase)
RULES: tuple[Rule, ...] = get_args(Rule)

Text = Annotated[str, Meta(min_length=1)]
Counted = Annotated[int, Meta(ge=0)]


class Context(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the agent must know, and no more."""

    feature: Annotated[Text, Meta(description="The feature that is worked on")]
    spec_path: Annotated[str | None, Meta(description="Where its specification stands")] = None
    relevant_files: Annotated[tuple[str, ...], Meta(description="Files to examine or to change")] = ()
    constraints: Annotated[tuple[str, ...], Meta(description="What must be kept to")] = ()
    previous_findings: Annotated[str | None, Meta(description="The context_summary of the phase before")] = (
        None
    )
    previous_summary: Annotated[str | None, Meta(description="The later name of previous_findings")] = None


class Request(Struct, frozen=True, kw_only=True):
    """Orchestrator to agent: what to do, and in which form to answer."""

    task_id: Annotated[Text, Meta(description="What the answer must repeat")]
    phase: Annotated[Phase, Meta(description="The phase this is")]
    context: Annotated[Context, Meta(description="What the agent must know, and no more")]
    instructions: Annotated[Text, Meta(description="What the agent should do")]
    expected_output: Annotated[Expected, Meta(description="The form of the findings")]
    mode: Annotated[ModeOfWork | UnsetType, Meta(description="The kind of work, as later versions say")] = (
        UNSET
    )


class Implementation(Struct, frozen=True):
    """Something that is there already."""

    file: Text
    description: str = ""
    relevance: Literal["high", "medium", "low"] = "medium"


class Conflict(Struct, frozen=True):
    """Something that is in the way."""

    description: Text
    type: Annotated[str, Meta(description="naming, pattern or dependency")] = ""
    severity: Literal["critical", "warning", "info"] = "warning"


class Pattern(Struct, frozen=True):
    """How the project does it elsewhere."""

    file: Text
    pattern: str = ""
    recommendation: str = ""


class ResearchFindings(Struct, frozen=True, kw_only=True):
    """What was found before anything is written."""

    existing_implementations: tuple[Implementation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    patterns_found: tuple[Pattern, ...] = ()
    recommendations: tuple[str, ...] = ()


class CreatedFile(Struct, frozen=True):
    """A new file."""

    path: Text
    purpose: str = ""


class ModifiedFile(Struct, frozen=True):
    """A file that was changed."""

    path: Text
    changes: str = ""


class WrittenTests(Struct, frozen=True):
    """Tests that were written."""

    path: Text
    test_count: Counted = 0
    coverage_areas: tuple[str, ...] = ()


class WriteFindings(Struct, frozen=True, kw_only=True):
    """What was written."""

    files_created: tuple[CreatedFile, ...] = ()
    files_modified: tuple[ModifiedFile, ...] = ()
    tests_written: tuple[WrittenTests, ...] = ()
    implementation_notes: tuple[str, ...] = ()


class Check(Struct, frozen=True, kw_only=True):
    """One check: types, lint, security, build."""

    passed: bool
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()


class Testing(Struct, frozen=True, kw_only=True):
    """The tests."""

    passed: bool
    total: Counted | UnsetType = UNSET
    passed_count: Counted | UnsetType = UNSET
    failed_count: Counted | UnsetType = UNSET
    coverage: Annotated[float, Meta(ge=0)] | UnsetType | None = UNSET
    failures: tuple[str, ...] = ()


class Checks(Struct, frozen=True, kw_only=True):
    """The checks that were run; others may stand beside them."""

    types: Check | UnsetType = UNSET
    lint: Check | UnsetType = UNSET
    tests: Testing | UnsetType = UNSET
    security: Check | UnsetType = UNSET
    build: Check | UnsetType = UNSET


class ValidateFindings(Struct, frozen=True, kw_only=True):
    """What the checks said."""

    checks: Checks
    overall_passed: bool
    blocking_issues: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class Result(Struct, frozen=True, kw_only=True):
    """How one of several agents ended."""

    task_id: Text
    passed: bool
    type: str = ""
    summary: str = ""
    details: dict[str, Any] = {}


class Aggregation(Struct, frozen=True, kw_only=True):
    """What their results make together."""

    total: Counted
    passed: Counted
    failed: Counted
    rule: str
    overall_passed: bool


class NotListed(Struct, frozen=True):
    """Results that are only counted, where all of them would take too much."""

    passed: Counted = 0
    failed: Counted = 0


class ParallelFindings(Struct, frozen=True, kw_only=True):
    """The results of agents that worked at the same time."""

    results: tuple[Result, ...]
    aggregation: Aggregation
    not_listed: NotListed | UnsetType = UNSET


class Response(Struct, frozen=True, kw_only=True):
    """Agent to orchestrator: what was found, and what it means for the next step."""

    task_id: Annotated[Text, Meta(description="The request's task_id")]
    phase: Annotated[Text, Meta(description="The request's phase")]
    status: Annotated[Completion, Meta(description="How far the work came")]
    decision: Annotated[Signal, Meta(description="What the orchestrator should do")]
    findings: Annotated[dict[str, Any], Meta(description="The results, in the form of the phase")]
    context_summary: Annotated[
        Text, Meta(description="What the next phase needs to know, at most 500 tokens")
    ]
    tokens_used: Annotated[
        Annotated[float, Meta(ge=0)] | UnsetType, Meta(description="Tokens the agent spent, about")
    ] = UNSET
    issues: Annotated[tuple[str, ...], Meta(description="Problems and warnings")] = ()
    mode: Annotated[ModeOfWork | UnsetType, Meta(description="The kind of work, as later versions say")] = (
        UNSET
    )


FINDINGS: dict[Phase, type[Struct]] = {
    "research": ResearchFindings,
    "write": WriteFindings,
    "validate": ValidateFindings,
    "parallel": ParallelFindings,
}


def passes(rule: str, passed: int, total: int) -> bool:
    """Say whether so many of all are enough."""
    enough = {"all_must_pass": passed == total, "any_pass": passed > 0, "majority_pass": passed > total / 2}
    return enough[rule]


class PhaseTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a phase asks for, and what its messages may cost."""

    expected_output: str
    signals: tuple[Signal, ...]
    input: tuple[int, int]  # typical tokens of a request, least and most
    output: tuple[int, int]  # of a response
    total: int  # both together
    next: str = ""  # the phase after it


class Action(Struct, frozen=True, kw_only=True):
    """What the orchestrator must do with an answer."""

    do: Literal["continue", "halt", "ask", "retry", "finish"]
    says: str
    phase: str = ""  # the next one, where it goes on
    reasons: tuple[str, ...] = ()  # why it halts
    questions: tuple[str, ...] = ()  # what the user is asked
    retries: int = 0  # how often an agent that left nothing may be run again
