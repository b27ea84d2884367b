"""Which persona a session's context holds, from one prompt to the next: a small file each. On the fast path.

A cache: what is lost is that a persona was active, and the next one starts as the first.
"""

import json
import os

from batonpass.model.may_be_json import fields
from batonpass.store import runs

FOLDER = ".baton/cache/personas"
LOADING = ".loading.json"  # what a context starts with once it was emptied


class Persona:
    """What a session's context holds of personas, in plain values."""

    __slots__ = (
        "active",
        "agent",
        "artifacts",
        "bracket",
        "commands",
        "domains",
        "earlier",
        "inside",
        "left",
        "left_by",
        "left_since",
        "own",
        "pending",
        "since",
        "story",
    )

    def __init__(self, **told: object) -> None:
        """Take what was kept; what is missing or of another form is as it is at the start."""
        self.active, self.story, self.pending = (
            _text(told, "active"),
            _text(told, "story"),
            _text(told, "pending"),
        )
        self.bracket = _text(told, "bracket")
        self.agent = _text(told, "agent")  # who was active by the session file of the rules' own engine
        self.own = _text(told, "own")  # the artifact that tells of the active persona already
        self.since = _number(told, "since")  # byte of the transcript at which it began
        self.left = _text(told, "left")  # transcript that was cleared before anybody was told of its end …
        self.left_by, self.left_since = (
            _text(told, "left_by"),
            _number(told, "left_since"),
        )  # … whose that was
        self.inside = _texts(told, "inside") or []  # personas whose profiles are in the context, oldest first
        self.commands = (
            _texts(told, "commands") or []
        )  # those that came as commands: clients keep these over compactions
        self.artifacts = _texts(told, "artifacts") or []  # files of those before it, oldest first
        self.earlier = _texts(told, "earlier") or []  # those that were put away for newer ones
        self.domains = _texts(told, "domains")  # None: nobody looked yet

    def as_dict(self) -> dict[str, object]:
        """Return plain values."""
        return {name: getattr(self, name) for name in self.__slots__}


def get(root: str, session: str) -> Persona:
    """Return what is known of a session."""
    return Persona(**_read(_place(root, session)))


def put(root: str, session: str, persona: Persona) -> None:
    """Keep it."""
    runs.keep(_place(root, session), json.dumps(persona.as_dict()).encode())


def load(root: str, session: str, part: str) -> str:
    """Return what a session's context starts with once it was emptied, "" where nothing is prepared."""
    return _text(_read(_place(root, session, LOADING)), part)


def prepare(root: str, session: str, **parts: str) -> None:
    """Keep what a session's context starts with once it is emptied: `whole`, and what is new where the profile stays."""
    runs.keep(_place(root, session, LOADING), json.dumps(parts).encode())


def cleared(root: str, client: str, session: str, transcript: str) -> None:
    """Keep whose context a client emptied: the session goes on under another name."""
    told = {"session": session, "transcript": transcript}
    runs.keep(_client(root, client), json.dumps(told).encode())


def before(root: str, client: str) -> tuple[str, str]:
    """Return session and transcript whose context a client emptied last, "" where it emptied none."""
    told = _read(_client(root, client))
    return _text(told, "session"), _text(told, "transcript")


def sweep(root: str, days: int) -> None:
    """Take away what was kept of sessions that nobody went on with for so long."""
    here, oldest = os.path.join(root, FOLDER), runs.now() - days * 86_400
    for name in os.listdir(here) if os.path.isdir(here) else ():
        path = os.path.join(here, name)
        try:
            if os.stat(path).st_mtime < oldest:
                os.unlink(path)
        except OSError:
            continue  # another session was faster


def _place(root: str, session: str, suffix: str = ".json") -> str:
    name = os.path.basename(session.replace("\\", "/")) or "unknown"
    return os.path.join(root, FOLDER, name + suffix)


def _client(root: str, client: str) -> str:
    return _place(root, f"client-{client}")


def _read(place: str) -> dict[str, object]:
    try:
        with open(place, "rb") as file:
            return fields(file.read())
    except OSError:
        return {}


def _text(told: dict[str, object], name: str) -> str:
    value = told.get(name)
    return value if isinstance(value, str) else ""


def _number(told: dict[str, object], name: str) -> int:
    value = told.get(name)
    return value if isinstance(value, int) else 0


def _texts(told: dict[str, object], name: str) -> list[str] | None:
    value = told.get(name)
    return [str(one) for one in value] if isinstance(value, list) else None
