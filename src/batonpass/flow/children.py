"""Whose handoffs a fan-in merges: those that are named, or all of a workflow; and who left nothing."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from batonpass.brief.response import response
from batonpass.compact.merge import about
from batonpass.flow.exchange import phases
from batonpass.flow.outcome import Opened, open_handoff, opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, BatonError, NotFound, WrongUse
from batonpass.model.fanning import Ended
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.terms import Terms
from batonpass.store import runs
from batonpass.tables import load


class Children(Struct, frozen=True):
    """The handoffs that are merged, by name, and of whom nothing is known."""

    there: tuple[tuple[str, Opened], ...]
    lost: tuple[Ended, ...]

    @property
    def handoffs(self) -> tuple[Handoff, ...]:
        """Return what the ledger knows of those that are merged."""
        return tuple(child.handoff for _, child in self.there)


def children(setup: Setup, names: Sequence[str], terms: Terms, missing: Sequence[str] = ()) -> Children:
    """Open what is named, all open handoffs of the workflow, session or group where nothing is.

    What cannot be found or read counts as an agent that was lost; only where all are is it an error.
    """
    lost = [gone(name) for name in missing]
    found: dict[str, Opened] = {}
    failed: list[BatonError] = []
    for name in names:
        try:
            one = open_handoff(setup, name)
        except (NotFound, BadContent) as error:
            failed.append(error)
            lost.append(gone(f"{name}: {error.found}"))
        else:
            found.setdefault(one.handoff.directory, one)
    if not names:
        found, more = _of_workflow(setup, terms)
        lost += more
    if not found:
        raise failed[0] if failed else _nobody(terms)
    return Children(_named(tuple(found.values())), tuple(lost))


def gone(told: str) -> Ended:
    """Return an agent that was lost, told as `name`, or `name: what happened`."""
    name, _, why = told.partition(": ")
    return Ended(name=name.strip(), passed=False, lost=True, why=(why.strip() or "it left nothing",))


def _nobody(terms: Terms) -> BatonError:
    if not (terms.workflow or terms.session or terms.group):
        return WrongUse("nothing to merge", wanted="MANIFEST..., or --workflow, --session or --group")
    return NotFound(
        "no open handoff there", wanted="handoffs to merge", todo="`baton status` lists what there is"
    )


def _of_workflow(setup: Setup, terms: Terms) -> tuple[dict[str, Opened], list[Ended]]:
    if not (terms.workflow or terms.session or terms.group):
        raise _nobody(terms)
    selection = Selection(workflow=terms.workflow, session=terms.session, group=terms.group)
    standing = [h for h in setup.store.open_handoffs(selection) if h.agent != terms.agent]
    found: dict[str, Opened] = {}
    lost = [gone(f"{name}: it left no handoff") for name in _absent(setup, terms, standing)]
    for handoff in standing:
        try:
            found[handoff.directory] = opened(setup, handoff)
        except BadContent as error:
            lost.append(gone(f"{handoff.agent}: {error.found}"))
    return found, lost


def _absent(setup: Setup, terms: Terms, standing: Sequence[Handoff]) -> Iterator[str]:
    """Yield who should have handed over by the workflow's plan, or ran in the session, and has left nothing."""
    there = Counter(handoff.agent for handoff in standing)
    plan = next((w.agents for w in setup.store.workflows() if w.id == terms.workflow), ())
    before = plan[: plan.index(terms.agent)] if terms.agent in plan else plan
    ran = Counter(str(run.get("agent")) for run in runs.of_session(setup.root, terms.session).values())
    for name in dict.fromkeys((*before, *(ran if terms.session and not terms.group else ()))):
        if name != terms.agent:
            yield from [name] * (max(ran[name], 1) - there[name])


def _named(found: tuple[Opened, ...]) -> tuple[tuple[str, Opened], ...]:
    """Return each with a name of its own: the agent, with its group or its id where several are called so."""
    agents = Counter(one.handoff.agent for one in found)
    places = Counter((one.handoff.agent, one.handoff.group) for one in found)
    return tuple((_name(one.handoff, agents, places), one) for one in found)


def _name(handoff: Handoff, agents: Counter[str], places: Counter[tuple[str, str]]) -> str:
    if agents[handoff.agent] == 1:
        return handoff.agent
    apart = places[handoff.agent, handoff.group] == 1
    return f"{handoff.agent} ({handoff.group or 'no group' if apart else handoff.id[:6]})"


def ended(setup: Setup, name: str, child: Opened) -> Ended:
    """Return how an agent came out, by its evidence: what failed, what blocks it, how it says it ended."""
    why = tuple(dict.fromkeys(_against(setup, child)))
    return Ended(
        name=name, passed=not why, why=why, about=about(child.manifest), place=child.handoff.manifest
    )


def _against(setup: Setup, child: Opened) -> Iterator[str]:
    status, failing = child.handoff.status, load.table("exchange")["fan_in"]["failing"]
    if child.handoff.standing == "rejected":
        yield "its handoff was rejected"
    if status.upper() in failing:
        yield f"it ended with {status}"
    told = response(
        child.manifest,
        child.proof,
        setup.meter.count,
        task="t",
        phase="validate",
        terms=phases(setup)["parallel"],
    )
    if told["decision"] != "PROCEED":
        open_questions = child.manifest.get("questions") or ()
        yield from [one for one in told["issues"] if one not in open_questions] or ["a check failed"]


def digests(found: Children, *more: str) -> list[str]:
    """Return what makes one fan-in this one: a person may have corrected a handoff since, another may be lost."""
    lost = [msgspec.json.encode(one).decode() for one in found.lost]
    return [*(handoff.digest for handoff in found.handoffs), *lost, *filter(None, more)]
