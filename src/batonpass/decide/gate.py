"""May it go on? Usage and a ladder to a verdict. On the fast path: plain values in, plain values out."""

from batonpass.decide.ladder import Ladder
from batonpass.model.usage import Usage
from batonpass.model.verdict import Verdict

UNKNOWN = "UNKNOWN"  # what CONTEXT_STATUS prints where nobody knows
NOBODY_KNOWS = "nobody knows how full the context is: there are no numbers of the client"
AFTER = (
    "{used} of the window is used right after a compaction, so another one would free little: "
    "hand over and go on in a new session soon"
)


def gate(usage: Usage | None, ladder: Ladder, moment: str, *, grown: int | None = None) -> Verdict:
    """Return what the ladder answers at a moment; `grown` is what the context took since a compaction, if any.

    A compaction that did not help enough is not asked for again before the context has grown: it would free nothing.
    What is denied stays denied.
    """
    if usage is None or not usage.window:
        return Verdict(ladder.unknown, (NOBODY_KNOWS,), UNKNOWN, "unknown")
    step = ladder.rung(usage.share, usage.window)
    if step is None:
        return Verdict("go")
    answer, said = str(step[moment]), f"{used(usage)} of the window is used: {step['says']}"
    if grown is not None and answer in ("advise", "compact") and grown < ladder.regrow * usage.window:
        answer, said = ("go" if answer == "advise" else "advise"), AFTER.format(used=used(usage))
    return Verdict(answer, (said,), str(step["status"]), str(step["name"]))


def used(usage: Usage) -> str:
    """Return the share as people read it, never rounded up to an edge that it has not reached."""
    about = "" if usage.exact else "about "
    return f"{about}{usage.tokens * 1000 // usage.window / 10:g} %"
