"""May this project go on to a stricter mode? Read from the ledger: what was handed over, checked and let pass."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta

from batonpass.decide.readiness import criteria
from batonpass.decide.workflow import Passed
from batonpass.flow.course import MOVED
from batonpass.flow.outcome import Opened, opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import BatonError
from batonpass.model.event import Event
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.modes import ORDER
from batonpass.model.readiness import Readiness, Stopped
from batonpass.tables import load

CHECKED, EXCUSED = "gate.checked", "excuse.made"


def readiness(setup: Setup, days: int = 0) -> Readiness:
    """Return what enforce would have stopped in the last days, and whether the criteria for going on are met."""
    terms = load.limits()["readiness"]
    days = days or terms["days"]
    since = f"{setup.clock() - timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"
    handoffs = [one for one in setup.store.handoffs(Selection()) if one.at >= since]
    checks = [event for event in setup.store.events(CHECKED) if event.at >= since]
    replaced = {one.supersedes for one in handoffs}
    standing = [one for one in handoffs if one.id not in replaced]
    broken = {one.id: why for one in handoffs if (why := _errors(setup, one))}
    place = ORDER.index(setup.mode)
    return Readiness(
        mode=setup.mode,
        next=ORDER[place + 1] if place + 1 < len(ORDER) else "",
        days=days,
        handoffs=len(handoffs),
        checks=len(checks),
        criteria=tuple(
            criteria(
                [_passed(one) for one in handoffs],
                sum(one.id not in broken for one in standing),
                len(standing),
                setup.playbook.budgets,
                terms,
            )
        ),
        excuses=_excuses([e for e in setup.store.events(EXCUSED) if e.at >= since]),
        stopped=tuple(
            sorted(
                (*_checks(checks), *_phases(setup, since, checks), *_handoffs(handoffs, broken)),
                key=lambda one: one.at,
            )
        ),
    )


def _passed(handoff: Handoff) -> Passed:
    return Passed(
        from_agent=handoff.agent,
        manifest_tokens=handoff.manifest_tokens,
        required_tokens=handoff.required_reading_tokens,
        source_tokens=handoff.source_tokens,
    )


def _errors(setup: Setup, handoff: Handoff) -> str:
    """Return the rules a handoff breaks, "" where it breaks none; one that is gone breaks none any more."""
    try:
        told: Opened = opened(setup, handoff)
    except BatonError as error:
        return "" if setup.store.by_key(handoff.id) is None else str(error)
    problems = told.proof.problems if told.proof else ()
    return ", ".join(dict.fromkeys(p.rule for p in problems if p.severity == "error"))


def _checks(checks: Sequence[Event]) -> Iterator[Stopped]:
    for event in checks:
        told = event.data
        if told.get("answer") == "block" and not told.get("denied"):
            moment = str(told.get("moment"))
            who = str(told.get("agent") or told.get("phase") or "")
            yield Stopped(event.at, "spawn" if moment == "heavy" else moment, who, _share(event))


def _phases(setup: Setup, since: str, checks: Sequence[Event]) -> Iterator[Stopped]:
    """Yield the moves of workflows that were made although their gates stood against them, not only the context."""
    counted = {e.at for e in checks if e.data.get("moment") == "phase" and e.data.get("answer") == "block"}
    for event in setup.store.events(MOVED):
        told = event.data
        if since <= event.at not in counted and told.get("answer") == "block" and told.get("moved"):
            reasons = told.get("reasons")
            why = str(reasons[0]) if isinstance(reasons, list) and reasons else "its gate was not passed"
            yield Stopped(event.at, "phase", f"{told.get('do')} {told.get('phase')}".strip(), why)


def _excuses(events: Sequence[Event]) -> dict[str, int]:
    """Return how often each family of excuses was made, the most frequent first."""
    named = (event.data.get("families") for event in events)
    counts = Counter(str(name) for listed in named if isinstance(listed, list) for name in listed)
    return dict(counts.most_common())


def _share(event: Event) -> str:
    tokens, window = event.data.get("tokens"), event.data.get("window")
    if isinstance(tokens, int) and isinstance(window, int) and window:
        return f"{tokens * 1000 // window / 10:g} % of the window was used"
    return "nobody knew how full the context was"


def _handoffs(handoffs: Sequence[Handoff], broken: dict[str, str]) -> Iterator[Stopped]:
    for one in handoffs:
        if one.standing == "published" and one.id in broken:
            yield Stopped(one.at, "handoff", one.agent, f"errors of {broken[one.id]}", one.manifest)
