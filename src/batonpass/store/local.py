"""The store on a disk: artifacts that people can read, a journal beside them, and two indexes of both."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from msgspec.structs import replace

from batonpass.model.errors import NotFound, Outside, StorageFailed, WrongUse
from batonpass.model.event import Event
from batonpass.model.files import BRIEF, HANDOFF, MANIFEST, OWN, PROOF
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
from batonpass.model.paths import inside
from batonpass.model.reasoning import Thought
from batonpass.model.terms import Stamp
from batonpass.store import cleaning, files, journal, latest, names, reasoning
from batonpass.store.contract import Published, Staged
from batonpass.store.fold import event_data
from batonpass.store.ledger import Ledger
from batonpass.store.locate import Places
from batonpass.store.lock import held
from batonpass.store.retention import outdated
from batonpass.store.rounds import Rounds
from batonpass.store.search import Search
from batonpass.store.sessions import is_still_past, outdated_sessions
from batonpass.store.staging import Staging
from batonpass.tables import load


class LocalStore:
    """`{artifacts}/{agent}/{time}-{scope}-{id6}/`, `{agent}/latest`, and `.baton/` for journal and indexes."""

    def __init__(
        self,
        root: str,
        *,
        say: Callable[[str], None],
        artifacts: str = "artifacts",
        state: str = ".baton",
    ) -> None:
        """Take the project's root; `say` tells a person that an index, or `latest`, had to be done without."""
        self.places = Places(root, artifacts)
        self.state, self.say = os.path.join(self.places.root, state), say
        self.staging = Staging(self.places.artifacts)
        self.rounds = Rounds(self.places, self.staging.lock)
        self.ledger = Ledger(self.state, self.places.all, say)
        self.index = Search(os.path.join(self.state, "cache", "search.db"), self.places.on_disk, say)

    def place(self, agent: str, scope: str, handoff_id: str, timestamp: str) -> str:
        """Return the directory a handoff will have, as `Stamp.directory` and the manifest spell it."""
        folder = self.places.agent(agent)
        path = os.path.join(folder, names.directory_name(timestamp, scope, handoff_id))
        if os.path.exists(path) and not self.places.standing(agent, handoff_id):
            path = os.path.join(folder, names.directory_name(timestamp, scope, handoff_id, taken=True))
        return self.places.spelled(path)

    def stage(self, stamp: Stamp, agent: str, content: Mapping[str, bytes]) -> Staged:
        """Write manifest.json, proof.json, brief.md and the full artifacts where nobody sees them yet."""
        path = self.places.on_disk(stamp.directory)
        if os.path.dirname(path) != self.places.agent(agent):
            raise WrongUse(f"a handoff at {stamp.directory}", wanted="the directory that `place` gave")
        if not {MANIFEST, PROOF} <= content.keys():
            raise WrongUse("a handoff without manifest or proof", wanted=f"{MANIFEST} and {PROOF}")
        names.check_artifacts([name for name in sorted(content) if name not in OWN])
        with files.storing(self.places.artifacts):
            folder = self.staging.write(content)
        return Staged(stamp.id, agent, stamp.timestamp, stamp.directory, folder)

    def publish(self, staged: Staged, proof: bytes | None = None, brief: bytes | None = None) -> Published:
        """Make it visible as a whole, with a last word on proof and brief; an id that stands is kept, not doubled."""
        try:
            with files.storing(self.places.artifacts):
                for name, data in ((PROOF, proof), (BRIEF, brief)):
                    if data is not None:
                        files.write(os.path.join(staged.folder, name), data)
                with held(self.staging.lock):
                    if standing := self.places.standing(staged.agent, staged.id):
                        return Published(standing, new=False)
                    return Published(self._put_in_place(staged), new=True)
        finally:
            self.discard(staged)

    def _put_in_place(self, staged: Staged) -> Handoff:
        """Record first: if we die in between, a record without its files is seen, files without record are not."""
        path = self.places.on_disk(staged.directory)
        if os.path.exists(path):
            raise StorageFailed(
                "another handoff took this name in the same second",
                todo="run it again",
                place=staged.directory,
            )
        handoff = replace(self.places.load(staged.folder), directory=staged.directory)
        name = f"handoff.{handoff.standing}"
        self._append(Event(name, staged.at, event_data(handoff), f"{name}:{staged.directory}"))
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            files.rename(staged.folder, path)
        except OSError:
            self._append(Event("handoff.removed", staged.at, {"handoff": staged.id}))
            raise
        files.sync_folder(os.path.dirname(path))
        if handoff.standing == "published":
            self._point_latest(path)
        return handoff

    def _point_latest(self, path: str) -> None:
        """Move `latest` forward only: who publishes last is not always who handed over last."""
        folder, name = os.path.split(path)
        if name[: len("2026-01-31T235959Z")] < latest.read(folder)[: len("2026-01-31T235959Z")]:
            return
        try:
            latest.write(folder, name)
        except OSError as error:  # the handoff stands; without `latest` the ledger says which is newest
            with suppress(OSError):
                latest.remove(folder)
            place = self.places.spelled(os.path.join(folder, latest.LATEST)).rstrip("/")
            self.say(
                f"{place} does not lead to the newest handoff: {error.strerror}; take away what stands there"
            )

    def discard(self, staged: Staged) -> None:
        """Take a staged handoff away; doing it twice, or after publishing, is fine."""
        with files.storing(staged.folder):
            self.staging.remove(staged.folder)

    def by_key(self, handoff_id: str) -> Handoff | None:
        """Return the handoff of exactly this id, if it stands."""
        return next((h for h in self._standing(handoff_id) if h.id == handoff_id), None)

    def _standing(self, prefix: str) -> tuple[Handoff, ...]:
        """Return what stands under the beginning of an id; what the ledger does not know is looked for."""
        known = tuple(h for h in self.ledger.named(prefix) if self.places.stands(h))
        return known or tuple(self.places.begun(prefix))

    def find(self, what: str) -> Handoff:
        """Return the handoff meant by an id or its beginning, a path, an agent's name or `agent/latest`."""
        found = self.places.at(what) or self._of_agent(what.removesuffix("/latest")) or self._by_id(what)
        if found is None:
            raise NotFound(
                f"no handoff {what!r}", wanted="an id, a path, or an agent's name", todo=self._hint(what)
            )
        known = next((h for h in self.ledger.named(found.id) if h.directory == found.directory), found)
        return replace(found, edits=known.edits, readers=known.readers)

    def _of_agent(self, agent: str) -> Handoff | None:
        with suppress(Outside):
            if newest := self.places.newest(agent):
                return newest
        standing = (
            [h for h in self.handoffs(Selection(agent=agent)) if self.places.stands(h)] if agent else []
        )
        return next((h for h in reversed(standing) if h.standing == "published"), None)

    def _by_id(self, prefix: str) -> Handoff | None:
        if len(prefix) < load.limits()["store"]["id_shortest"] or not prefix.isalnum():
            return None
        found = self._standing(prefix)
        if len(found) > 1:
            shown = ", ".join(f"{h.id} ({h.agent})" for h in found[:5])
            raise WrongUse(f"{len(found)} handoffs begin with {prefix}", wanted=f"one of {shown}")
        return found[0] if found else None

    def _hint(self, what: str) -> str:
        if when := self.ledger.removed(what):
            return f"it was removed by `baton clean` at {when}"
        if any(h.standing == "rejected" for h in self.handoffs(Selection(agent=what))):
            return "that agent's handoffs were rejected; name one by its id"
        return "`baton status` lists what there is"

    def handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return every handoff that was published and matches, oldest first: also rejected and removed ones."""
        return self.ledger.handoffs(selection)

    def open_handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return those that stand, were not rejected and not superseded, oldest first."""
        return tuple(h for h in self._current(self.ledger.handoffs(selection)) if self._is_good(h))

    def lost_handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        """Return those that would be open, were not removed by retention, and whose manifest is gone."""
        lost = [h for h in self._current(self.ledger.kept(selection)) if not self.places.stands(h)]
        return tuple(h for h in lost if h.standing == "published")

    def _current(self, found: Iterable[Handoff]) -> Iterator[Handoff]:
        superseded = {h.supersedes for h in self.ledger.superseding() if self._is_good(h)}
        return (h for h in found if h.id not in superseded)

    def _is_good(self, handoff: Handoff) -> bool:
        return handoff.standing == "published" and self.places.stands(handoff)

    def names(self, handoff: Handoff) -> tuple[str, ...]:
        """Return the files of a handoff, sorted."""
        folder = self.places.on_disk(handoff.directory)
        found = (os.path.join(base, name) for base, _, inner in os.walk(folder) for name in inner)
        return tuple(sorted(os.path.relpath(path, folder).replace(os.sep, "/") for path in found))

    def read(self, handoff: Handoff, name: str) -> bytes:
        """Return one file of a handoff: its manifest, its proof, or the stored copy of a source."""
        path = inside(self.places.on_disk(handoff.directory), name)
        try:
            with open(path, "rb") as file:
                return file.read()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            there = ", ".join(self.names(handoff)) or "nothing"
            raise NotFound(f"no file {name!r}", wanted=f"one of: {there}", place=handoff.directory) from None
        except OSError as error:
            raise StorageFailed(f"cannot read: {error.strerror}", place=path) from error

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
        folder = self.places.on_disk(handoff.directory)
        if handoff.file != MANIFEST or not self.places.is_published(folder):
            raise WrongUse(f"{handoff.manifest} was not published here", wanted="a handoff in the artifacts")
        with files.storing(handoff.directory), held(self.staging.lock):
            number = self._keep_versions(handoff, folder)
            for name, data in ((BRIEF, brief), (HANDOFF, role)):
                if data is not None:
                    files.write(os.path.join(folder, name), data)
            files.write(os.path.join(folder, PROOF), proof)
            files.write(os.path.join(folder, MANIFEST), manifest)
            edited = replace(self.places.load(folder), edits=number)
            self._append(
                Event("handoff.edited", at, event_data(edited), f"edited:{handoff.directory}{number}")
            )
            if edited.standing == "published":  # a rejected one may have been mended
                self._point_latest(folder)
        return edited

    def _keep_versions(self, handoff: Handoff, folder: str) -> int:
        """Copy the pair as it stands under the next number, and return that number."""
        number = 1
        while os.path.exists(os.path.join(folder, f"manifest.{number}.json")):
            number += 1
        for name in (PROOF, MANIFEST):
            if os.path.exists(os.path.join(folder, name)):
                kept = name.replace(".json", f".{number}.json")
                files.write(os.path.join(folder, kept), self.read(handoff, name))
        return number

    def record(self, event: Event) -> None:
        """Append an event to the journal, once for each `Event.id`."""
        if not event.id:
            return self._append(event)
        with held(os.path.join(self.state, "record.lock")):
            if not self.ledger.has_event(event.id):
                self._append(event)
        return None

    def _append(self, event: Event) -> None:
        limit = load.limits()["journal"]["line_bytes"]
        journal.append(self.ledger.journal, event, limit, durable=True)

    def events(self, *events: str, handoff: str = "", workflow: str = "") -> tuple[Event, ...]:
        """Return recorded events of these names (none = all), in the order of their times."""
        return self.ledger.events(events, handoff, workflow)

    def record_read(self, reading: Reading) -> None:
        """Record that an agent was given a handoff or a part of it."""
        data = {name: getattr(reading, name) for name in Reading.__struct_fields__ if name != "at"}
        self._append(Event("handoff.read", reading.at, {k: v for k, v in data.items() if v}))

    def reads(self, *, handoff: str = "", reader: str = "", workflow: str = "") -> tuple[Reading, ...]:
        """Return what was read, in the order of the times."""
        return self.ledger.reads(handoff, reader, workflow)

    def save_reasoning(self, thought: Thought) -> str:
        """Keep what an agent thought, once for each id; return the path of the file that shows it."""
        told = {name: getattr(thought, name) for name in Thought.__struct_fields__}
        data = {"reasoning": told.pop("id"), **{k: v for k, v in told.items() if v and k != "at"}}
        self.record(Event("reasoning.saved", thought.at, data, f"reasoning:{thought.id}"))
        self._show_reasoning(self.reasoning(session=thought.session))
        return self.places.spelled(reasoning.place(self.places.artifacts, thought)).rstrip("/")

    def _show_reasoning(self, thoughts: Iterable[Thought]) -> None:
        with (
            files.storing(self.places.artifacts),
            held(os.path.join(self.state, "reasoning.lock")),
        ):
            reasoning.bring_up(self.places.artifacts, thoughts)

    def reasoning(self, *, session: str = "", group: str = "") -> tuple[Thought, ...]:
        """Return what agents thought, oldest first; of a group also what speaks to all groups."""
        return self.ledger.reasoning(session, group)

    def workflows(self) -> tuple[Workflow, ...]:
        """Return every workflow anything was recorded of."""
        return self.ledger.workflows()

    def search(self, words: str, limit: int = 0) -> tuple[Hit, ...]:
        """Return the best places in manifests and full artifacts; quotes keep words together; 0 = the usual."""
        standing = tuple(h for h in self.handoffs(Selection()) if self.places.stands(h))
        return self.index.search(words, limit, standing)

    def clean(
        self, *, now: str, days: int, keep_newest: int, pinned: Kept = NOTHING_KEPT, dry_run: bool = False
    ) -> Cleaned:
        """Remove handoffs and sessions older than so many days, except what is newest, pinned or referred to."""
        standing = tuple(h for h in self.handoffs(Selection()) if self.places.stands(h))
        going = outdated(
            standing,
            now=now,
            days=days,
            keep_newest=keep_newest,
            pinned=pinned,
            manifest_of=lambda handoff: self.read(handoff, MANIFEST),
        )
        staying = {h.session for h in standing if h not in going} | pinned.sessions
        old = outdated_sessions(self.places, self._active(), staying, now=now, days=days)
        away = tuple(h for h in self.lost_handoffs(Selection()) if not self.names(h))
        with files.storing(self.places.artifacts):
            if dry_run:
                return replace(cleaning.measured(going, old, self.places, self.staging), forgotten=away)
            cleaned = cleaning.cleaned(
                going,
                old,
                self.places,
                self.staging,
                is_past=lambda one: is_still_past(self.places, one, now=now, days=days),
            )
        cleaned = replace(cleaned, forgotten=away)
        self._record_gone(cleaned, now)  # afterwards: cleaning must work on a full disk
        return cleaned

    def _active(self) -> dict[str, str]:
        """Return session → when something was last recorded of it."""
        told = [(h.session, h.at) for h in self.handoffs(Selection())]
        told += [(thought.session, thought.at) for thought in self.reasoning()]
        return {session: at for session, at in sorted(told) if session}  # the last of each stays

    def _record_gone(self, cleaned: Cleaned, now: str) -> None:
        for handoff in (*cleaned.removed, *cleaned.forgotten):
            data: dict[str, object] = {"handoff": handoff.id, "directory": handoff.directory}
            self._append(Event("handoff.removed", now, data))
        for gone in cleaned.sessions:
            self._append(
                Event("session.removed", now, {"session": gone.session, "directory": gone.directory})
            )

    def rebuild(self) -> Rebuilt:
        """Make every index again from the journal and the published files."""
        self.index.forget()
        rebuilt = self.ledger.rebuild()
        self._show_reasoning(self.reasoning())
        return rebuilt
