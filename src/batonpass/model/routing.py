"""Who is next, as an answer, and what must be remembered to give it: plain values that survive a restart."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from batonpass.model.problem import Problem
from batonpass.model.routes import Alternative, Path, Standing

VERSION = 1  # of the state; a newer one is read as far as it is known
Count = Annotated[int, Meta(ge=0)]
WORKING: frozenset[str] = frozenset({"in_progress", "merging"})
DONE: frozenset[str] = frozenset({"completed", "failed"})


class Asked(Struct, frozen=True):
    """A question that is open: the answer goes back to whoever asked."""

    by: str
    of: str


class GroupState(Struct, frozen=True, omit_defaults=True):
    """How far a group's work is; the session itself is kept like one."""

    standing: Standing = "pending"
    at: str = ""  # whose turn it is
    implementer: str = ""  # who wrote its work
    flags: dict[str, bool] = {}  # what was said of it, true or not
    counters: dict[str, Count] = {}
    measures: dict[str, int] = {}  # the last value of what must go down
    waiting: tuple[str, ...] = ()  # for help; the last one is helped first
    asked: tuple[Asked, ...] = ()
    beside: dict[str, Any] = {}  # what another version wrote, kept as it is


class Ended(Struct, frozen=True, kw_only=True):
    """An agent came to an end: the one event that routes are asked about."""

    agent: str
    status: str
    group: str = ""
    planned: tuple[str, ...] = ()  # groups that wait to be worked on from now on
    flags: dict[str, bool] = {}
    settings: dict[str, str] = {}
    counters: dict[str, int] = {}  # as they were before
    measures: dict[str, int] = {}  # of what must go down
    missing: tuple[str, ...] = ()  # agents that are not at hand


class Why(Struct, frozen=True):
    """One rule that acted, and its place in the playbook."""

    said: str
    place: Path = ()
    instead: bool = False  # it changed what would have been done


class Start(Struct, frozen=True):
    """A group that is started now."""

    group: str
    agent: str
    model: str = ""


class RouteVerdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who is next, what is to be done, and why."""

    answer: Literal["go", "advise", "block"]
    agent: str
    status: str  # as it was understood
    known: bool  # the status is one of the agent's
    group: str
    next_agent: str  # "" = nobody
    action: str
    include: tuple[str, ...] = ()
    command: str = ""
    condition: str = ""
    alternatives: tuple[Alternative, ...] = ()
    model: str = ""
    then: str = ""
    marks: tuple[str, ...] = ()
    starts: tuple[Start, ...] = ()
    why: tuple[Why, ...] = ()
    problems: tuple[Problem, ...] = ()


class Last(Struct, frozen=True):
    """A run that was decided: asked again, it gets the same answer, and nothing is counted twice."""

    run: str
    verdict: RouteVerdict


class RouteState(Struct, frozen=True, omit_defaults=True):
    """All that was decided before, as far as it matters for what comes next."""

    playbook: str = ""
    settings: dict[str, str] = {}
    session: GroupState = GroupState(standing="in_progress")
    groups: dict[str, GroupState] = {}
    last: dict[str, Last] = {}  # group → its last run, where runs are named; "" = the session
    beside: dict[str, Any] = {}
