"""The handoff file that an agent wrote into the layout itself, before it ended: a source like any other."""

from collections.abc import Iterator

from batonpass.flow.roles import is_ours, slot_of
from batonpass.flow.setup import Setup
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.read.parse import parse_text

ALONE: tuple[Source, ...] = ()


def written(setup: Setup, terms: Terms) -> Iterator[tuple[Source, ...]]:
    """Yield what is handed over beside the rest: the agent's own file; where it may have been before, then without it.

    A call that comes again finds the file as the round before ours. Only if that was handed over with it this is the
    same handoff; else it is a later one, and what the agent wrote before says nothing of it.
    """
    slot = slot_of(setup, terms.agent, terms.session, terms.group)
    rounds = setup.store.rounds.all(slot)[:2] if slot else ()
    data = [setup.store.rounds.read(one.path) for one in rounds]
    own = [not is_ours(setup, one) for one in data]
    name = f"handoff_{terms.agent}.json"
    if any(own):
        text = data[own.index(True)].decode("utf-8", "replace")
        yield (parse_text(text, name, setup.redact),)
    if not own or not own[0]:
        yield ALONE
