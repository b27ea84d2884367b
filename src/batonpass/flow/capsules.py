"""What a person reads about a team at work, in one line each: an agent's end, or another turn of events."""

from collections.abc import Mapping

from batonpass.brief.capsule import capsule
from batonpass.brief.ended import End, ended, next_of
from batonpass.brief.moment import moment, names, names_of
from batonpass.flow import returns, routing
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.model.returns import Return

MOMENTS = names()


def of_end(
    setup: Setup,
    told: Return,
    agent: str,
    *,
    group: str = "",
    following: str = "",
    state: str = "",
    handoff: Opened | None = None,
    width: int = 0,
    ascii_only: bool = False,
) -> str:
    """Return the line of an agent's end: all three lines, and who is next by the routes where nobody says.

    What evidence says against the agent is told with it: its handoff is asked.
    """
    team = setup.playbook.team
    role = team.agent(agent, setup.playbook.agents)
    end = End(
        title=team.title(role or agent),
        status=told.status,
        lines=told.summary,
        group=group,
        sign=team.signs.get(role, ""),
        next=following or _next(setup, role, told.status, group, state),
        problem=against(handoff),
        artifact=handoff.handoff.manifest if handoff else "",
    )
    return ended(end, width=width, ascii_only=ascii_only)


def _next(setup: Setup, role: str, status: str, group: str, state: str) -> str:
    if role not in setup.playbook.routes.of:
        return ""
    asked = routing.Told(agent=role, status=status, groups=(group,) if group else ())
    verdict = routing.route(setup, asked, state, keep=False).verdict
    return next_of(verdict.action, verdict.next_agent, setup.playbook.team)


def against(handoff: Opened | None) -> str:
    """Return what evidence says against what an agent claims, "" where nothing does."""
    if handoff is None or handoff.proof is None:
        return ""
    refuted = sum(found.finding == "contradicted" for found in handoff.proof.differences)
    if handoff.handoff.standing == "rejected":
        return "its handoff was rejected"
    return f"{refuted} {'claim' if refuted == 1 else 'claims'} refuted by evidence" if refuted else ""


def of_handoff(
    setup: Setup,
    handoff: Opened,
    *,
    following: str = "",
    state: str = "",
    width: int = 0,
    ascii_only: bool = False,
) -> str:
    """Return the line of a handoff: of a team's agent that says how it ended as its end, else what it holds."""
    told = handoff.handoff
    role = setup.playbook.team.agent(told.agent, setup.playbook.agents)
    if not (role and told.status and role in setup.playbook.team.titles):
        return capsule(handoff.manifest, handoff.proof, width=width, ascii_only=ascii_only)
    value = returns.of_handoff(setup, handoff).value
    return of_end(
        setup,
        value,
        told.agent,
        group=told.group,
        following=following,
        state=state,
        handoff=handoff,
        width=width,
        ascii_only=ascii_only,
    )


def of_moment(name: str, said: Mapping[str, str], *, width: int = 0, ascii_only: bool = False) -> str:
    """Return the line of a moment at which no agent ended."""
    return moment(name, said, width=width, ascii_only=ascii_only)


def said_of(name: str) -> tuple[str, ...]:
    """Return what may be said of a moment."""
    return names_of(name)
