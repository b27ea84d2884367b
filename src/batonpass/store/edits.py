"""Edits of project files: all or none, and taken back to the byte.

`.baton/installed.json` remembers what was there before: which files are ours alone, and the bytes of those
that were replaced. Marked parts need no memory, their markers tell where they are.
"""

import base64
import os
import posixpath
import stat
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec
from msgspec import Struct

from batonpass.model.edit import Change, Edit, EditKind, Left
from batonpass.model.errors import BadContent, WrongUse
from batonpass.model.foreign_json import value_of
from batonpass.model.paths import inside, relative
from batonpass.model.source import digest_of
from batonpass.store import files
from batonpass.store.json_merge import merged, subtracted
from batonpass.store.lock import held
from batonpass.store.sections import HASH, MARKDOWN, Markers, find, put, take_out
from batonpass.store.together import Target, missing_folders, remove_empty, replace_all, sweep

RECORD = "installed.json"
EXECUTABLE = 0o755
MARKERS: dict[EditKind, Markers] = {"section": MARKDOWN, "lines": HASH}


class Installed(Struct, frozen=True, omit_defaults=True):
    """What was done to one file."""

    kind: EditKind
    created: bool = False  # there was no such file
    folders: tuple[str, ...] = ()  # made for it, innermost first, relative to the root
    before: str = ""  # base64 of what a written file replaced
    mode: int = 0  # of what a written file replaced
    ours: str = ""  # digest of what was written
    added: str = ""  # JSON: what a merged fragment really added


class Applied(Struct, frozen=True):
    """What was done, and what was left alone."""

    changes: tuple[Change, ...]
    left: tuple[Left, ...] = ()


Record = dict[str, Installed]


def plan(root: str, edits: Sequence[Edit], state: str = ".baton") -> Applied:
    """Return what `apply` would do."""
    return _plan(root, edits, _read_record(_record_path(root, state)))[0]


def apply(root: str, edits: Sequence[Edit], state: str = ".baton") -> Applied:
    """Make all edits, or none when one fails; what is already so is not touched."""
    path = _record_path(root, state)
    with held(f"{path}.lock"):
        before = _read_record(path)
        with files.storing(root):
            sweep([inside(root, name) for name in before])
        applied, after = _plan(root, edits, before)
        # What a write replaces is remembered before it is replaced, and forgotten after it is back.
        _write_record(path, before | after)
        try:
            _carry_out(root, applied.changes)
        except BaseException:
            _write_record(path, before)
            _leave(path, before)
            raise
        _write_record(path, after)
        for name in before.keys() - after.keys():
            remove_empty([os.path.join(root, folder) for folder in before[name].folders])
        _leave(path, after)
    return applied


def _leave(path: str, record: Record) -> None:
    """Take lock and folder away where nothing of ours is in the project."""
    if not record:
        with suppress(OSError):  # Windows keeps the name of an open file
            os.unlink(f"{path}.lock")
        remove_empty([os.path.dirname(path)])


def uninstall(root: str, state: str = ".baton") -> Applied:
    """Take back everything that was ever applied."""
    record = _read_record(_record_path(root, state))
    return apply(root, [Edit(path=path, kind="remove") for path in record], state)


def installed(root: str, state: str = ".baton") -> dict[str, EditKind]:
    """Return the files we have put something into."""
    return {path: done.kind for path, done in _read_record(_record_path(root, state)).items()}


def _plan(root: str, edits: Iterable[Edit], before: Record) -> tuple[Applied, Record]:
    record, changes, left = dict(before), dict[str, Change](), list[Left]()
    for edit in edits:
        name = posixpath.normpath(edit.path)
        known, done = changes.get(name), record.get(name)
        now = known.after if known else _read(inside(root, name), name)
        if broken := _broken(name, now, edit, done):
            left.append(broken)
            continue
        if edit.kind == "remove":
            then, kept = _without(name, now, done)
            mode = done.mode if done and done.mode else None
            left += [kept] if kept else []
            record.pop(name, None)
        else:
            then = _with(edit, now, done)
            mode = EXECUTABLE if edit.executable else None
            record[name] = _remembered(root, edit, done, now)
        changes[name] = Change(path=name, before=known.before if known else now, after=then, mode=mode)
    really = tuple(change for change in changes.values() if change.before != change.after)
    return Applied(really, tuple(left)), record


def _broken(name: str, now: bytes | None, edit: Edit, done: Installed | None) -> Left | None:
    """Return why nobody can tell where our part of a file begins and ends; until that is mended it stays as it is."""
    kinds = (done.kind,) if done else tuple(MARKERS) if edit.kind == "remove" else (edit.kind,)
    for markers in (MARKERS[kind] for kind in kinds if kind in MARKERS):
        try:
            find(now or b"", markers, name)
        except BadContent as error:
            return Left(name, error.sentence())
    return None


