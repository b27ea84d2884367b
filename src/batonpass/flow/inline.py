"""What the orchestrator's transcript shows it to hold of a phase's output."""

from collections.abc import Iterator, Sequence

from batonpass.flow.checkpoint import Checkpoint
from batonpass.flow.setup import Setup
from batonpass.measure.held import Turn, held
from batonpass.model.proving import Inline
from batonpass.read import inside as reading

LOGS = {
    ("result", "shell"): "output of a command",
    ("result", "spawn"): "report of an agent",
    ("call", "write"): "file that was written",
    ("call", "edit"): "edit",
    ("call", "patch"): "patch",
}
FENCE = "```"


def inline(
    setup: Setup, measured: Checkpoint, texts: Sequence[str], residue: str, *, used: int = 0
) -> Inline:
    """Return how much of these texts is in the context, and which long logs, code and reports are.

    A compaction up to the line `used` was of a phase before.
    """
    found = reading.inside(measured.transcript) if measured.transcript else None
    if found is None:
        return Inline(known=False, now=measured.usage.tokens if measured.usage else 0)
    turns = [Turn(piece.line, piece.text) for piece in found.pieces]
    told = [held(text, turns, setup.meter.count, but=(residue,)) for text in texts]
    return Inline(
        known=True,
        tokens=sum(one.tokens for one in told),
        lines=tuple(sorted({line for one in told for line in one.lines})),
        entered=bool(found.compacted) or any(one.tokens for one in told),
        logs=tuple(_logs(setup, found)),
        compacted=found.compacted,
        before=found.before if found.compacted > used else 0,
        now=measured.usage.tokens if measured.usage else 0,
        answers=found.answers,
    )


def _logs(setup: Setup, found: reading.Inside) -> Iterator[tuple[int, str, int]]:
    limit = setup.playbook.phases.inline
    for piece in found.pieces:
        what = LOGS.get((piece.kind, piece.tool), "")
        if piece.kind == "said" and piece.role == "assistant" and FENCE in piece.text:
            what = "answer with code"
        if what and len(piece.text) > limit:  # a token is never shorter than a character
            tokens = setup.meter.count(piece.text)
            if tokens > limit:
                yield piece.line, what, tokens
