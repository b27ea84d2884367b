"""What the caller says about a handoff, and what the machine stamps on it."""

from msgspec import Struct


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who hands over what to whom. Together with the sources this is a handoff's identity."""

    agent: str
    type: str = "handoff"
    scope: str = ""
    to: tuple[str, ...] = ()
    status: str = ""
    workflow: str = ""
    session: str = ""
    group: str = ""
    phase: str = ""
    run: str = ""  # one run of one agent, so that a hook firing twice is one handoff
    require: tuple[str, ...] = ()  # files the next agent must read
    budget: int = 0  # tokens, lower than the profile's limit; 0 = the profile's
    force: bool = False  # extract from sources above `max_source` too


class Stamp(Struct, frozen=True):
    """What makes one handoff this one: decided once, before compaction."""

    id: str
    timestamp: str  # RFC 3339, UTC, whole seconds
    directory: str  # POSIX path relative to the root, ends in "/"
