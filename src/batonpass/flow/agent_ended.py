"""A subagent of a host ended: what it left becomes a handoff, and what may go back is decided."""

import os

from msgspec import Struct

from batonpass.flow import faults
from batonpass.flow.asked import Evidence
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import Outcome
from batonpass.flow.setup import Setup
from batonpass.flow.team import kind_of
from batonpass.flow.transcripts import read_transcripts
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.read.root import is_file
from batonpass.read.statusline import shown
from batonpass.read.tail import settled
from batonpass.store import runs

MESSAGE = "final-message.md"  # the name under which an agent's last words are kept


class Ended(Struct, frozen=True, kw_only=True):
    """One end of one agent, as the host tells it."""

    agent: str
    run: str
    session: str
    message: str
    transcript: str = ""  # the agent's own


def ended(setup: Setup, what: Ended) -> Outcome:
    """Hand over what an agent left, whether or not it did so itself: its words, its documents, its deeds, git."""
    about = _about(what.transcript)
    terms = Terms(
        agent=what.agent,
        type=kind_of(setup.root, what.agent),
        scope=about.get("description", ""),
        session=what.session,
        workflow=what.session,
        group=_group(setup.root, what),
        run=what.run,
    )
    own = _transcripts(setup, what)
    return hand_over(
        setup,
        terms,
        texts={MESSAGE: what.message} if what.message.strip() else {},
        own=own,
        evidence=Evidence(find=bool(own), documents=True),
    )


def _transcripts(setup: Setup, what: Ended) -> tuple[Source, ...]:
    """Return what an agent's transcript shows; where that cannot be read, its words are kept all the same."""
    if what.transcript:
        settled(what.transcript, what.message)
    if not (what.transcript and is_file(what.transcript)):
        return ()
    try:
        return read_transcripts(setup, (what.transcript,))
    except Exception as error:  # noqa: BLE001 - of whatever form a client's next version is, no report may be lost by it
        faults.record(setup.root, "transcript", "", error, {})
        return ()


def _about(transcript: str) -> dict[str, str]:
    """Return what the client keeps beside a subagent's transcript: its description among others."""
    told = shown(f"{os.path.splitext(transcript)[0]}.meta.json")
    return {key: value for key, value in told.items() if isinstance(value, str)}


def _group(root: str, what: Ended) -> str:
    """Return the run's id where one of the same name ran beside it: neither takes the other's place then."""
    others = runs.of_session(root, what.session)
    own = others.pop(what.run, {})
    began = _number(own.get("started"))
    beside = (
        told.get("agent") == what.agent and _number(told.get("ended"), runs.now()) >= began
        for told in others.values()
        if "started" in told
    )
    return what.run if any(beside) else ""


def _number(value: object, otherwise: float = 0.0) -> float:
    return float(value) if isinstance(value, int | float) else otherwise
