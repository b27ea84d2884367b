"""What stands beside the handoffs in a brief: what the user demanded, open questions, reasoning, torn files."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from batonpass.brief import reasoning as thoughts
from batonpass.brief.join import Part, Piece
from batonpass.compact.text import shorten
from batonpass.flow import reasoning
from batonpass.flow.outcome import Opened, opened
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.handoff import Handoff, Selection
from batonpass.model.problem import Problem
from batonpass.model.proof import Proof

MARGIN = 1.1  # heads are counted by their length, on the safe side


class Around(Struct, frozen=True):
    """What a brief is made around."""

    pieces: Sequence[Piece]  # the handoffs in it
    others: Sequence[Handoff]  # all open ones of the session and group
    problems: Sequence[Problem] = ()


def beside(setup: Setup, agent: str, selection: Selection, around: Around, budget: int) -> tuple[Part, ...]:
    """Return the parts beside the handoffs; only reasoning gives way where there is no room for all."""
    shown = "\n".join(piece.text for piece in around.pieces)
    texts = [_problems(around.problems), *_asked(setup, around.others, shown)]
    parts = [Part(text, setup.meter.count(text)) for text in texts if text]
    free = budget - int(
        MARGIN * (sum(one.tokens for one in around.pieces) + sum(part.tokens for part in parts))
    )
    why = _reasoning(setup, agent, selection, free)
    return (*parts, *([Part(why, setup.meter.count(why))] if why else ()))


def _problems(problems: Sequence[Problem]) -> str:
    if not problems:
        return ""
    lines = [f"- {_place(problem)}{problem.message}" for problem in problems]
    return "\n".join(["**Wrong with the files of the agents before you**", *lines]) + "\n"


def _place(problem: Problem) -> str:
    return f"{problem.path}:{problem.line}: " if problem.line else f"{problem.path}: " if problem.path else ""


def _asked(setup: Setup, others: Sequence[Handoff], shown: str) -> Iterator[str]:
    """Yield what the user demanded and what is still asked, as far as the handoffs do not say it anyway."""
    told = [(one.agent, known) for one in others if (known := _readable(setup, one))]
    demands = [text for _, one in told for text in _demands(one.manifest, one.proof)]
    new = [text for text in dict.fromkeys(demands) if not _is_in(text, shown)]
    quoted = ["\n".join(f"> {line}".rstrip() for line in text.splitlines()) for text in new]
    yield "\n\n".join(["## What the user demanded", *quoted]) + "\n" if quoted else ""
    asked = {str(text): by for by, one in told for text in one.manifest.get("questions") or ()}
    open_ones = [f"- {text} ({by})" for text, by in asked.items() if not _is_in(text, shown)]
    yield "\n".join(["## Open questions", "", *open_ones]) + "\n" if open_ones else ""


def _readable(setup: Setup, handoff: Handoff) -> Opened | None:
    """Return a handoff that can be read; one that cannot is told by `baton status`, and its brief still stands."""
    try:
        return opened(setup, handoff)
    except BadContent:
        return None


def _demands(manifest: Mapping[str, Any], proof: Proof | None) -> Iterator[str]:
    """Yield the user's words, whole where the manifest shows them shortened."""
    for index, text in enumerate(manifest.get("instructions") or ()):
        item = proof.items.get(f"/instructions/{index}") if proof else None
        yield item.text if item and item.text else str(text)


def _is_in(text: str, shown: str) -> bool:
    words = " ".join(text.split())
    return words in " ".join(shown.replace("\\n", " ").replace('\\"', '"').split())


def _reasoning(setup: Setup, agent: str, selection: Selection, free: int) -> str:
    """Return the newest reasoning of those the agent is shown, as many as there is room for."""
    if not selection.session:
        return ""
    found = reasoning.relevant(setup, agent, selection.session, selection.group)
    each = setup.playbook.reasoning.tokens
    for first in range(len(found)):
        text = thoughts.reasoning(found[first:], setup.meter.count, shorten, each)
        text += f"- {first} older: `baton reasoning query --session {selection.session}`\n" if first else ""
        if setup.meter.count(text) <= free:
            return text
    return ""
