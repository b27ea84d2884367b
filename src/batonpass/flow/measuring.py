"""How full the orchestrator's context is as a phase begins or ends."""

from typing import Any

from batonpass.flow.checkpoint import Checkpoint, checkpoint
from batonpass.flow.context import find
from batonpass.flow.policy import policy
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.proving import Inline
from batonpass.read.tail import last_numbers

NOTHING = Inline()


def newest(setup: Setup, transcript: str = "") -> str:
    """Return the transcript that is named, else the project's newest, "" where there is none."""
    if transcript:
        return transcript
    try:
        return find(setup)
    except NotFound:
        return ""  # nothing is known yet; the playbook says what follows from that


def measure(setup: Setup, transcript: str, *, moment: str, phase: str, window: int = 0) -> Checkpoint:
    """Return how full the context is, and what follows from it at a moment."""
    path = newest(setup, transcript)
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    return checkpoint(setup.root, policy(setup.root), path, moment=moment, phase=phase, window=window, at=at)


def tokens_of(setup: Setup, measured: Checkpoint, held: Inline = NOTHING) -> dict[str, Any]:
    """Return what the progress file keeps of a measurement: what was measured, nothing where there are no numbers."""
    usage, numbers = measured.usage, last_numbers(measured.transcript) if measured.transcript else None
    if usage is None or numbers is None:
        return {}
    return {
        "checked_at": f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}",
        "input_tokens": usage.tokens,
        "output_tokens": numbers.output,
        "total_tokens": usage.tokens + numbers.output,
        "context_percentage": round(usage.share * 100, 1),
        **({"message_count": held.answers} if held.known else {}),
        "compaction_triggered": measured.verdict.level not in ("OK", "UNKNOWN"),
    }
