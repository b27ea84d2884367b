"""What a store can do. `tests/store/conformance.py` asserts it of every implementation."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from batonpass.model.event import Event
from batonpass.model.handoff import (
    NOTHING_KEPT,
    Cleaned,
    Handoff,
    Hit,
    Kept,
    Reading,
    Rebuilt,
    Selection,
    Workflow,
)
from batonpass.model.reasoning import Thought
from batonpass.model.roles import Round, Slot
from batonpass.model.terms import Stamp


class Staged(Struct, frozen=True):
    """A handoff that is written and not yet visible."""

    id: str
    agent: str
    at: str
    directory: str  # where it will stand
    folder: str  # where it stands now; a store without files leaves it empty


class Published(Struct, frozen=True):
    """A handoff that stands, and whether this call put it there."""

    handoff: Handoff
    new: bool


class Rounds(Protocol):
    """Keeps the handoff files of roles: every round of them, and the newest under its plain name."""

    def place(self, slot: Slot) -> str:
        """Return the path of the plain name, as a manifest spells paths."""

    def put(self, slot: Slot, data: bytes) -> Round:
        """Keep a file as the next round, and as the newest under its plain name and its aliases; the same bytes once.

        What stands under such a name and is no round becomes one first: nothing is ever overwritten unread.
        """

    def all(self, slot: Slot) -> tuple[Round, ...]:
        """Return every round, the newest first; in front of them what an agent wrote under the plain name itself."""

    def read(self, path: str) -> bytes:
        """Return one round, or any other file of the layout."""

    def details_place(self, slot: Slot, kind: str) -> str:
        """Return where what an agent left in full is kept: `{session}/{kind}/{group}_{agent}.md`."""

    def put_details(self, slot: Slot, kind: str, data: bytes) -> Round:
        """Keep what an agent left in full, every round of it, as `put` does."""


class Store(Protocol):
    """Keeps handoffs, what they were made of, and what happened to them."""

    @property
    def rounds(self) -> Rounds:
        """Return what keeps the handoff files of roles."""

    def place(self, agent: str, scope: str, handoff_id: str, timestamp: str) -> str:
        """Return the directory a handoff will have, as `Stamp.directory` and the manifest spell it."""

    def stage(self, stamp: Stamp, agent: str, content: Mapping[str, bytes]) -> Staged:
        """Write manifest.json, proof.json, brief.md and the full artifacts where nobody sees them yet."""

    def publish(self, staged: Staged, proof: bytes | None = None, brief: bytes | None = None) -> Published:
        """Make it visible as a whole, with a last word on proof and brief; an id that stands is kept, not doubled."""

    def discard(self, staged: Staged) -> None:
        """Take a staged handoff away; doing it twice, or after publishing, is fine."""

    def by_key(self, handoff_id: str) -> Handoff | None:
        """Return the handoff of exactly this id, if it stands."""

    def find(self, what: str) -> Handoff:
        """Return the handoff meant by an id or its beginning, a path, an agent's name or `agent/latest`."""

    def handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return every handoff that was published and matches, oldest first: also rejected and removed ones."""

    def open_handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return those that stand, were not rejected and not superseded, oldest first."""

    def lost_handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return those that would be open, were not removed by retention, and whose manifest is gone."""

    def names(self, handoff: Handoff) -> tuple[str, ...]:
        """Return the files of a handoff, sorted."""

    def read(self, handoff: Handoff, name: str) -> bytes:
        """Return one file of a handoff: its manifest, its proof, or the stored copy of a source."""

    def correct(
        self,
        handoff: Handoff,
        manifest: bytes,
        proof: bytes,
        *,
        at: str,
        brief: bytes | None = None,
        role: bytes | None = None,
    ) -> Handoff:
        """Put a person's correction in place; the versions before stay as manifest.{n}.json, proof.{n}.json."""

    def record(self, event: Event) -> None:
        """Append an event to the journal, once for each `Event.id`."""

    def events(self, *names: str, handoff: str = "", workflow: str = "") -> tuple[Event, ...]:
        """Return recorded events of these names (none = all), in the order of their times."""

    def record_read(self, reading: Reading) -> None:
        """Record that an agent was given a handoff or a part of it."""

    def reads(self, *, handoff: str = "", reader: str = "", workflow: str = "") -> tuple[Reading, ...]:
        """Return what was read, in the order of the times."""

    def save_reasoning(self, thought: Thought) -> str:
        """Keep what an agent thought, once for each id; return the path of the file that shows it, "" without files."""

    def reasoning(self, *, session: str = "", group: str = "") -> tuple[Thought, ...]:
        """Return what agents thought, oldest first; of a group also what speaks to all groups."""

    def workflows(self) -> tuple[Workflow, ...]:
        """Return every workflow anything was recorded of."""

    def search(self, words: str, limit: int = 0) -> tuple[Hit, ...]:
        """Return the best places in manifests and full artifacts; quotes keep words together; 0 = the usual."""

    def clean(
        self, *, now: str, days: int, keep_newest: int, pinned: Kept = NOTHING_KEPT, dry_run: bool = False
    ) -> Cleaned:
        """Remove handoffs and sessions older than so many days, except what is newest, pinned or referred to."""

    def rebuild(self) -> Rebuilt:
        """Make every index again from the journal and the published files."""
