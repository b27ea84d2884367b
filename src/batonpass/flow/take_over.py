"""An agent starts: store → brief → record who was given what."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.join import Gap, join
from batonpass.flow import gaps, reasoning
from batonpass.flow.briefing import Around, beside
from batonpass.flow.chain import Left, chain, missing
from batonpass.flow.open_ones import chosen, newest_and_others
from batonpass.flow.pieces import is_without, named, older, piece, record
from batonpass.flow.roles import plain_name
from batonpass.flow.room import room_of
from batonpass.flow.setup import Setup
from batonpass.flow.wish import Wish, doubts, refuse_strangers
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.problem import Problem


class Briefed(Struct, frozen=True):
    """A prompt block, and what was found wrong on the way to it."""

    text: str
    problems: tuple[Problem, ...] = ()


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
    refuse_strangers(pieces, wish.without)
    kept = [one for one in pieces if not is_without(one, wish.without)]
    most = wish.budget or room_of(setup.playbook, plain_name(setup, agent), wish.model)
    unexplained = reasoning.unexplained(setup, agent, selection)
    problems = (*before.problems, *unexplained, *doubts(setup, wish, selection.workflow))
    parts = (*named(pieces, kept, setup), *older(before.others))
    if before.by_playbook:
        parts += beside(setup, agent, selection, Around(kept, before.open_ones, before.problems), most)
    text = join(kept, before.gaps, agent, most, name_only=wish.name_only, parts=parts)
    shown = [one.tokens if one in kept and one.text.strip("\n") in text else 0 for one in pieces]
    unrecorded = record(setup, agent, selection, zip(before.left, shown, strict=True))
    return Briefed(text, (*problems, *unrecorded))


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
