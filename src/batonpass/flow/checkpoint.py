"""May it go on? Before a spawn, as a phase begins, or at a turn: measure → decide → record. On the fast path."""

import os
import time

from batonpass.decide.gate import gate
from batonpass.flow.policy import Policy
from batonpass.measure.usage import usage
from batonpass.model.event import Event
from batonpass.model.usage import Usage
from batonpass.model.verdict import Verdict
from batonpass.read import compacted, statusline, tail
from batonpass.store import journal

RULES = {"turn": "context", "phase": "phase", "spawn": "spawn", "heavy": "spawn"}  # moment → what has a mode
SEARCHED = ("advise", "compact")  # answers for which it matters whether a compaction came just before


class Checkpoint:
    """What was measured, what follows from it, and whether it is denied."""

    __slots__ = ("agent", "mode", "moment", "phase", "transcript", "usage", "verdict")

    def __init__(
        self,
        *,
        moment: str,
        measured: Usage | None,
        verdict: Verdict,
        mode: str,
        transcript: str,
        agent: str,
        phase: str,
    ) -> None:
        """Hold the answer at a moment."""
        self.moment, self.usage, self.verdict, self.mode = moment, measured, verdict, mode
        self.transcript, self.agent, self.phase = transcript, agent, phase

    @property
    def denied(self) -> bool:
        """Say whether it may not go on: it is blocked, and the mode enforces."""
        return self.verdict.answer == "block" and self.mode == "enforce"


def checkpoint(
    root: str,
    policy: Policy,
    transcript: str,
    *,
    moment: str = "turn",
    agent: str = "",
    phase: str = "",
    call: str = "",
    window: int = 0,
    at: str = "",
) -> Checkpoint:
    """Measure the context a transcript belongs to, decide what may happen at a moment, and record both.

    A moment is `turn`, `phase`, `spawn`, or `heavy`: a spawn in a heavy phase. With `call`, the numbers are believed
    only once that tool call is on the disk. A nested agent is measured on its own transcript: `tail.of_agent`.
    """
    measured = measure(root, policy, transcript, call=call, window=window)
    verdict = gate(measured, policy.ladder, moment)
    if measured and verdict.answer in SEARCHED:
        verdict = gate(measured, policy.ladder, moment, grown=compacted.grown(transcript, measured.tokens))
    if measured and verdict.answer != "go":
        verdict = _answering(root, policy, transcript, verdict)
    found = Checkpoint(
        moment=moment,
        measured=measured,
        verdict=verdict,
        mode=policy.mode_of(RULES[moment]),
        transcript=transcript,
        agent=agent,
        phase=phase,
    )
    if moment != "turn" or verdict.answer != "go":
        record(root, policy, found, at or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()))
    return found


def _answering(root: str, policy: Policy, transcript: str, verdict: Verdict) -> Verdict:
    """Return a verdict with the answer to what the agent has just said against it."""
    from batonpass.flow.excuses import overheard  # noqa: PLC0415 - only where something is asked for

    answer = overheard(root, policy, transcript)
    return (
        Verdict(verdict.answer, (*verdict.reasons, answer), verdict.level, verdict.step)
        if answer
        else verdict
    )


def measure(root: str, policy: Policy, transcript: str, *, call: str = "", window: int = 0) -> Usage | None:
    """Return how full a context is by its client's own numbers, None where it has none."""
    numbers = tail.last_numbers(transcript, call=call) if transcript else None
    if numbers is None or not numbers.context:
        return None
    seen = statusline.window_of(root, transcript)
    return usage(numbers, policy.models, given=window, seen=seen, otherwise=policy.window)


def record(root: str, policy: Policy, found: Checkpoint, at: str) -> None:
    """Write one line into the journal: enough to say later what another mode would have done."""
    told: dict[str, object] = {
        "moment": found.moment,
        "answer": found.verdict.answer,
        "step": found.verdict.step,
        "mode": found.mode,
        "denied": found.denied,
        "tokens": found.usage.tokens if found.usage else None,
        "window": found.usage.window if found.usage else None,
        "exact": found.usage.exact if found.usage else False,
        "agent": found.agent,
        "phase": found.phase,
        "session": statusline.session_of(found.transcript) if found.transcript else "",
    }
    folder = os.path.join(root, ".baton", "journal")
    journal.append(folder, Event("gate.checked", at, told), policy.line_bytes)