def _with(edit: Edit, now: bytes | None, done: Installed | None) -> bytes:
    if edit.kind == "write":
        return edit.text.encode()
    if edit.kind == "json":
        return _merged(edit, now, done)[0]
    return put(now or b"", edit.text, MARKERS[edit.kind], top=edit.at == "top", place=edit.path)


def _without(name: str, now: bytes | None, done: Installed | None) -> tuple[bytes | None, Left | None]:
    """Return the file without us, and why it was left alone if it was."""
    if now is None:
        return None, None
    if done and done.kind == "write":
        return _unwritten(name, now, done)
    if done and done.kind == "json":
        return _unmerged(name, now, done), None
    for kind, markers in MARKERS.items():
        if done is None or done.kind == kind:  # without a record the markers alone tell
            now = take_out(now, markers, name)
    return (None if done and done.created and not now else now), None


def _merged(edit: Edit, now: bytes | None, done: Installed | None) -> tuple[bytes, bytes | None, str]:
    """Return the file with the fragment in it, the file without, and what of the fragment was added."""
    fragment = msgspec.json.decode(edit.text)
    bare = _unmerged(edit.path, now, done) if now is not None and done else now
    text, added = merged(_decoded(bare, edit.path), fragment, edit.path)
    said = msgspec.json.encode(added).decode()
    if (
        done
        and now is not None
        and said == done.added
        and not merged(_decoded(now, edit.path), fragment, edit.path)[1]
    ):
        return now, bare, said
    return text.encode(), bare, said


def _unmerged(name: str, now: bytes, done: Installed) -> bytes | None:
    if digest_of(now) == done.ours:
        return None if done.created else base64.b64decode(done.before)
    text = subtracted(_decoded(now, name), msgspec.json.decode(done.added), name)
    return None if done.created and text.split() == ["{}"] else text.encode()


def _decoded(data: bytes | None, name: str) -> str:
    try:
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadContent(f"not UTF-8: {error.reason}", todo="save it as UTF-8", place=name) from None


def _unwritten(name: str, now: bytes, done: Installed) -> tuple[bytes | None, Left | None]:
    before = None if done.created else base64.b64decode(done.before)
    if now == before or digest_of(now) == done.ours:
        return before, None
    return now, Left(name, "it was changed since it was installed")


def _remembered(root: str, edit: Edit, done: Installed | None, now: bytes | None) -> Installed:
    """Return what must be known to take an edit back; a second edit does not change what was there first."""
    if done and done.kind != edit.kind:
        raise WrongUse(f"already holds a {done.kind} of ours", todo="remove that first", place=edit.path)
    if edit.kind == "json":
        return _remembered_merge(root, edit, done, now)
    ours = digest_of(edit.text.encode()) if edit.kind == "write" else ""
    if done and (edit.kind != "write" or (now is not None and digest_of(now) == done.ours)):
        return msgspec.structs.replace(done, ours=ours)
    path = inside(root, edit.path)
    if now is None:
        folders = tuple(relative(root, folder) for folder in missing_folders(path))
        return Installed(edit.kind, created=True, folders=folders, ours=ours)
    if edit.kind != "write":
        return Installed(edit.kind)
    mode = stat.S_IMODE(os.stat(path).st_mode)
    return Installed(edit.kind, before=base64.b64encode(now).decode(), mode=mode, ours=ours)


def _remembered_merge(root: str, edit: Edit, done: Installed | None, now: bytes | None) -> Installed:
    after, bare, added = _merged(edit, now, done)
    folders = (
        done.folders if done else tuple(relative(root, f) for f in missing_folders(inside(root, edit.path)))
    )
    before = base64.b64encode(bare or b"").decode()
    return Installed(
        "json", created=bare is None, folders=folders, before=before, ours=digest_of(after), added=added
    )


def _carry_out(root: str, changes: Sequence[Change]) -> None:
    names = ", ".join(change.path for change in changes)
    with files.storing(names):
        replace_all([Target(inside(root, change.path), change.after, change.mode) for change in changes])


def _read(path: str, name: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise WrongUse(f"cannot be read: {error.strerror}", wanted="a text file", place=name) from error


def _record_path(root: str, state: str) -> str:
    return os.path.join(os.path.realpath(root), state, RECORD)


def _read_record(path: str) -> Record:
    data = _read(path, RECORD)
    if data is None:
        return {}
    todo = "remove the parts between the batonpass markers by hand, then delete this file"
    return value_of(data, path, into=Record, wanted="our record of what was installed", todo=todo)


def _write_record(path: str, record: Record) -> None:
    with files.storing(path):
        if record:
            files.write(path, msgspec.json.format(msgspec.json.encode(record, order="sorted")) + b"\n")
        else:
            with suppress(FileNotFoundError):
                os.unlink(path)
