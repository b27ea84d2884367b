"""What is found of an installation in a host, and what it means."""

from typing import Any, Literal

from msgspec import Struct

from batonpass.model.event import Event

Health = Literal["good", "warning", "bad"]


class HostSettings(Struct, frozen=True):
    """One settings file of a host; None where it cannot be read as a JSON object."""

    path: str
    scope: str  # user, project, local, managed
    values: dict[str, Any] | None


class Installation(Struct, frozen=True, kw_only=True):
    """How we stand in a host on this machine, as it was found."""

    root: str
    configured: bool  # `.baton/config.toml` is there
    settings: tuple[HostSettings, ...]
    wanted: dict[str, str]  # event → the command that should answer it
    trusted: bool | None  # None: nobody was ever asked
    version: str  # of the client, "" where it was not found
    oldest: str  # version that is known to do
    plugins: tuple[str, ...]
    answers: bool  # the installed command finds a `baton` that runs
    starts: float  # how many times as long as a bare Python that takes
    slow: float  # times from which it is worth mending
    events: tuple[Event, ...]  # what hooks recorded, oldest first
    rewriters: tuple[str, ...]  # hooks of others that rewrite what agents are started with
    windows: bool  # a status line has told the size of a window


class Finding(Struct, frozen=True):
    """One thing that works, or does not, and the way out."""

    name: str
    state: Health
    found: str
    todo: str = ""
