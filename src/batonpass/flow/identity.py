"""Which handoff this is: the same work under the same terms is the same handoff, however often it is told."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from batonpass._version import __version__
from batonpass.flow.outcome import opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import WrongUse
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.problem import Problem
from batonpass.model.proof import SourceEntry
from batonpass.model.terms import Stamp, Terms
from batonpass.tables import load

# What two handoffs of one agent have in common when the newer takes the older one's place.
MATTER = ("type", "scope", "workflow", "session", "group")
ID_DIGITS = 12  # 48 bits: among a million handoffs two are the same once in five hundred projects


def identify(setup: Setup, terms: Terms, entries: tuple[SourceEntry, ...], others: Sequence[str] = ()) -> str:
    """Return the id of (terms, mode, digests of the sources and of others, profile, our version)."""
    _check(terms)
    sources = [(e.stored, e.digest) for e in entries]
    rules = setup.modes.rules
    enforced = setup.mode == "enforce" if not rules else (setup.mode, sorted(rules.items()))
    told = (terms, enforced, sources, others, load.profile_digest(terms.type), __version__)
    return sha256(msgspec.json.encode(told)).hexdigest()[:ID_DIGITS]


def _check(terms: Terms) -> None:
    """Refuse what no ledger could keep: work of nobody, and texts that are none."""
    if not terms.agent.strip():
        raise WrongUse(
            "an agent without a name", wanted="the name of who hands over", todo="give it with --agent"
        )
    for name in terms.__struct_fields__:
        said = getattr(terms, name)
        for text in said if isinstance(said, tuple) else (said,):
            if isinstance(text, str) and not _is_text(text):
                raise WrongUse(f"{name} {text!a} is not UTF-8", wanted="text", todo="spell it in UTF-8")


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def untold(problems: Sequence[Problem]) -> tuple[str, ...]:
    """Return why sources could not be had: they left no digest, and another reason is another answer."""
    lacking = (problem for problem in problems if not problem.line and problem.severity != "note")
    return tuple(f"{problem.rule}: {problem.message}" for problem in lacking)


def stamped(setup: Setup, terms: Terms, handoff_id: str) -> Stamp:
    """Return what is stamped on a new handoff: id, time and directory."""
    timestamp = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    return Stamp(handoff_id, timestamp, setup.store.place(terms.agent, terms.scope, handoff_id, timestamp))


def superseded(setup: Setup, terms: Terms, entries: Sequence[SourceEntry] = (), *, told: bool = True) -> str:
    """Return the open handoff of the same agent about the same matter, which a new one replaces.

    Where nobody told the scope, two documents with one title are two matters: the older one must have been among them.
    """
    standing = setup.store.open_handoffs(Selection(agent=terms.agent))
    same = [h for h in standing if all(getattr(h, name) == getattr(terms, name) for name in MATTER)]
    names = {entry.name for entry in entries}
    return next((h.id for h in reversed(same) if told or names & _sources_of(setup, h)), "")


def _sources_of(setup: Setup, handoff: Handoff) -> set[str]:
    proof = opened(setup, handoff).proof
    return {entry.name for entry in proof.sources} if proof else set()
