"""Who is next: the steps for programs, what goes with them and why for people."""

from collections.abc import Callable, Iterator, Sequence

from batonpass.model.playbook import Playbook
from batonpass.model.problem import Problem
from batonpass.model.routes import Alternative
from batonpass.model.routing import RouteVerdict
from batonpass.surfaces.cli.page import Line, counted, line

Place = Callable[[tuple[str, ...]], str]


def steps(verdict: RouteVerdict) -> Iterator[Line]:
    """Yield what is to be done, one line for each agent that is started."""
    if not verdict.starts:
        yield line((verdict.action, "title"), " " if verdict.next_agent else "", (verdict.next_agent, "name"))
    for start in verdict.starts:
        yield line((verdict.action, "title"), " ", (start.agent, "name"), " ", start.group)


def given(verdict: RouteVerdict, *, reasons: bool) -> Iterator[Line]:
    """Yield what the next agent is asked and given, what is due after it, and why it is not the usual one."""
    told = [
        ("run", verdict.command),
        ("given", ", ".join(verdict.include)),
        ("model", "" if verdict.starts else verdict.model),
        ("then", verdict.then),
        ("marks", ", ".join(verdict.marks)),
        *(("or", _other(other)) for other in verdict.alternatives),
    ]
    yield from (line(said, lead=(name, "quiet"), indent=2) for name, said in told if said)
    instead = dict.fromkeys(one.said for one in verdict.why if one.instead and reasons)
    yield from (line(said, lead=("!", "warning")) for said in instead)


def _other(other: Alternative) -> str:
    chosen = f"with --flag {other.flag}" if other.flag else ""
    what = " ".join(part for part in (other.to, other.command) if part)
    return ", ".join(part for part in (what, other.condition, chosen) if part)


def reasons(verdict: RouteVerdict, place: Place) -> Iterator[Line]:
    """Yield every rule that acted, in its order, with its place in the playbook."""
    for one in verdict.why:
        where = f"  {place(('routes', *one.place))}" if one.place else ""
        lead = ("!", "warning") if one.instead else ("·", "quiet")
        yield line(one.said, (where, "quiet"), lead=lead)


def summary(playbook: Playbook, found: Sequence[Problem]) -> Line:
    """Return the last line of a check."""
    rows = sum(map(len, playbook.routes.of.values()))
    sign = ("✗", "bad") if found else ("✓", "good")
    agents = counted(len(playbook.routes.of), "agent")
    said = f"{playbook.name}: {agents}, {counted(rows, 'route')}, {counted(len(found), 'problem')}"
    return line(said, lead=sign)
