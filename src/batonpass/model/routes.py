"""Who is next: the routes of a playbook, as its tables write them."""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

from batonpass.model.bounds import Count, Positive

Action = Literal[
    "spawn",  # start the agent
    "respawn",  # start the same agent again
    "spawn_merge",  # let it merge the group's work
    "spawn_batch",  # start one agent for each group that waits
    "check_phase",  # the group is done: the next groups, else wait for the others, else the agent
    "wait",  # other groups are still at work
    "pause_for_user",  # the user is asked, and answers
    "validate_then_end",  # over, once it was validated
    "end_session",  # over
    "halt",  # over: tell the user why
]
Standing = Literal["pending", "in_progress", "merging", "completed", "failed"]
ENDS: frozenset[str] = frozenset({"pause_for_user", "validate_then_end", "end_session", "halt"})
ACTIONS: tuple[str, ...] = get_args(Action)

SELF = "_self"  # whoever ended
IMPLEMENTER = "_implementer"  # whoever wrote the group's work
BLOCKED = "_return_to_blocked"  # whoever waits for help, the last one first
PARTS = (SELF, IMPLEMENTER, BLOCKED)  # what `to` may say beside the name of an agent
CHECK_PHASE = "check_phase"  # what `then` may say beside the name of an agent
NO_PROGRESS = "no_progress"  # counted where a measure does not go down; begins anew where it does

Path = tuple[str, ...]


class Alternative(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another way on from the same status; a flag of the same word chooses it."""

    to: str
    flag: str = ""  # "" = only a suggestion
    command: str = ""
    condition: str = ""  # in words
    counts: str = ""


class Route(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What follows when an agent ends with a status."""

    to: str = ""  # an agent, or one of PARTS; "" = nobody
    action: Action = "spawn"
    include: tuple[str, ...] = ()  # what the next agent must be given
    command: str = ""  # what it is asked to run
    condition: str = ""  # in words: when this is the way on
    alternatives: tuple[Alternative, ...] = ()
    model: str = ""  # for this once another than the role's
    parallel: Count = 0  # groups at work at the same time; 0 = the playbook's
    counts: str = ""  # the group's counter that goes up
    resets: tuple[str, ...] = ()  # counters that begin anew
    progress: str = ""  # the measure that must go down each time, else `no_progress` is counted
    waits: bool = False  # whoever says so waits for help
    asks: bool = False  # the answer comes back to whoever asked
    becomes: Standing | Literal[""] = ""  # what the group is from now on
    then: str = ""  # what is due after it: an agent, or check_phase
    fallback: str = ""  # who is next where `to` is not at hand
    marks: tuple[str, ...] = ()  # words for the orchestrator: bypass_qa, mandatory_review


class When(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that must hold; what is not said always holds."""

    by: tuple[str, ...] = ()  # who ended
    status: tuple[str, ...] = ()  # how
    to: tuple[str, ...] = ()  # who would be next
    action: tuple[Action, ...] = ()  # what would be done
    flag: str = ""  # of the group
    settings: dict[str, tuple[str, ...]] = {}  # setting → values
    counter: str = ""  # of the group
    reaches: Count = 0  # what it is at least
    unknown: bool = False  # the status is none of the agent's


class Override(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is done instead. All are asked in their order, each sees what those before it have made of the route."""

    when: When
    because: str  # for people; {count} and the settings may stand in it
    to: str | None = None  # None = as it is
    action: Action | None = None
    model: str = ""
    becomes: Standing | Literal[""] = ""


class Flag(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a group may be; said of it, or told by whole words of its name."""

    words: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()  # signs that stand in its name as they are: [R]
    parallel: Count = 0  # such groups at work at the same time; 0 = no limit of their own


class Routes(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All ways through a team's work."""

    start: tuple[str, ...] = ()  # who may begin
    session: tuple[str, ...] = ()  # who speaks for all groups: what they count is the session's
    outside: dict[str, tuple[str, ...]] = {}  # reason → agents of the team that no route leads to
    of: dict[str, dict[str, Route]] = {}  # agent → status → what follows
    fallback: Route = Route(action="pause_for_user")  # what follows a status that nobody knows
    aliases: dict[str, dict[str, str]] = {}  # agent → another word for a status → the status
    implementers: tuple[str, ...] = ()  # who may write a group's work; the first where nobody has yet
    parallel: Positive = 1  # groups at work at the same time
    settings: dict[str, tuple[str, ...]] = {}  # setting → its values, the first holds unless another is set
    flags: dict[str, Flag] = {}
    overrides: dict[str, Override] = {}

    def counters(self) -> frozenset[str]:
        """Return every counter that goes up somewhere."""
        rows = [route for of_agent in self.of.values() for route in of_agent.values()]
        named = {row.counts for row in (*rows, self.fallback)}
        named |= {other.counts for row in rows for other in row.alternatives}
        return frozenset(named | {NO_PROGRESS} if self.measures() else named) - {""}

    def measures(self) -> frozenset[str]:
        """Return every measure that must go down somewhere."""
        return frozenset(row.progress for of_agent in self.of.values() for row in of_agent.values()) - {""}

    def mistakes(self) -> Iterator[tuple[Path, str, str]]:
        """Yield the overrides whose limit is only half said: they would hold always, or their number would mean nothing."""
        for name, override in self.overrides.items():
            when, place = override.when, ("overrides", name, "when")
            if when.counter and not when.reaches:
                yield (
                    (*place, "counter"),
                    f"the counter {when.counter!r} without `reaches`",
                    "the number it reaches",
                )
            if when.reaches and not when.counter:
                yield (
                    (*place, "reaches"),
                    f"`reaches` {when.reaches} without a `counter`",
                    "the counter that reaches it",
                )

    def named(self) -> Iterator[tuple[Path, str]]:
        """Yield every agent that is named here, with its place."""
        for key in ("start", "session", "implementers"):
            yield from (((key, str(at)), agent) for at, agent in enumerate(getattr(self, key)))
        for reason, agents in self.outside.items():
            yield from ((("outside", reason, str(at)), agent) for at, agent in enumerate(agents))
        yield from _of_route(self.fallback, ("fallback",))
        yield from ((("aliases", agent), agent) for agent in self.aliases)
        for agent, rows in self.of.items():
            yield ("of", agent), agent
            for status, route in rows.items():
                yield from _of_route(route, ("of", agent, status))
        for name, override in self.overrides.items():
            yield from _of_override(override, ("overrides", name))


def _of_override(override: Override, place: Path) -> Iterator[tuple[Path, str]]:
    yield from (((*place, "to"), agent) for agent in _agents(override.to or ""))
    for key in ("by", "to"):
        for at, agent in enumerate(getattr(override.when, key)):
            yield (*place, "when", key, str(at)), agent


def _of_route(route: Route, place: Path) -> Iterator[tuple[Path, str]]:
    for key in ("to", "fallback", "then"):
        yield from (((*place, key), agent) for agent in _agents(getattr(route, key)))
    for number, other in enumerate(route.alternatives):
        yield from (((*place, "alternatives", str(number), "to"), agent) for agent in _agents(other.to))


def _agents(name: str) -> tuple[str, ...]:
    return () if not name or name in PARTS or name == CHECK_PHASE else (name,)
