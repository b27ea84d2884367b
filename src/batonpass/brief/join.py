"""Stored prompt blocks to one brief. Runs inside hooks: imports nothing but the error tree, counts nothing.

Every block was counted when it was stored; here the counts are only added up.
"""

from batonpass.model.errors import HandoffTooLargeError

# Headings and file lists are counted by their length: o200k needs fewer than one token for two bytes of
# English or of a path (measured: 4.5 bytes a token for headings, 2.7 to 3.1 for paths), so the sum errs on the safe side.
BYTES_PER_TOKEN = 2


class Piece:
    """One handoff as it was stored for the next agent."""

    __slots__ = ("agent", "id", "path", "text", "tokens")

    def __init__(self, id: str, agent: str, text: str, tokens: int, path: str) -> None:  # noqa: A002 - the ledger's word
        """Hold a block, its token count, and the path an agent can read instead of it."""
        self.id, self.agent, self.text, self.tokens, self.path = id, agent, text, tokens, path


class Gap:
    """An agent that left no manifest, and what it left instead."""

    __slots__ = ("agent", "files")

    def __init__(self, agent: str, files: tuple[tuple[str, int], ...] = ()) -> None:
        """Hold the full artifacts as (path, tokens), 0 tokens where nobody counted them."""
        self.agent, self.files = agent, files


class Part:
    """What stands beside the handoffs: what the user demanded, questions, reasoning, what is wrong with a file."""

    __slots__ = ("text", "tokens")

    def __init__(self, text: str, tokens: int) -> None:
        """Hold a text and its token count."""
        self.text, self.tokens = text, tokens


NONE: tuple[Part, ...] = ()


def join(
    pieces: list[Piece],
    gaps: list[Gap],
    for_agent: str,
    budget: int,
    *,
    name_only: bool = False,
    parts: tuple[Part, ...] = NONE,
) -> str:
    """Return the brief for one agent; no handoff is ever trimmed.

    What exceeds `budget` (0 = no limit) is an error; with `name_only` each handoff is then named by its
    path and tokens instead, and the brief says so.
    """
    said = [*(part.text for part in parts), *(_gap(gap) for gap in gaps)]
    needed = sum(piece.tokens for piece in pieces)
    head = f"# Brief for {for_agent}\n\n{_summary(pieces, needed)}\n"
    beside = sum(part.tokens for part in parts) + sum(_tokens(text) for text in said[len(parts) :])
    whole = needed + _tokens(head) + beside
    if not budget or whole <= budget or (name_only and not pieces):
        return "\n".join([head, *(piece.text.strip("\n") + "\n" for piece in pieces), *said])
    if not name_only:
        raise _too_large(pieces, for_agent, whole, budget)
    return "\n".join([f"# Brief for {for_agent}\n", _named(pieces, whole, budget), *said])


def _summary(pieces: list[Piece], tokens: int) -> str:
    if not pieces:
        return "No agent before you left a handoff."
    count = "1 handoff" if len(pieces) == 1 else f"{len(pieces)} handoffs"
    return f"{count} from the agents before you ({tokens} tokens). Open details only where you need them."


def _gap(gap: Gap) -> str:
    lines = [f"## No handoff from {gap.agent}\n"]
    if gap.files:
        lines.append("It left no manifest; these are its full artifacts, read what you need of them:\n")
        lines += [f"- {path} ({tokens} tokens)" if tokens else f"- {path}" for path, tokens in gap.files]
    else:
        lines.append("It left no manifest and no artifacts: nothing of its work is known here.")
    return "\n".join(lines) + "\n"


def _named(pieces: list[Piece], whole: int, budget: int) -> str:
    lines = [
        f"The handoffs for you take {whole} tokens, {budget} were given, and none is ever shortened.",
        "Read each of these before you start:\n",
    ]
    lines += [f"- {piece.path} (from {piece.agent}, {piece.tokens} tokens)" for piece in pieces]
    return "\n".join(lines) + "\n"


def _too_large(pieces: list[Piece], for_agent: str, whole: int, budget: int) -> HandoffTooLargeError:
    each = ", ".join(f"{_called(piece)} {piece.tokens}" for piece in pieces)
    dropped = _to_drop(pieces, whole - budget)
    drop = " and ".join(f"{_called(piece)} ({piece.tokens} tokens)" for piece in dropped)
    less = f", or leave out {drop} with --without" if drop else ""
    return HandoffTooLargeError(
        f"the handoffs for {for_agent} take {whole} tokens ({each})"
        if each
        else f"the brief takes {whole} tokens",
        wanted=f"at most {budget}",
        todo=f"raise --budget to {whole}{less}",
    )


def _called(piece: Piece) -> str:
    return f"{piece.agent} {piece.id or piece.path}"


def _to_drop(pieces: list[Piece], over: int) -> list[Piece]:
    """Return the fewest handoffs that free enough, in the order of the brief; [] when all would not do."""
    chosen: list[Piece] = []
    for piece in sorted(pieces, key=_largest_first):
        if over > 0:
            chosen.append(piece)
            over -= piece.tokens
    return [piece for piece in pieces if piece in chosen] if over <= 0 else []


def _largest_first(piece: Piece) -> int:
    return -piece.tokens


def _tokens(text: str) -> int:
    return len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN + 1
