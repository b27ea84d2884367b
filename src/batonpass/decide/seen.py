"""A session as signs look at it: what one agent said and did, in order, and where each of it stands."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from batonpass.model.deed import Done
from batonpass.model.proof import Difference
from batonpass.model.sign import Shown
from batonpass.model.source import Block
from batonpass.tables import load


class Seen(Struct, frozen=True):
    """One agent's blocks and calls; `since` is the line of the last compaction."""

    blocks: tuple[Block, ...]
    calls: tuple[Done, ...]
    turns: tuple[int, ...]  # lines of the user's turns
    since: int = 0
    claims: tuple[Difference, ...] = ()  # what it claimed and evidence contradicts

    def shown(self, block: Block, text: str) -> Shown:
        """Return a place, with its text as short as it is shown."""
        return self.at(block.span.first, text)

    def at(self, line: int, text: str) -> Shown:
        """Return a place by its line."""
        clip: int = load.table("signs")["text"]["clip"]
        flat = " ".join(text.split())
        return Shown(
            line, bisect_right(self.turns, line), flat if len(flat) <= clip else f"{flat[: clip - 1]}…"
        )

    def said(self, role: str) -> Iterator[Block]:
        """Yield the turns of a role."""
        return (b for b in self.blocks if b.kind == "turn" and b.act is not None and b.act.role == role)


def seen(blocks: Sequence[Block], calls: Sequence[Done], own: str, claims: Sequence[Difference] = ()) -> Seen:
    """Return what concerns one agent."""
    mine = tuple(b for b in blocks if b.act is not None and b.act.agent == own)
    turns = tuple(b.span.first for b in mine if _is_turn(b, "user"))
    since = max((b.span.first for b in mine if _is_turn(b, "summary")), default=0)
    return Seen(mine, tuple(one for one in calls if one.act.agent == own), turns, since, tuple(claims))


def _is_turn(block: Block, role: str) -> bool:
    return block.kind == "turn" and block.act is not None and block.act.role == role


def terms(name: str) -> dict[str, Any]:
    """Return the numbers and words of a sign."""
    found: dict[str, Any] = load.table("signs")["signs"][name]
    return found
