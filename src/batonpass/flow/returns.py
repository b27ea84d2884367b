"""What goes back from an agent: its return, composed from evidence, or its answer where that is its product."""

from collections.abc import Sequence

from msgspec.structs import replace

from batonpass.brief import returned as composed
from batonpass.compact.text import shorten
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.flow.statuses import vocabulary
from batonpass.flow.team import product
from batonpass.flow.told import CHANGED, proven_by, told_in
from batonpass.model.returns import LINES, UNKNOWN, Back, Returned, Understood, View
from batonpass.read.reply import Reply, gist, reply, tells_work
from batonpass.read.stated.unstated import unstated
from batonpass.read.stated.vocabulary import Vocabulary, says_nothing_else
from batonpass.tables import load

Lines = tuple[str, str, str]


def goes_back(
    setup: Setup, agent: str, message: str, handoff: Opened | None = None, *, limit: int = 0
) -> Back:
    """Return what an orchestrator is to see of an agent that ended, by its type and what it left.

    A short message passes as it is. `handoff` is what it handed over: the evidence its return is composed from, in at
    most `limit` tokens (0 = the playbook's).
    """
    limits = setup.playbook.returns
    tokens = setup.meter.count(message)
    view = view_of(setup, agent, handoff)
    if message.strip() and tokens <= allowed(setup, view):
        return Back("message", message, tokens)
    if view == "manifest" and handoff is not None and handoff.handoff.manifest_tokens <= limits.answer:
        text = handoff.data.decode("utf-8", "replace")
        return Back("manifest", text, setup.meter.count(text))
    told = understood(setup, message.encode("utf-8", "replace"), agent=agent, handoff=handoff, limit=limit)
    return Back("return", composed.encoded(told.value), told.tokens)


def view_of(setup: Setup, agent: str, handoff: Opened | None = None) -> View:
    """Return which view goes back from an agent: what the playbook says, else what its work shows.

    One that changed no file has nothing else to show for its work than its answer.
    """
    known = product(setup.root, setup.playbook, agent)
    if known or handoff is None:
        return "manifest" if known == "answer" else "return"
    return "return" if any(handoff.manifest.get(field) for field in CHANGED) else "manifest"


def allowed(setup: Setup, view: View) -> int:
    """Return the tokens up to which an agent's message passes as it is."""
    limits = setup.playbook.returns
    return limits.answer if view == "manifest" else limits.unchanged


def understood(
    setup: Setup, message: bytes, *, agent: str = "", handoff: Opened | None = None, limit: int = 0
) -> Returned:
    """Return the return of an agent, whatever it said; always a valid one.

    The status is the message's, the lines are what a handoff proves, then what the message says.
    """
    said = reply(message, vocabulary(setup, agent), redact=setup.redact, keys=setup.playbook.returns.keys)
    evidence = proven_by(setup, agent, message, handoff)
    status = said.status or str(evidence.manifest.get("status") or "")
    proven = composed.lines(evidence.manifest, evidence.own)
    own = _given(said) if all(proven) else _own_lines(setup, agent, said)
    lines = (own[0] or proven[0], proven[1] or own[1], proven[2] or own[2])
    most = limit or setup.playbook.returns.limit
    value = composed.returned(status or UNKNOWN, lines, setup.meter.count, shorten, most)
    how = _how(said, status, given=value.summary == said.lines)
    return Returned(value, how, setup.meter.count(composed.encoded(value)))


def of_handoff(setup: Setup, handoff: Opened) -> Returned:
    """Return the return of a handoff alone."""
    agent = handoff.handoff.agent
    return understood(setup, b"", agent=agent, handoff=handoff)


def _how(said: Reply, status: str, *, given: bool) -> Understood:
    if not status:
        return "unknown"
    if said.whole and given:
        return "given"
    keys = {str(key).lower() for key in said.fields}
    is_return = (
        keys & set(load.words("statuses")["keys"]["return"]) and "from_agent" not in keys
    )  # as handoff files have
    return "repaired" if said.status and said.lines and is_return else "composed"


def _given(said: Reply) -> Lines:
    """Return the three lines of a return as a message gives them, "" for each that it does not."""
    what, changed, result = (*said.lines, "", "", "")[:LINES]
    return what, changed, " ".join((result, *said.lines[LINES:]))


def _own_lines(setup: Setup, agent: str, said: Reply) -> Lines:
    """Return the three lines a message has itself; what is missing of them is made of its facts and its words."""
    what, changed, result = _given(said)
    if len(said.lines) >= LINES:
        return what, changed, result
    known = vocabulary(setup, agent)
    said = replace(said, prose=unstated(said.prose, said.status, known))
    read = told_in(setup, agent, said)
    made = composed.lines(read.manifest, read.own)
    what = what or _what((made[0], gist(said.prose)), known)
    return what, changed or made[1], made[2]


def _what(candidates: Sequence[str], known: Vocabulary) -> str:
    """Return the first text that tells what was done, else the first that tells anything but a status."""
    saying = [one for one in candidates if one and not says_nothing_else(one, known)]
    return next(filter(tells_work, saying), next(iter(saying), ""))
