"""What of earlier agents' work this handoff satisfies, each as `agent: what`."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.agents import is_known, nearest
from batonpass.validate.expected import profile_of
from batonpass.validate.fields import texts
from batonpass.validate.missing import missing
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "dependencies"
SAYS = "Every satisfied dependency names the agent it came from and what was asked"
WHY = "Without the agent nobody can check what was promised; without the promise there is nothing to check."
FIELD = "dependencies_satisfied"
REGISTRY = ("backend-architect", "top-down-analyzer")
GOOD = (
    Case(
        title="an agent, or an agent and which part of its work",
        agents=REGISTRY,
        manifest={
            FIELD: [
                "backend-architect: the token endpoint",
                "backend-architect plan: CSRF protection added",
                "top-down-analyzer constraints: <100ms response time (avg 45ms measured)",
            ]
        },
    ),
    Case(
        title="an agent with blanks in its name",
        agents=("QA Expert",),
        manifest={FIELD: ["qa expert report: ok"]},
    ),
)
BAD = (
    Case(
        title="a sentence instead of a reference",
        manifest={FIELD: ["all endpoints implemented", ": nobody asked", "backend-architect:"]},
        finds=(
            Finding("error", f"/{FIELD}/0", '"all endpoints implemented" has no agent'),
            Finding("error", f"/{FIELD}/1", "has no agent"),
            Finding("error", f"/{FIELD}/2", "does not say what"),
        ),
    ),
    Case(
        title="an agent nobody knows",
        agents=REGISTRY,
        manifest={FIELD: ["backend-architct plan: token endpoint", "https://example.org/plan"]},
        finds=(
            Finding("warning", f"/{FIELD}/0", "backend-architct is not a known agent"),
            Finding("warning", f"/{FIELD}/1", "https is not a known agent"),
        ),
    ),
    Case(
        title="an implementation that satisfies nothing",
        manifest={"artifact_type": "implementation", "files_created": ["src/token.ts"]},
        finds=(Finding("error", f"/{FIELD}", f"{FIELD} is empty"),),
    ),
)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield what is no reference, and what refers to nobody."""
    yield from _absent(subject)
    for pointer, said in texts(subject.manifest, FIELD):
        agent, _, what = (part.strip() for part in said.partition(":"))
        if not agent or not what:
            yield _malformed(said, pointer, "does not say what" if agent and ":" in said else "has no agent")
        elif not _names_known(agent, senses.known_agents):
            name = agent.split()[0]
            message = f"{name} is not a known agent"
            yield Problem(NAME, "warning", message, nearest(name, senses.known_agents), pointer=pointer)


def _absent(subject: Subject) -> Iterator[Problem]:
    profile = profile_of(subject)
    if profile and profile.dependencies_required and not subject.manifest.get(FIELD):
        yield from (missing(NAME, profile.name, slot) for slot in profile.slots if slot.at == FIELD)


def _malformed(said: str, pointer: str, why: str) -> Problem:
    todo = "write `agent: what was satisfied`, such as `backend-architect: token endpoint`"
    return Problem(NAME, "error", f'"{said}" {why}', todo, pointer=pointer)


def _names_known(agent: str, known: frozenset[str]) -> bool:
    """Say whether the words before the colon begin with a known agent: `backend-architect plan`."""
    words = agent.split()
    return any(is_known(" ".join(words[:length]), known) for length in range(len(words), 0, -1))
