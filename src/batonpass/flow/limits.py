"""Has an agent tried often enough? Its transcript and the ledger are counted, and held against the playbook's limits."""

from collections.abc import Iterator

from msgspec import Struct

from batonpass.decide import agent_limits as decide
from batonpass.decide.seen import seen
from batonpass.decide.signs import repeated
from batonpass.extract.evidence.attempts import attempts, minutes
from batonpass.extract.evidence.deeds import done
from batonpass.flow.setup import Setup
from batonpass.flow.transcripts import read_transcripts
from batonpass.measure.spending import own_agent
from batonpass.model.agent_limits import Counted
from batonpass.model.config import Mode
from batonpass.model.event import Event
from batonpass.model.handoff import Selection
from batonpass.model.problem import Problem
from batonpass.model.source import Source
from batonpass.model.verdict import Verdict
from batonpass.read.statusline import session_of
from batonpass.tables import load

REACHED, EXTENDED = "limit.reached", "limit.extended"


class Limits(Struct, frozen=True):
    """What was counted, which limits are reached, and what follows."""

    session: str
    counted: tuple[Counted, ...]
    problems: tuple[Problem, ...]
    verdict: Verdict
    mode: Mode
    granted: int  # how often a person said to go on

    @property
    def denied(self) -> bool:
        """Say whether it may not go on: a limit is reached, and the mode enforces."""
        return self.verdict.answer == "block" and self.mode == "enforce"


def limits(setup: Setup, transcript: str, *, go_on: bool = False) -> Limits:
    """Return how often the agents of a session tried; `go_on` is a person's word, and is recorded."""
    session = session_of(transcript) if transcript else ""
    if go_on:
        setup.store.record(_event(setup, EXTENDED, session, {}))
    granted = sum(event.data.get("session") == session for event in setup.store.events(EXTENDED))
    counted = tuple(_counted(setup, transcript, session))
    found = tuple(decide.problems(counted, load.agent_limits(setup.playbook), granted))
    if found:
        reached: dict[str, object] = {"limits": [problem.rule for problem in found]}
        setup.store.record(_event(setup, REACHED, session, reached))
    mode = setup.modes.of_rule(decide.RULE)
    return Limits(session, counted, found, decide.verdict(found), mode, granted)


def _counted(setup: Setup, transcript: str, session: str) -> Iterator[Counted]:
    for source in read_transcripts(setup, [transcript]) if transcript else ():
        deeds = tuple(done(source.blocks))
        yield from attempts(deeds)
        yield from minutes(source.blocks)
        yield from _similar(source)
    if session:
        yield from decide.rounds(setup.store.handoffs(Selection(session=session)))


def _similar(source: Source) -> Iterator[Counted]:
    own = own_agent(source.blocks)
    again = tuple(repeated.find(seen(source.blocks, tuple(done(source.blocks)), own)))
    if again:
        yield Counted("similar_outputs", own, len(again) + 1, again[-1].text, again[-1].line)


def _event(setup: Setup, name: str, session: str, told: dict[str, object]) -> Event:
    return Event(name, f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}", {"session": session, **told})
