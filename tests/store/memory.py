"""A store without a disk, for tests that need one quickly. `test_conformance.py` holds it to the contract."""

from collections.abc import Mapping

from msgspec.structs import replace

from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.event import Event
from batonpass.model.files import BRIEF, HANDOFF, MANIFEST, PROOF
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
from batonpass.store.contract import Published, Staged
from batonpass.store.describe import describe
from batonpass.store.names import directory_name, segment
from batonpass.store.retention import outdated


class MemoryRounds:
    """Handoff files of roles as lists of bytes, by their plain names."""

    def __init__(self) -> None:
        self.kept: dict[str, list[bytes]] = {}
        self.plain: dict[str, bytes] = {}

    def place(self, slot: Slot) -> str:
        return "/".join(filter(None, ("artifacts", slot.session, slot.group, f"handoff_{slot.agent}.json")))

    def put(self, slot: Slot, data: bytes) -> Round:
        at = self.place(slot)
        for name in (at, *(at.replace(f"handoff_{slot.agent}", alias) for alias in slot.aliases)):
            self._put(name, data)
        return Round(self.kept[at].index(data) + 1, self._numbered(at, self.kept[at].index(data) + 1))

    def _put(self, at: str, data: bytes) -> None:
        rounds = self.kept.setdefault(at, [])
        if data not in rounds:
            rounds.append(data)
            self.plain[at] = data

    def _numbered(self, at: str, number: int) -> str:
        stem, _, suffix = at.rpartition(".")
        return f"{stem}.{number}.{suffix}"

    def all(self, slot: Slot) -> tuple[Round, ...]:
        at = self.place(slot)
        return tuple(Round(n, self._numbered(at, n)) for n in range(len(self.kept.get(at, ())), 0, -1))

    def read(self, path: str) -> bytes:
        for at, rounds in self.kept.items():
            for number, data in enumerate(rounds, 1):
                if path == self._numbered(at, number):
                    return data
        if path not in self.plain:
            raise NotFound(f"no file {path}")
        return self.plain[path]

    def details_place(self, slot: Slot, kind: str) -> str:
        whose = "_".join(filter(None, (slot.group, slot.agent)))
        return f"artifacts/{slot.session}/{kind}/{whose}.md"

    def put_details(self, slot: Slot, kind: str, data: bytes) -> Round:
        at = self.details_place(slot, kind)
        self._put(at, data)
        number = self.kept[at].index(data) + 1
        return Round(number, self._numbered(at, number))


