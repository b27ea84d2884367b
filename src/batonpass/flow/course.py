"""How far a workflow has come: its journal folded, and its progress file beside it."""

import posixpath
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from batonpass.decide.phases import due
from batonpass.flow.differing import problems
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.event import Event
from batonpass.model.phases import Phase, Phases
from batonpass.model.problem import Problem
from batonpass.model.progress import Found, Recorded, State
from batonpass.model.source import digest_of
from batonpass.read import progress as reading

MOVED = "phase.moved"
NUMBER = re.compile(r"(\d+)(?:_|$)")


class Course(Struct, frozen=True, kw_only=True):
    """One workflow: what its playbook says, what its journal tells, and what its file says."""

    workflow: str
    path: str  # of the progress file
    phases: Phases
    recorded: Recorded
    found: Found | None = None  # None: there is no file yet
    problems: tuple[Problem, ...] = ()

    @property
    def state(self) -> State:
        """Return where it stands, by its journal."""
        return self.recorded.state

    @property
    def is_foreign(self) -> bool:
        """Say whether another tool began it, and it was not taken over yet."""
        return self.found is not None and not self.recorded.moves

    def number(self, named: str) -> int:
        """Return the number of the phase that is meant by its number, its name, its key or its title."""
        wanted = named.strip().casefold().replace("-", "_").replace(" ", "_")
        for name, phase in self.phases.ordered():
            titled = phase.title.casefold().replace(" ", "_")
            if wanted in (str(phase.number), name.casefold(), f"{phase.number}_{name}".casefold(), titled):
                return phase.number
        known = ", ".join(f"{phase.number} {name}" for name, phase in self.phases.ordered())
        raise NotFound(f"no phase {named!r}", wanted=f"one of {known}" if known else "a playbook with phases")

    def phase(self, number: int) -> tuple[str, Phase]:
        """Return name and phase of a number."""
        return next(named for named in self.phases.ordered() if named[1].number == number)

    def key(self, number: int) -> str:
        """Return what the file calls a phase: as it stands there, else 3_codebase_discovery."""
        name, _ = self.phase(number)
        known = (*self.recorded.entries, *(self.found.phases if self.found else ()))
        return next((key for key in known if means(key, number, name)), f"{number}_{name}")


def means(key: str, number: int, name: str) -> bool:
    """Say whether a key of a progress file stands for a phase: by its number, else by its name or the end of it."""
    own = NUMBER.match(key)
    if own:
        return int(own[1]) == number
    plain = key.casefold().replace("-", "_").removeprefix("phase_")
    return plain in (str(number), name) or name.endswith(f"_{plain}")


def open_course(setup: Setup, workflow: str = "") -> Course:
    """Return the workflow that is meant: by its id or its file, else the one that moved last."""
    if not setup.playbook.phases.of:
        raise WrongUse(
            f"the playbook {setup.playbook.name!r} has no phases",
            wanted="one with a section [phases], such as omaw",
            todo='set playbook = "omaw" in .baton/config.toml, or name it with --playbook',
        )
    known = {one.workflow: one for one in recorded(setup)}
    foreign = reading.places(setup.root, (*setup.playbook.phases.found, home(setup, "*")))
    path = _path(setup, workflow, known, foreign)
    found = reading.read(setup.root, path) if path else None
    name = workflow if workflow in known else (found.workflow if found else workflow)
    told = next((one for one in known.values() if one.path == path), known.get(name, Recorded(workflow=name)))
    return Course(
        workflow=told.workflow or name,
        path=path,
        phases=setup.playbook.phases,
        recorded=told,
        found=found,
        problems=tuple(problems(told, found)),
    )


def home(setup: Setup, workflow: str) -> str:
    """Return the folder of a workflow's progress file."""
    return setup.playbook.phases.progress.replace("{workflow}", workflow)


def _path(setup: Setup, workflow: str, known: Mapping[str, Recorded], foreign: Sequence[str]) -> str:
    """Return where the progress file of a workflow stands, or will stand; "" where nothing says which is meant."""
    if workflow in known:
        return known[workflow].path
    if not workflow:
        open_ones = [one for one in known.values() if due(setup.playbook.phases, one.state)]
        latest = [*known.values(), *open_ones][-1:]
        return latest[0].path if latest else (foreign[-1] if foreign else "")
    named = [
        p for p in foreign if workflow in (p, posixpath.dirname(p), posixpath.basename(posixpath.dirname(p)))
    ]
    if len(named) > 1:
        raise WrongUse(f"{len(named)} progress files of {workflow!r}", wanted=f"one of {', '.join(named)}")
    return named[0] if named else f"{home(setup, safe(workflow))}/{reading.NAME}"


def safe(workflow: str) -> str:
    """Return a workflow's id, which names a folder."""
    if not re.fullmatch(r"[\w][\w.-]{0,80}", workflow):
        raise WrongUse(f"a workflow called {workflow!r}", wanted="letters, digits, and . _ - between them")
    return workflow


def recorded(setup: Setup) -> tuple[Recorded, ...]:
    """Return what the journal tells of every workflow that has phases, the one that moved last at the end."""
    events: dict[str, list[Event]] = {}
    for event in setup.store.events(MOVED):
        events.setdefault(str(event.data.get("workflow")), []).append(event)
    folded = [folded_from(name, told) for name, told in events.items()]
    return tuple(one for _, one in sorted(((events[o.workflow][-1].at, n), o) for n, o in enumerate(folded)))


def folded_from(workflow: str, events: Sequence[Event]) -> Recorded:
    """Return what moves come to; the chain tells whether one was taken out, put in or changed."""
    moves = sorted(events, key=lambda event: _whole(event.data.get("n")))
    digest, broken = "", 0
    made = Recorded(workflow=workflow)
    for number, event in enumerate(moves, 1):
        data = event.data
        if not broken and (data.get("chain") != digest or data.get("n") != number):
            broken = number
        digest = digest_of_move(event.at, data)
        made = with_move(made, data, event.at)
    return msgspec.structs.replace(made, moves=len(moves), digest=digest, broken=broken)


def with_move(made: Recorded, data: Mapping[str, Any], at: str) -> Recorded:
    """Return what is known of a workflow after one more move."""
    key, entry = str(data.get("key") or ""), data.get("entry")
    entries = dict(made.entries)
    for again in data.get("again") or ():  # phases that must be done again
        entries[again] = {"status": "pending"}
    entries |= data.get("entries") or {}
    if key and entry:
        entries[key] = entry
    return msgspec.structs.replace(
        made,
        state=msgspec.convert(data.get("state") or {}, State),
        entries=entries,
        path=str(data.get("path") or made.path),
        name=str(data.get("name") or made.name),
        playbook=str(data.get("playbook") or made.playbook),
        started=made.started or at,
        tokens=data.get("tokens") or made.tokens,
        artifacts=merged(made.artifacts, data.get("artifacts") or ()),
        before=str(data.get("before") or ""),
    )


def merged(
    known: Sequence[Mapping[str, Any]], more: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], ...]:
    """Return artifacts, of each path what was said last; what others say of it beside that stays."""
    both: dict[str, dict[str, Any]] = {}
    for one in (*known, *more):
        path = str(one.get("path"))
        both[path] = {**both.get(path, {}), **one}
    return tuple(both.values())


def digest_of_move(at: str, data: Mapping[str, Any]) -> str:
    """Return what the next move is bound to."""
    return digest_of(msgspec.json.encode({**data, "at": at}, order="sorted"))[:32]


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
