"""What the main agent of a session did so far becomes a handoff: before its context is compacted, or its persona changes."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from batonpass.flow.asked import Evidence
from batonpass.flow.hand_over import hand_over
from batonpass.flow.handing import remember
from batonpass.flow.outcome import Outcome
from batonpass.flow.setup import Setup
from batonpass.model.source import Source
from batonpass.model.terms import Terms
from batonpass.read.parse import parse
from batonpass.read.part import part
from batonpass.tables import load

ANSWERS = (
    "answers.md"  # what it said at the end of each turn but the last, whose words the transcript is read for
)
NEXT = "\n\n# Turn {number}\n\n"  # of the highest rank: what follows is in no section of the answer before it
LAID_OUT = re.compile(
    r"^(?:#{1,6} |[ \t]*[-*] \*\*|\*\*[^*\n]+\*\*)", re.MULTILINE
)  # headings and labels: said to be found


class Part(Struct, frozen=True, kw_only=True):
    """Some of a session, and as whose work it counts."""

    session: str
    transcript: str
    since: int = 0  # bytes of the transcript that are somebody else's
    agent: str = ""  # "" = the main agent
    to: tuple[str, ...] = ()


def so_far(setup: Setup, what: Part) -> Outcome | None:
    """Hand over what a part of the main transcript, and git since then, show; None where nothing was written of it.

    By itself it is addressed to the main agent: no subagent is given it. A later one takes the place of an earlier one.
    """
    source = heard(setup, what)
    return of_source(setup, what, source) if source is not None else None


def of_source(setup: Setup, what: Part, source: Source) -> Outcome:
    """Hand over what a part of the main transcript, read already, and git since then, show."""
    agent = what.agent or main_agent()
    terms = Terms(agent=agent, to=what.to or (agent,), session=what.session, workflow=what.session)
    said = joined(answers(source))
    told = hand_over(
        setup,
        terms,
        texts={ANSWERS: said} if said else {},
        own=(source,),
        evidence=Evidence(find=True),
    )
    remember(setup.root, what.session, setup)
    return told


def heard(setup: Setup, what: Part) -> Source | None:
    """Return a part of a transcript as a source, None where no client wrote it."""
    found = part(what.transcript, what.since) if what.transcript else None
    if found is None:
        return None
    source = parse(found, redact=setup.redact, max_bytes=setup.max_source)
    return source if any(block.act is not None for block in source.blocks) else None


def answers(source: Source) -> Iterator[str]:
    """Yield what the main agent said last before each of the user's turns, and on its way what it laid out, oldest first.

    Its very last words are left to the transcript's own reading.
    """
    said = ""
    for block in source.blocks:
        if block.kind != "turn" or block.act is None or block.act.agent:
            continue
        if block.act.role == "user":
            if said:
                yield said
            said = ""
        elif block.act.role == "agent":
            if LAID_OUT.search(said):
                yield said
            said = block.text.strip() or said


def joined(texts: Iterable[str]) -> str:
    """Return answers as one document, in which none goes on with the last section of another."""
    return "".join(f"{NEXT.format(number=n)}{text}" if n > 1 else text for n, text in enumerate(texts, 1))


def main_agent() -> str:
    """Return what the main agent of a host is called."""
    name: str = load.table("hosts")["main"]
    return name
