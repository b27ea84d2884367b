"""An agent starts: store → brief → record who was given what."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.join import Gap, Piece, join
from batonpass.flow import gaps, reasoning
from batonpass.flow.briefing import Around, beside
from batonpass.flow.chain import Left, chain, missing
from batonpass.flow.open_ones import chosen, newest_and_others
from batonpass.flow.pieces import is_without, named, older, piece, record
from batonpass.flow.roles import plain_name
from batonpass.flow.room import room_of
from batonpass.flow.setup import Setup
from batonpass.measure.usage import window_of
from batonpass.model.errors import NotFound, Refused, StorageFailed
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.problem import Problem
from batonpass.tables import load


class Briefed(Struct, frozen=True):
    """A prompt block, and what was found wrong on the way to it."""

    text: str
    problems: tuple[Problem, ...] = ()


class Wish(Struct, frozen=True, kw_only=True):
    """What is asked of a brief beside for whom it is."""

    expected: tuple[str, ...] = ()  # who must have handed over
    without: tuple[str, ...] = ()  # agents or ids whose handoffs are only named
    budget: int = 0  # tokens; 0 = what the playbook gives
    model: str = ""  # the agent runs on; "" = as the team has it
    name_only: bool = False  # over budget, name each handoff by its path


class Before(Struct, frozen=True):
    """What the agents before one left, and who left nothing."""

    left: tuple[Left, ...]
    open_ones: tuple[Handoff, ...]
    gaps: list[Gap] = []
    others: tuple[Handoff, ...] = ()  # other work that the same agents left open
    problems: tuple[Problem, ...] = ()
    by_playbook: bool = False  # which names whose handoffs the agent is given


def take_over(
    setup: Setup,
    agent: str,
    selection: Selection,
    *,
    expected: Sequence[str] = (),
    budget: int = 0,
    name_only: bool = False,
) -> str:
    """Return the prompt block for the next agent, and record that it was given."""
    return brief(
        setup, agent, selection, Wish(expected=tuple(expected), budget=budget, name_only=name_only)
    ).text


def brief(setup: Setup, agent: str, selection: Selection, wish: Wish) -> Briefed:
    """Return the prompt block for the next agent with what is wrong with the files before it; record that it was given."""
    before = _before(setup, agent, selection, wish)
    pieces = [piece(setup, one) for one in before.left]
    _know(pieces, wish.without)
    kept = [one for one in pieces if not is_without(one, wish.without)]
    most = wish.budget or room_of(setup.playbook, plain_name(setup, agent), wish.model)
    problems = (
        *before.problems,
        *_unexplained(setup, agent, selection),
        *_unknown(wish.model),
        *_unheard_of(setup, selection.workflow),
    )
    parts = (*named(pieces, kept, setup), *older(before.others))
    if before.by_playbook:
        parts += beside(setup, agent, selection, Around(kept, before.open_ones, before.problems), most)
    text = join(kept, before.gaps, agent, most, name_only=wish.name_only, parts=parts)
    try:
        for left, one in zip(before.left, pieces, strict=True):
            is_whole = one in kept and one.text.strip("\n") in text
            record(setup, agent, selection, left, one.tokens if is_whole else 0)  # 0: it was only named
    except StorageFailed as error:  # who starts now needs the brief all the same
        unread = Problem(
            "reading", "warning", f"that it was given is not recorded: {error.found}", error.todo
        )
        problems = (*problems, replace(unread, path=error.place))
    return Briefed(text, problems)


def _unknown(model: str) -> tuple[Problem, ...]:
    """Say where nobody knows a model's window: it may be new, or misspelled."""
    if not model or window_of(model, load.table("models")):
        return ()
    message = f"nothing is known of a model {model}; its window is taken to be the playbook's"
    return (Problem("model", "warning", message, "check the name, or give --budget"),)


def _unheard_of(setup: Setup, workflow: str) -> tuple[Problem, ...]:
    """Say where nothing is recorded of a workflow: its first agent starts, or its name is misspelled."""
    known = [one.id for one in setup.store.workflows()] if workflow else [workflow]
    if workflow in known:
        return ()
    message = f"nothing is recorded of a workflow {workflow}"
    todo = (
        f"check the name; the last are {', '.join(known[-3:])}"
        if known
        else "start it with `baton workflow start`"
    )
    return (Problem("workflow", "warning", message, todo),)


def _know(pieces: Sequence[Piece], without: Sequence[str]) -> None:
    """Raise where somebody is to be left out who is not in the brief: it may be a misspelling."""
    strange = [name for name in without if not any(is_without(one, (name,)) for one in pieces)]
    if strange:
        known = ", ".join(dict.fromkeys(one.agent for one in pieces)) or "nobody: there is no handoff"
        raise NotFound(f"no handoff of {', '.join(strange)} to leave out", wanted=f"one of {known}")


def _before(setup: Setup, agent: str, selection: Selection, wish: Wish) -> Before:
    """Return what the agents before this one left: those its playbook names for it, else all that wait for it."""
    open_ones = chosen(setup, replace(selection, to=""))
    found = None if wish.expected else chain(setup, agent, selection, open_ones)
    if found is None:
        handoffs, others = newest_and_others(setup, selection)
        left = tuple(Left(one.agent, one.at, handoff=one) for one in handoffs)
        lacking = gaps.find(setup, agent, selection, wish.expected, handoffs)
        return Before(left, open_ones, lacking, others=others)
    if found.missing:
        gaps.record(setup, agent, selection, [Gap(" or ".join(one_of)) for one_of in found.missing])
        raise missing(setup, agent, selection, found)
    return Before(found.left, open_ones, problems=found.problems, by_playbook=True)


def _unexplained(setup: Setup, agent: str, selection: Selection) -> tuple[Problem, ...]:
    """Return whose saved reasoning is missing before an agent starts; where that is enforced it is an error."""
    lacks = reasoning.lacking(setup, agent, selection.session, selection.group) if selection.session else ()
    if setup.modes.stopping(lacks):
        raise Refused(
            "; ".join(problem.message for problem in lacks),
            wanted=f"it saved before {agent} starts",
            todo=lacks[0].todo,
        )
    return lacks if setup.modes.of_rule(reasoning.RULE) != "observe" else ()
