"""Has an agent tried often enough? What was counted, held against the limits of the playbook."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from batonpass.model.agent_limits import Counted
from batonpass.model.handoff import Handoff
from batonpass.model.problem import Problem
from batonpass.model.verdict import Verdict
from batonpass.tables import load

RULE = "limits"  # what has a mode
SAYS = {
    "iterations": "its own checks failed {count} times",
    "minutes": "it has worked for {count} minutes",
    "same_error": "the same error came {count} times in a row",
    "similar_outputs": "it said or did nearly the same {count} times",
    "rounds": "it has had {count} rounds",
    "reviews": "it has reviewed {count} times",
    "tests": "it has tested {count} times",
    "retries": "it was started {count} times again right after it failed",
}


def problems(counted: Iterable[Counted], limits: Mapping[str, int], granted: int = 0) -> Iterator[Problem]:
    """Yield a problem for every limit that is reached; `granted` is how often a person said to go on."""
    for one in counted:
        allowed = limits[one.limit] + granted * limits["more"]
        if one.count >= allowed + _spare(one.limit):
            said = SAYS[one.limit].format(count=one.count)
            about = f" ({one.what})" if one.what else ""
            yield Problem(
                f"limit-{one.limit.replace('_', '-')}",
                "error",
                f"{one.agent or 'the agent'}: {said}{about}; the limit is {allowed}",
                load.text("escalation.md").format(more=limits["more"]).strip(),
                line=one.line,
            )


def _spare(limit: str) -> int:
    """Return 1 for what is counted once it is done: the last retry that is allowed may be made."""
    return int(limit in ("retries", "rounds", "reviews", "tests"))


def rounds(handoffs: Sequence[Handoff]) -> Iterator[Counted]:
    """Yield how many rounds each agent had in each group of a session, counted as its role is."""
    had = Counter((one.session, one.group, one.agent) for one in handoffs if one.session)
    roles: dict[str, list[str]] = load.table("agent_limits")["roles"]
    for (session, group, agent), count in had.items():
        role = next(
            (role for role, words in roles.items() if any(w in agent.lower() for w in words)), "rounds"
        )
        yield Counted(role, agent, count, f"group {group}" if group else f"session {session}")


def verdict(found: Iterable[Problem]) -> Verdict:
    """Return `block` where a limit is reached: only a person lets it go on."""
    reasons = tuple(problem.message for problem in found)
    return Verdict("block", reasons, "BLOCKED", RULE) if reasons else Verdict("go")
