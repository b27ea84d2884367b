"""What agents before thought, as a part of a prompt: each in its share of the room, never more."""

from collections.abc import Callable, Sequence

from batonpass.brief.sections import one_line
from batonpass.model.reasoning import Thought

CHARS = 6  # of a token, where a text that is far too long is cut first
HEAD = "## Why it was done so: reasoning of the agents before you"


def reasoning(
    thoughts: Sequence[Thought],
    size: Callable[[str], int],
    shorten: Callable[[str, int], str],
    tokens: int,
) -> str:
    """Return one line a thought, each of at most `tokens`; "" where nobody saved any."""
    lines = [line(thought, size, shorten, tokens) for thought in thoughts]
    return "\n".join([HEAD, "", *lines]) + "\n" if lines else ""


def line(
    thought: Thought, size: Callable[[str], int], shorten: Callable[[str, int], str], tokens: int
) -> str:
    """Return a thought in one line: who, on what, how sure, and its beginning as far as there is room."""
    sure = f", {thought.confidence} confidence" if thought.confidence else ""
    head = f"- {thought.agent} on {thought.phase}{sure}: "
    text = one_line(thought.text)
    kept = shorten(text, tokens * CHARS)
    while kept and size(head + kept) > tokens:
        shorter = shorten(kept, max(len(kept) * 9 // 10, 1))
        kept = shorter if len(shorter) < len(kept) else kept[: len(kept) // 2].rstrip()
    return (head + kept).rstrip()
