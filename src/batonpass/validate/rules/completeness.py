"""What a handoff of its type must carry."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.model.profile import Profile, Slot
from batonpass.validate.expected import profile_of
from batonpass.validate.fields import at
from batonpass.validate.missing import missing
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "completeness"
SAYS = "A manifest fills the slots its type requires"
WHY = "The next agent reads nothing else: what is missing here it will guess, or read the whole work for."
DECIDED = {"strategy": "Add OAuth2 beside the present login"}
BUILT = ["src/api/token.ts"]
SATISFIED = ["backend-architect plan: the token endpoint is there"]
GOOD = (
    Case(
        title="a plan with its strategy and its decisions",
        manifest={
            "artifact_type": "plan",
            "summary": DECIDED,
            "key_decisions": [{"decision": "Use PKCE", "rationale": "No client secret"}],
        },
    ),
    Case(
        title="an implementation that created nothing, but changed files",
        manifest={
            "artifact_type": "implementation",
            "files_modified": BUILT,
            "dependencies_satisfied": SATISFIED,
        },
    ),
    Case(title="a general handoff requires no slot", manifest={"artifact_type": "handoff"}),
)
BAD = (
    Case(
        title="a general handoff that only names a decision",
        manifest={
            "artifact_type": "handoff",
            "summary": {},
            "key_decisions": [{"decision": "Use PKCE", "rationale": "No client secret"}],
        },
        finds=(Finding("warning", "/summary", "summary is empty: the sources give no"),),
    ),
    Case(
        title="research without insights and constraints",
        manifest={"summary": {"system_overview": "JWT with Redis sessions"}},
        finds=(
            Finding("error", "/summary/constraints", "summary.constraints is empty"),
            Finding("error", "/summary/key_insights", "summary.key_insights is empty"),
        ),
    ),
    Case(
        title="a plan that decided nothing",
        manifest={"artifact_type": "plan", "summary": DECIDED, "key_decisions": []},
        finds=(Finding("error", "/key_decisions", "key_decisions is empty"),),
    ),
    Case(
        title="an implementation that built nothing, for nobody",
        manifest={"artifact_type": "implementation"},
        finds=(
            Finding("error", "/dependencies_satisfied", "dependencies_satisfied is empty"),
            Finding("error", "/files_created", "files_created is empty"),
        ),
    ),
    Case(
        title="no summary at all",
        manifest={"artifact_type": "handoff", "summary": {}},
        finds=(Finding("error", "/summary", "summary is empty"),),
    ),
)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:  # noqa: ARG001 - what is absent is seen without senses
    """Yield one problem for every required slot that is filled nowhere."""
    profile = profile_of(subject)
    if not subject.manifest.get("summary"):
        yield _without_summary(subject, profile)
    for slot in _required(profile) if profile else ():
        if not _filled(slot, subject, profile):
            yield missing(NAME, profile.name if profile else "", slot)


def _without_summary(subject: Subject, profile: Profile | None) -> Problem:
    """Return a warning where a general handoff says all it has elsewhere, an error where it says nothing."""
    slots = profile.slots if profile and not any(_required(profile)) else ()
    says_something = any(at(subject.manifest, slot.at) for slot in slots)
    message = "summary is empty, and every handoff needs one"
    if says_something:
        message = "summary is empty: the sources give no overview, insight, constraint or risk"
    todo = "say what was found, decided or built"
    return Problem(NAME, "warning" if says_something else "error", message, todo, pointer="/summary")


def _required(profile: Profile) -> Iterator[Slot]:
    """Yield the slots that must be filled: the required ones, and those of the type's own demands."""
    demanded = {
        "key_decisions": profile.decisions_required,
        "dependencies_satisfied": profile.dependencies_required,
    }
    return (slot for slot in profile.slots if slot.required or demanded.get(slot.at))


def _filled(slot: Slot, subject: Subject, profile: Profile | None) -> bool:
    """Say whether anything of the slot's kind stands there: changed files do for created ones."""
    alike = (s.at for s in profile.slots if (s.kind, s.form) == (slot.kind, slot.form)) if profile else ()
    return any(at(subject.manifest, dotted) for dotted in alike)
