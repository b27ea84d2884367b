"""What is asked of a brief beside for whom it is, and what in that may be misspelled."""

from collections.abc import Sequence

from msgspec import Struct

from batonpass.brief.join import Piece
from batonpass.flow.pieces import is_without
from batonpass.flow.setup import Setup
from batonpass.measure.usage import window_of
from batonpass.model.errors import NotFound
from batonpass.model.problem import Problem
from batonpass.tables import load


class Wish(Struct, frozen=True, kw_only=True):
    """What is asked of a brief."""

    expected: tuple[str, ...] = ()  # who must have handed over
    without: tuple[str, ...] = ()  # agents or ids whose handoffs are only named
    budget: int = 0  # tokens; 0 = what the playbook gives
    model: str = ""  # the agent runs on; "" = as the team has it
    name_only: bool = False  # over budget, name each handoff by its path


def doubts(setup: Setup, wish: Wish, workflow: str) -> tuple[Problem, ...]:
    """Return what is named and nobody knows: it may be new, or misspelled."""
    return (*_unknown(wish.model), *_unheard_of(setup, workflow))


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


def refuse_strangers(pieces: Sequence[Piece], without: Sequence[str]) -> None:
    """Raise where somebody is to be left out who is not in the brief: it may be a misspelling."""
    strange = [name for name in without if not any(is_without(one, (name,)) for one in pieces)]
    if strange:
        known = ", ".join(dict.fromkeys(one.agent for one in pieces)) or "nobody: there is no handoff"
        raise NotFound(f"no handoff of {', '.join(strange)} to leave out", wanted=f"one of {known}")
