"""A handoff as it stands in the artifacts, and what happened to it."""

from typing import Literal

from msgspec import Struct

from batonpass.model.files import MANIFEST


class Handoff(Struct, frozen=True, kw_only=True):
    """One published handoff: what the ledger knows of it without opening it."""

    id: str
    agent: str  # who handed over
    directory: str  # POSIX, relative to the root (absolute when outside of it), ends in "/"
    at: str  # the manifest's timestamp
    file: str = MANIFEST  # another name only for a foreign manifest or an old version
    to: tuple[str, ...] = ()  # () = whoever comes next
    type: str = ""
    scope: str = ""
    status: str = ""
    phase: str = ""
    workflow: str = ""
    session: str = ""
    group: str = ""
    standing: Literal["published", "rejected"] = "published"
    supersedes: str = ""
    digest: str = ""  # of the manifest's bytes
    manifest_tokens: int = 0
    required_reading_tokens: int = 0
    source_tokens: int = 0
    brief_tokens: int = 0
    edits: int = 0  # how often a person corrected it
    readers: tuple[str, ...] = ()  # who was given it so far

    @property
    def manifest(self) -> str:
        """Return the path of the manifest, as `directory` is."""
        return self.directory + self.file

    @property
    def proof(self) -> str:
        """Return the name of the proof that belongs to this manifest file: `auth.proof.json` for `auth.json`."""
        if "manifest" in self.file:
            return self.file.replace("manifest", "proof", 1)
        return self.file.removesuffix(".json") + ".proof.json"


class Selection(Struct, frozen=True, kw_only=True):
    """Which handoffs are meant; an empty field asks for nothing."""

    to: str = ""  # addressed to this agent, or to nobody in particular
    agent: str = ""  # handed over by this agent
    workflow: str = ""
    session: str = ""
    group: str = ""  # of this group, or of none: such a handoff speaks to all groups


class Reading(Struct, frozen=True, kw_only=True):
    """One agent was given one handoff, one of its files, or some lines of it."""

    handoff: str
    reader: str
    what: str = MANIFEST  # file, relative to the handoff's directory
    at: str = ""
    tokens: int = 0
    first: int = 0  # lines; 0 = the whole file
    last: int = 0
    workflow: str = ""


class Hit(Struct, frozen=True):
    """One place where the words stand."""

    handoff: str
    agent: str
    path: str  # POSIX, as a handoff's directory is
    line: int
    snippet: str
    score: float  # higher is better; compare inside one search only


class Workflow(Struct, frozen=True, kw_only=True):
    """One run of a team, as its events tell it."""

    id: str
    project: str = ""
    agents: tuple[str, ...] = ()  # the plan
    ran: tuple[str, ...] = ()  # who really handed over, once it is complete
    started: str = ""
    completed: str = ""
    success: bool | None = None
    duration_s: float | None = None


class GoneSession(Struct, frozen=True):
    """The folder of a session that retention took away, or would take."""

    session: str
    directory: str  # POSIX, relative to the root, ends in "/"
    at: str  # when something was last written or recorded of it


class Kept(Struct, frozen=True):
    """What a person keeps, whatever its age."""

    handoffs: frozenset[str] = frozenset()  # ids
    sessions: frozenset[str] = frozenset()


NOTHING_KEPT = Kept()


class Cleaned(Struct, frozen=True):
    """What retention took away, or would take."""

    removed: tuple[Handoff, ...]
    sessions: tuple[GoneSession, ...]
    swept: tuple[str, ...]  # leftovers of processes that died
    bytes: int
    forgotten: tuple[Handoff, ...] = ()  # recorded, and somebody had removed them already


class Rebuilt(Struct, frozen=True):
    """What the ledger holds after it was made anew."""

    handoffs: int  # that were not removed
    events: int
    skipped: int  # lines of the journal that are no events
