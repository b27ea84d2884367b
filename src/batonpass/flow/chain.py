"""The handoffs before an agent, by its playbook: whose they are, which round holds, and what is wrong with the files."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.role import told
from batonpass.decide.priors import of_every_group, picked
from batonpass.flow.roles import is_view, plain_name, slot_of
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, HandoffMissing
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.problem import Problem
from batonpass.model.roles import Fields, Round, Slot
from batonpass.model.taking_over import Prior
from batonpass.read.role_file import fields_of
from batonpass.tables import load

RULE = "prior-handoff"
NOTHING: Mapping[str, object] = MappingProxyType({})
LAST = "9"  # after every timestamp: a file without one is what lies there now


class Left(Struct, frozen=True):
    """One handoff that an agent left: published here, or only a file that it wrote itself."""

    agent: str
    at: str
    group: str = ""
    handoff: Handoff | None = None
    path: str = ""  # of the role's file
    fields: Mapping[str, object] = NOTHING


class Chain(Struct, frozen=True):
    """What an agent is given, in the order of its playbook, and what was found on the way."""

    left: tuple[Left, ...]
    missing: tuple[tuple[str, ...], ...] = ()
    problems: tuple[Problem, ...] = ()


def names_of(setup: Setup) -> dict[str, str]:
    """Return every name of every agent of the team, as `decide` looks them up."""
    return load.agent_names(setup.playbook)


def chain(setup: Setup, agent: str, selection: Selection, open_ones: Sequence[Handoff]) -> Chain | None:
    """Return the handoffs an agent is given; None where its playbook names none for it."""
    priors = setup.playbook.taking_over.priors.get(plain_name(setup, agent))
    if not priors:
        return None
    session = selection.session or (open_ones[-1].session if open_ones else "")
    there = [_published(setup, one) for one in _newest(open_ones)]
    own, problems = _own_files(setup, priors, session, selection.group)
    newer = {(one.agent, one.group) for one in own}  # what an agent wrote after it handed over
    there = [one for one in there if (one.agent, one.group) not in newer]
    there = sorted([*there, *own], key=lambda one: one.at)
    asked = [(list(prior.one_of), prior.required) for prior in priors]
    agents = [one.agent for one in there]
    if plain_name(setup, agent) in setup.playbook.handoffs.sessionwide and not selection.group:
        found = of_every_group(asked, agents, [one.group for one in there], names_of(setup))
    else:
        found = picked(asked, agents, names_of(setup))
    given = tuple(there[at] for at in found.handoffs)
    return Chain(given, tuple(tuple(one_of) for one_of in found.missing), tuple(problems))


def _newest(open_ones: Sequence[Handoff]) -> list[Handoff]:
    """Return the newest of each agent and group, whatever their types."""
    newest = {(one.agent, one.group): one for one in open_ones}
    return [one for one in open_ones if newest[one.agent, one.group] is one]


def _published(setup: Setup, handoff: Handoff) -> Left:
    slot = slot_of(setup, handoff.agent, handoff.session, handoff.group)
    path = setup.store.rounds.place(slot) if slot else ""
    return Left(handoff.agent, handoff.at, handoff.group, handoff, path)


def _own_files(
    setup: Setup, priors: Sequence[Prior], session: str, group: str
) -> tuple[list[Left], list[Problem]]:
    """Return what agents wrote into the layout themselves, and what is wrong with the newest files there."""
    found: list[Left] = []
    problems: list[Problem] = []
    wanted = dict.fromkeys(agent for prior in priors for agent in prior.one_of)
    for agent, slot in _slots(setup, wanted, session, group):
        holds, torn = _newest_file(setup, slot)
        if holds is not None and not is_view(setup, holds[1]):
            found.append(_left(setup, agent, slot, *holds))
        said = f"; {holds[0].path} is given instead" if holds else ""
        problems += [replace(problem, message=problem.message + said) for problem in torn]
    return found, problems


def _newest_file(setup: Setup, slot: Slot) -> tuple[tuple[Round, Fields] | None, list[Problem]]:
    """Return the newest round that can be read, and what is wrong with those before it."""
    torn: list[Problem] = []
    for one in setup.store.rounds.all(slot):
        try:
            return (one, fields_of(setup.store.rounds.read(one.path), one.path)), torn
        except BadContent as error:
            torn.append(_torn(error, one))
    return None, torn


def _slots(setup: Setup, agents: Mapping[str, None], session: str, group: str) -> Iterator[tuple[str, Slot]]:
    """Yield where the agents' files lie, then the names that several of them share."""
    for agent in agents if session else ():
        if slot := slot_of(setup, agent, session, group):
            yield agent, slot
    for alias, writers in setup.playbook.handoffs.aliases.items() if session else ():
        if any(writer in agents for writer in writers):
            yield "", Slot(session, group, alias.removeprefix("handoff_"))


def _left(setup: Setup, agent: str, slot: Slot, one: Round, fields: Fields) -> Left:
    by = agent or plain_name(setup, str(fields["from_agent"]))
    at = str(fields.get("timestamp") or LAST)
    path = one.path if one.number else setup.store.rounds.place(slot)
    return Left(by, at, slot.group, None, path, fields)


def _torn(error: BadContent, one: Round) -> Problem:
    """Return what is wrong with a file, where, and what can be done."""
    place, _, line = error.place.rpartition(":")
    number = int(line) if line.isdigit() else 0
    wanted = f", wanted {error.wanted}" if error.wanted else ""
    return Problem(RULE, "warning", f"{error.found}{wanted}", error.todo, place or one.path, line=number)


def text_of(one: Left) -> str:
    """Return a file that an agent wrote itself as a prompt block."""
    status = str(one.fields.get("status") or "")
    head = f"## {one.agent}: {status}\n\nHandoff file {one.path}. It was written by the agent itself: no proof stands beside it."
    return "\n\n".join([head, *told(one.fields)]) + "\n"


def missing(setup: Setup, agent: str, selection: Selection, found: Chain) -> HandoffMissing:
    """Return the error of an agent that cannot start: nobody left what it needs."""
    who = " and ".join(" or ".join(one_of) for one_of in found.missing)
    where = f" in group {selection.group}" if selection.group else ""
    where += f" of session {selection.session}" if selection.session else ""
    paths = [
        setup.store.rounds.place(slot)
        for one_of in found.missing
        for name in one_of
        if (slot := slot_of(setup, name, selection.session, selection.group))
    ]
    first = found.missing[0][0]
    named = "".join(
        f" --{n} {v}" for n, v in (("session", selection.session), ("group", selection.group)) if v
    )
    torn = [f"{p.path}{f':{p.line}' if p.line else ''}: {p.message}" for p in found.problems]
    return HandoffMissing(
        f"{agent} needs the handoff of {who}, and there is none{where}"
        + (f" ({'; '.join(torn)})" if torn else ""),
        wanted=f"{paths[0]}{', or that of another of them' if len(paths) > 1 else ''}"
        if paths
        else "one of theirs",
        todo=f"hand over first: `baton compact REPORT --agent {first}{named}`",
    )
