"""The handoff files of roles: `{session}/{group}/handoff_{agent}.json`, and every round of them beside it.

Our writers take turns under one lock; an agent that writes such a file itself takes none. So a round is only ever
created, as a whole and under a name that nobody has, and what an agent wrote is kept as a round before it is replaced.
"""

import os
import re

from batonpass.model.errors import NotFound, StorageFailed
from batonpass.model.paths import inside
from batonpass.model.roles import Round, Slot
from batonpass.store import files
from batonpass.store.locate import Places
from batonpass.store.lock import held
from batonpass.store.names import segment

ROUND_LIKE = re.compile(r".*\.\d+")  # an agent called so would be taken for a round of another


class Row:
    """One file under its plain name, with its rounds: `handoff_developer.json`, `handoff_developer.1.json`, and so on."""

    def __init__(self, folder: str, stem: str, suffix: str) -> None:
        """Look at nothing yet."""
        self.folder, self.stem, self.suffix = folder, stem, suffix
        self.plain = os.path.join(folder, stem + suffix)
        self._numbered = re.compile(rf"{re.escape(stem)}\.(\d+){re.escape(suffix)}")

    def path(self, number: int) -> str:
        """Return the path of a round, of the plain name for 0."""
        return os.path.join(self.folder, f"{self.stem}.{number}{self.suffix}") if number else self.plain

    def numbers(self) -> list[int]:
        """Return the rounds that are there, oldest first."""
        try:
            found = os.listdir(self.folder)
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(int(match[1]) for name in found if (match := self._numbered.fullmatch(name)))

    def data(self, number: int) -> bytes | None:
        """Return the bytes of a round, None where it is not there."""
        try:
            with open(self.path(number), "rb") as file:
                return file.read()
        except (FileNotFoundError, IsADirectoryError):
            return None

    def with_bytes(self, data: bytes) -> int:
        """Return the newest round that holds exactly these bytes, 0 for none."""
        return next((n for n in reversed(self.numbers()) if self.data(n) == data), 0)

    def add(self, data: bytes) -> int:
        """Create the next round and return its number: as a whole, and under a name that nobody has."""
        os.makedirs(self.folder, exist_ok=True)
        temporary = files.temporary_beside(self.plain)
        files.put(temporary, data)
        try:
            number = max(self.numbers(), default=0) + 1
            while not _created(temporary, self.path(number), data):
                number += 1
        finally:
            os.unlink(temporary)
        files.sync_folder(self.folder)
        return number

    def keep_what_others_wrote(self, known: "tuple[Row, ...]" = ()) -> None:
        """Make what stands under the plain name a round, unless it is one; of these rows too."""
        data = self.data(0)
        if data is not None and not any(row.with_bytes(data) for row in (self, *known)):
            self.add(data)

    def point(self) -> None:
        """Let the plain name hold the highest round."""
        newest = self.data(max(self.numbers(), default=0))
        if newest is not None and newest != self.data(0):
            files.write(self.plain, newest)


def _created(temporary: str, path: str, data: bytes) -> bool:
    """Give a finished file its name, where nobody has it."""
    try:
        os.link(temporary, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        try:
            files.put(path, data)
        except FileExistsError:
            return False
    return True


class Rounds:
    """The layout of one project's artifacts."""

    def __init__(self, places: Places, lock: str) -> None:
        """Take where artifacts lie, and the lock that their writers take turns under."""
        self._places, self._lock = places, lock

    def place(self, slot: Slot) -> str:
        """Return the path of the plain name, as a manifest spells paths."""
        return self._spelled(self._row(slot).plain)

    def put(self, slot: Slot, data: bytes) -> Round:
        """Keep a file as the next round, and as the newest under its plain name and its aliases; the same bytes once.

        What stands under such a name and is no round becomes one first: nothing is ever overwritten unread.
        """
        row = self._row(slot)
        aliases = [Row(row.folder, _safe(alias), row.suffix) for alias in slot.aliases]
        with files.storing(self._spelled(row.plain)), held(self._lock):
            number, is_new = self._put(row, data)
            for alias in aliases if is_new else ():
                alias.keep_what_others_wrote(self._beside(row))
                files.write(alias.plain, data)
        return Round(number, self._spelled(row.path(number)))

    def _put(self, row: Row, data: bytes) -> tuple[int, bool]:
        row.keep_what_others_wrote()
        standing = row.with_bytes(data)
        number = standing or row.add(data)
        row.point()
        return number, not standing

    def _beside(self, row: Row) -> tuple[Row, ...]:
        """Return the rows of all agents in a folder: what an alias holds is one of theirs."""
        named = (re.fullmatch(r"(handoff_.+)\.\d+\.json", name) for name in os.listdir(row.folder))
        return tuple(Row(row.folder, stem, row.suffix) for stem in sorted({m[1] for m in named if m}))

    def all(self, slot: Slot) -> tuple[Round, ...]:
        """Return every round, the newest first; in front of them what an agent wrote under the plain name itself."""
        row = self._row(slot)
        numbers = row.numbers()[::-1]
        own = row.data(0)
        if own is not None and not row.with_bytes(own):
            numbers.insert(0, 0)
        return tuple(Round(number, self._spelled(row.path(number))) for number in numbers)

    def read(self, path: str) -> bytes:
        """Return one round, or any other file of the layout."""
        place = inside(self._places.artifacts, self._places.on_disk(path))
        try:
            with open(place, "rb") as file:
                return file.read()
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            raise NotFound(f"no file {path}", wanted="a handoff file", place=path) from None
        except OSError as error:
            raise StorageFailed(f"cannot read: {error.strerror}", place=path) from error

    def details_place(self, slot: Slot, kind: str) -> str:
        """Return where what an agent left in full is kept: `{session}/{kind}/{group}_{agent}.md`."""
        return self._spelled(self._details(slot, kind).plain)

    def put_details(self, slot: Slot, kind: str, data: bytes) -> Round:
        """Keep what an agent left in full, every round of it, as `put` does."""
        row = self._details(slot, kind)
        with files.storing(self._spelled(row.plain)), held(self._lock):
            number, _ = self._put(row, data)
        return Round(number, self._spelled(row.path(number)))

    def _row(self, slot: Slot) -> Row:
        return Row(self._folder(slot.session, slot.group), f"handoff_{_safe(slot.agent)}", ".json")

    def _details(self, slot: Slot, kind: str) -> Row:
        whose = f"{_safe(slot.group)}_{_safe(slot.agent)}" if slot.group else _safe(slot.agent)
        return Row(self._folder(slot.session, kind), whose, ".md")

    def _folder(self, *parts: str) -> str:
        return inside(self._places.artifacts, os.path.join(*(segment(part) for part in parts if part)))

    def _spelled(self, path: str) -> str:
        return self._places.spelled(path).rstrip("/")


def _safe(name: str) -> str:
    """Return a name as part of a file's name: never one that could be a round of another."""
    return segment(f"{name}#") if ROUND_LIKE.fullmatch(name) else segment(name)