class MemoryStore:
    """Handoffs as dictionaries of bytes, the journal as a list."""

    def __init__(self) -> None:
        self.staged: dict[str, tuple[Staged, dict[str, bytes]]] = {}
        self.files: dict[str, dict[str, bytes]] = {}  # by directory
        self.known: dict[str, Handoff] = {}  # by id, also removed ones
        self.journal: list[Event] = []
        self.thoughts: dict[str, Thought] = {}
        self.rounds = MemoryRounds()

    def place(self, agent: str, scope: str, handoff_id: str, timestamp: str) -> str:
        return f"artifacts/{segment(agent)}/{directory_name(timestamp, scope, handoff_id)}/"

    def stage(self, stamp: Stamp, agent: str, content: Mapping[str, bytes]) -> Staged:
        staged = Staged(stamp.id, agent, stamp.timestamp, stamp.directory, f"staged-{len(self.staged)}")
        self.staged[staged.folder] = staged, dict(content)
        return staged

    def publish(self, staged: Staged, proof: bytes | None = None, brief: bytes | None = None) -> Published:
        _, content = self.staged.pop(staged.folder)
        if standing := self.by_key(staged.id):
            return Published(standing, new=False)
        content |= {n: d for n, d in ((PROOF, proof), (BRIEF, brief)) if d is not None}
        self.files[staged.directory] = content
        handoff = describe(content[MANIFEST], content[PROOF], staged.directory)
        self.known[handoff.id] = handoff
        self.journal.append(Event(f"handoff.{handoff.standing}", staged.at, {"handoff": handoff.id}))
        return Published(handoff, new=True)

    def discard(self, staged: Staged) -> None:
        self.staged.pop(staged.folder, None)

    def by_key(self, handoff_id: str) -> Handoff | None:
        handoff = self.known.get(handoff_id)
        return handoff if handoff and handoff.directory in self.files else None

    def find(self, what: str) -> Handoff:
        for handoff in self._standing():
            if what and (what.rstrip("/") + "/").startswith(handoff.directory):
                return self._with_readers(handoff)
        of_agent = [h for h in self._standing() if h.agent == what.removesuffix("/latest")]
        if good := [h for h in of_agent if h.standing == "published"]:
            return self._with_readers(good[-1])
        begun = [h for h in self._standing() if len(what) > 3 and h.id.startswith(what)]
        if len(begun) > 1:
            raise WrongUse("ambiguous", wanted=", ".join(h.id for h in begun))
        if not begun:
            raise NotFound(f"no handoff {what!r}", todo="removed" if what in self.known else "")
        return self._with_readers(begun[0])

    def _standing(self) -> list[Handoff]:
        return [h for h in self.handoffs(Selection()) if h.directory in self.files]

    def _with_readers(self, handoff: Handoff) -> Handoff:
        return replace(
            handoff, readers=tuple(dict.fromkeys(r.reader for r in self.reads(handoff=handoff.id)))
        )

    def handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        def wanted(h: Handoff) -> bool:
            return (
                (not selection.to or not h.to or selection.to in h.to)
                and selection.agent in ("", h.agent)
                and selection.workflow in ("", h.workflow)
                and selection.session in ("", h.session)
                and (not h.group or selection.group in ("", h.group))
            )

        found = (self._with_readers(h) for h in self.known.values() if wanted(h))
        return tuple(sorted(found, key=lambda h: (h.at, h.directory)))

    def open_handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        good = [h for h in self._standing() if h.standing == "published"]
        superseded = {h.supersedes for h in good}
        wanted = {h.id for h in self.handoffs(selection)}
        return tuple(h for h in good if h.id in wanted and h.id not in superseded)

    def lost_handoffs(self, selection: Selection) -> tuple[Handoff, ...]:
        assert selection is not None
        return ()  # nobody else reaches into this store

    def names(self, handoff: Handoff) -> tuple[str, ...]:
        return tuple(sorted(self.files.get(handoff.directory, ())))

    def read(self, handoff: Handoff, name: str) -> bytes:
        try:
            return self.files[handoff.directory][name]
        except KeyError:
            raise NotFound(f"no file {name!r}", wanted=", ".join(self.names(handoff))) from None

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
        content, number = self.files[handoff.directory], self.known[handoff.id].edits + 1
        content |= {f"manifest.{number}.json": content[MANIFEST], f"proof.{number}.json": content[PROOF]}
        content |= {MANIFEST: manifest, PROOF: proof} | ({} if brief is None else {BRIEF: brief})
        content |= {} if role is None else {HANDOFF: role}
        edited = replace(describe(manifest, proof, handoff.directory), edits=number)
        self.known[handoff.id] = edited
        self.journal.append(Event("handoff.edited", at, {"handoff": handoff.id}))
        return edited

    def record(self, event: Event) -> None:
        if not event.id or event.id not in {e.id for e in self.journal}:
            self.journal.append(event)

    def events(self, *events: str, handoff: str = "", workflow: str = "") -> tuple[Event, ...]:
        found = (
            e
            for e in self.journal
            if (not events or e.name in events)
            and handoff in ("", e.data.get("handoff"))
            and workflow in ("", e.data.get("workflow"))
        )
        return tuple(sorted(found, key=lambda e: e.at))

    def record_read(self, reading: Reading) -> None:
        self.journal.append(
            Event("handoff.read", reading.at, {"handoff": reading.handoff, "reading": reading})
        )

    def reads(self, *, handoff: str = "", reader: str = "", workflow: str = "") -> tuple[Reading, ...]:
        found = (e.data["reading"] for e in self.events("handoff.read", handoff=handoff))
        return tuple(
            r
            for r in found
            if isinstance(r, Reading) and reader in ("", r.reader) and workflow in ("", r.workflow)
        )

    def save_reasoning(self, thought: Thought) -> str:
        self.thoughts.setdefault(thought.id, thought)
        return ""

    def reasoning(self, *, session: str = "", group: str = "") -> tuple[Thought, ...]:
        found = (
            t
            for t in self.thoughts.values()
            if session in ("", t.session) and (group in ("", t.group) or not t.group)
        )
        return tuple(sorted(found, key=lambda t: t.at))

    def workflows(self) -> tuple[Workflow, ...]:
        found: dict[str, Workflow] = {
            h.workflow: Workflow(id=h.workflow) for h in self.known.values() if h.workflow
        }
        for event in self.events():
            said = {k: v for k, v in event.data.items() if k in Workflow.__struct_fields__}
            said |= {"agents": tuple(v)} if isinstance(v := said.get("agents"), list) else {}
            name, when = str(event.data.get("workflow", "")), {"workflow.started": "started"}
            when["workflow.completed"] = "completed"
            if name:
                known = found.setdefault(name, Workflow(id=name))
                moment = {when[event.name]: event.at} if event.name in when else {}
                found[name] = replace(known, **said, **moment) if moment else known
        return tuple(sorted(found.values(), key=lambda w: (w.started, w.id)))

    def search(self, words: str, limit: int = 0) -> tuple[Hit, ...]:
        asked = words.lower().split()
        hits = [
            Hit(handoff.id, handoff.agent, handoff.directory + name, number, line.strip(), 1.0)
            for handoff in self._standing()
            for name, data in sorted(self.files[handoff.directory].items())
            for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1)
            if name not in (PROOF, BRIEF) and asked and all(word in line.lower() for word in asked)
        ]
        return tuple(hits[:limit] if limit else hits)

    def clean(
        self, *, now: str, days: int, keep_newest: int, pinned: Kept = NOTHING_KEPT, dry_run: bool = False
    ) -> Cleaned:
        going = outdated(
            self._standing(),
            now=now,
            days=days,
            keep_newest=keep_newest,
            pinned=pinned,
            manifest_of=lambda handoff: self.read(handoff, MANIFEST),
        )
        size = sum(len(data) for handoff in going for data in self.files[handoff.directory].values())
        for handoff in () if dry_run else going:
            del self.files[handoff.directory]
            self.journal.append(Event("handoff.removed", now, {"handoff": handoff.id}))
        return Cleaned(going, (), (), size)

    def rebuild(self) -> Rebuilt:
        return Rebuilt(len(self.known), len(self.journal), 0)
