"""The append-only truth: one `write()` per event, one file a month.

On the fast path: a hook imports this module, so it needs nothing but json and os.
"""

from __future__ import annotations

import json
import os

from batonpass.model.errors import StorageFailed, WrongUse
from batonpass.model.may_be_json import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from batonpass.model.event import Event

BINARY = getattr(os, "O_BINARY", 0)


def folder_of(root: str) -> str:
    """Return where a project's journal lies."""
    return os.path.join(root, ".baton", "journal")


def append(folder: str, event: Event, line_bytes: int, *, durable: bool = False) -> None:
    """Add one event; `durable` waits for the disk, which a hook does not."""
    month = event.at[:7]
    if not (len(month) == 7 and month[4] == "-" and (month[:4] + month[5:]).isdigit()):  # noqa: PLR2004 - YYYY-MM
        raise WrongUse(f"an event at {event.at!r}", wanted="a time as 2026-01-31T23:59:59Z")
    line = encode(event.as_dict())
    if len(line) > line_bytes:
        raise WrongUse(
            f"an event {event.name} of {len(line)} bytes",
            wanted=f"at most {line_bytes}",
            todo="keep the data in a file and name the file",
            place=folder,
        )
    append_line(os.path.join(folder, f"{month}.jsonl"), line, durable=durable)


def encode(record: dict[str, object]) -> bytes:
    """Return one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"


def append_line(path: str, line: bytes, *, durable: bool = False) -> None:
    """Add one whole line with one `write()`: parallel writers never mix theirs."""
    try:
        descriptor = _open(path)
        try:
            _lock_on_windows(descriptor)
            whole = b"\n" + line if _torn(descriptor) else line
            written = os.write(descriptor, whole)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise _failed(error.strerror or str(error), path) from error
    if written != len(whole):
        raise _failed("only a part of the line fitted on the disk", path)


def _open(path: str) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY
    try:
        return os.open(path, flags, 0o644)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return os.open(path, flags, 0o644)


def _torn(descriptor: int) -> bool:
    """Say whether the last writer died inside its line, so that ours must start a new one."""
    size = os.fstat(descriptor).st_size
    if not size:
        return False
    os.lseek(descriptor, size - 1, os.SEEK_SET)  # appending does not mind where we read
    return os.read(descriptor, 1) != b"\n"


def _lock_on_windows(descriptor: int) -> None:
    """Windows seeks and writes in two steps; a lock far behind the end makes it one. Closing frees it."""
    if os.name == "nt":
        import msvcrt  # noqa: PLC0415 - exists there only

        os.lseek(descriptor, 0x7FFF0000, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore] # there only


def _failed(found: str, path: str) -> StorageFailed:
    return StorageFailed(
        f"cannot record: {found}", todo="free some space or make it writable, then run it again", place=path
    )


def names(folder: str) -> tuple[str, ...]:
    """Return the journal's files, oldest first."""
    try:
        found = os.listdir(folder)
    except FileNotFoundError:
        return ()
    except OSError as error:
        todo = "make it a folder that can be read, then run it again"
        raise StorageFailed(f"cannot read the journal: {error.strerror}", todo=todo, place=folder) from error
    return tuple(sorted(name for name in found if name.endswith(".jsonl")))


def read(path: str, offset: int = 0) -> Iterator[tuple[int, int, dict[str, object] | None]]:
    """Yield (start, end, record) for every whole line from `offset`; None for one that is no record.

    A last line without its newline is being written, or was torn: it is left for the next reading.
    """
    with open(path, "rb") as file:
        file.seek(offset)
        for line in file:
            if not line.endswith(b"\n"):
                return
            start, offset = offset, offset + len(line)
            if line.strip():
                yield start, offset, decode(line)


def decode(line: bytes) -> dict[str, object] | None:
    """Return a line's record, None when the line was torn."""
    record = fields(line)
    return record if "event" in record else None
