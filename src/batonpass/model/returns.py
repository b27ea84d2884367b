"""What goes back to whoever started an agent: a status and three lines, or the agent's whole answer."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from batonpass.model.bounds import Count, Positive

UNKNOWN = "UNKNOWN"  # nobody said how it ended; routes send it to a review
LINES = 3  # what was done, what changed, how it came out

Understood = Literal[
    "given",  # the message was a return, and nothing else
    "repaired",  # a return stood in it, in need of mending
    "composed",  # a status stood in it; the lines are made of what evidence and message say
    "unknown",  # it states no status
]
View = Literal["return", "manifest", "message"]


class Return(Struct, frozen=True):
    """All an orchestrator needs: how it ended, and three lines for people."""

    status: str
    summary: tuple[str, str, str]


class Returned(Struct, frozen=True):
    """A return, and how it was understood."""

    value: Return
    understood: Understood
    tokens: int


class Back(Struct, frozen=True):
    """What goes back from an agent, in which view; `message` is its own text, unchanged."""

    view: View
    text: str
    tokens: int


class Guidance(Struct, frozen=True, forbid_unknown_fields=True):
    """What an agent of one role writes into its three lines."""

    what: str
    changed: str
    result: str


GENERAL = Guidance(
    what="what was done",
    changed="what changed: files, components",
    result="how it came out: tests, quality, what is open",
)


class Returns(Struct, frozen=True, forbid_unknown_fields=True):
    """Which view goes back from whom, and its limits in tokens."""

    limit: Positive = 150
    unchanged: Count = 300  # a message up to here passes as it is
    answer: Positive = 1000  # of an agent whose product is its answer
    answers: tuple[str, ...] = ()  # agents whose product is an answer
    implementers: tuple[str, ...] = ()  # agents whose product lies in files; of all others their work decides
    keys: tuple[str, ...] = ("status",)  # where a JSON answer states how it ended, the first that is there
    statuses: dict[str, tuple[str, ...]] = {}  # beside those of the routes: agent → its statuses
    lines: dict[str, Guidance] = {}  # agent → its three lines

    def named(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield every agent of the team that is named here, with its place."""
        for table in ("statuses", "lines"):
            yield from (((table, agent), agent) for agent in getattr(self, table))

    def guidance(self, agent: str) -> Guidance:
        """Return what an agent writes into its three lines."""
        return self.lines.get(agent, GENERAL)
