"""Who should have handed over before an agent starts and has not, and what was left instead."""

import posixpath
from collections.abc import Iterator, Sequence

from batonpass.brief.join import Gap
from batonpass.flow.homes import agent_folder
from batonpass.flow.setup import Setup
from batonpass.model.errors import HandoffMissing
from batonpass.model.event import Event
from batonpass.model.handoff import Handoff, Selection
from batonpass.read import look
from batonpass.store.names import is_ours


def find(
    setup: Setup, agent: str, selection: Selection, expected: Sequence[str], handoffs: Sequence[Handoff]
) -> list[Gap]:
    """Return who should have handed over and has not, and record it; where rules are enforced it is an error."""
    found = [_gap(setup, name) for name in _missing(setup, agent, selection, expected, handoffs)]
    record(setup, agent, selection, found)
    if found and setup.mode == "enforce":
        raise HandoffMissing(
            f"no handoff from {', '.join(gap.agent for gap in found)}",
            wanted=f"a manifest of every agent before {agent}",
            todo='run `baton compact` for it, or go on with its full artifacts in mode = "warn"',
        )
    return found


def _missing(
    setup: Setup, agent: str, selection: Selection, expected: Sequence[str], handoffs: Sequence[Handoff]
) -> list[str]:
    """Return who should have handed over and has not: as told, else by the workflow's plan."""
    there = {handoff.agent for handoff in handoffs}
    before = expected or (*_before(setup, agent, selection.workflow), *_torn(setup, selection))
    return [name for name in dict.fromkeys(before) if name not in there and name != agent]


def _torn(setup: Setup, selection: Selection) -> Iterator[str]:
    """Yield who did hand over, and of whose handoff all but the manifest is left."""
    yield from (one.agent for one in setup.store.lost_handoffs(selection) if setup.store.names(one))


def _before(setup: Setup, agent: str, workflow: str) -> tuple[str, ...]:
    plan = next((w.agents for w in setup.store.workflows() if w.id == workflow), ()) if workflow else ()
    return plan[: plan.index(agent)] if agent in plan else ()


def _gap(setup: Setup, agent: str) -> Gap:
    """Return what an agent left instead of a manifest, with what reading it would cost."""
    folder = agent_folder(setup, agent)
    found = look.matches(setup.root, f"{folder}/**/*") if agent else ()
    files = [
        path for path in found if not is_ours(posixpath.basename(path)) and f"{folder}/latest/" not in path
    ]
    counted = (
        (path, setup.meter.count((look.data(setup.root, path) or b"").decode("utf-8", "replace")))
        for path in files
    )
    return Gap(agent, tuple(counted))


def record(setup: Setup, agent: str, selection: Selection, found: Sequence[Gap]) -> None:
    """Remember who left nothing for whom."""
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    for gap in found:
        told: dict[str, object] = {"agent": gap.agent, "for": agent, "workflow": selection.workflow}
        setup.store.record(Event("gap.found", at, told))
