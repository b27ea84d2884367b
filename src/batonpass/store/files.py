"""Bytes that are on the disk before their name is, and one sentence when a disk refuses."""

import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from batonpass.model.errors import StorageFailed
from batonpass.tables import load

FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}
READABLE = 0o644
TEMPORARY = re.compile(r"\..+\.[0-9a-f]+-[0-9a-f]{12}\.tmp")


@contextmanager
def storing(place: str) -> Iterator[None]:
    """Turn what the system says into a StorageFailed with the place and the way out."""
    try:
        yield
    except OSError as error:
        raise StorageFailed(
            f"cannot store: {error.strerror or error}", todo=_way_out(error.errno), place=place
        ) from error


def _way_out(code: int | None) -> str:
    if code in FULL:
        return "free some space there (`baton clean` removes old handoffs), then run it again"
    if code in FORBIDDEN:
        return "make it writable, or name another place with --root or --out"
    return "look at that place, then run it again"


def token() -> str:
    """Return a name no other writer uses."""
    return f"{os.getpid():x}-{os.urandom(6).hex()}"


def put(path: str, data: bytes, mode: int = READABLE) -> None:
    """Write a file that must not exist yet, and wait until it is on the disk."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, mode)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write(path: str, data: bytes, mode: int | None = None) -> None:
    """Replace a file as a whole: a reader sees the old bytes or the new ones."""
    temporary = temporary_beside(path)
    try:
        put(temporary, data)
        if mode is not None:
            os.chmod(temporary, mode)
        replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise
    sync_folder(os.path.dirname(path))


def save(path: str, data: bytes) -> None:
    """Write a file as a whole, its folder with it."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    write(os.path.abspath(path), data)


def temporary_beside(path: str) -> str:
    """Return a hidden name in the same folder, so that a rename stays on one file system."""
    return os.path.join(os.path.dirname(path), f".{os.path.basename(path)[:40]}.{token()}.tmp")


def replace(old: str, new: str) -> None:
    """Rename over whatever is there."""
    _patiently(lambda: os.replace(old, new))


def rename(old: str, new: str) -> None:
    """Rename a directory to a name nobody has."""
    _patiently(lambda: os.rename(old, new))


def _patiently(act: Callable[[], None]) -> None:
    """Try again where a virus scanner may hold the file for a moment: on Windows, and there only."""
    limits = load.limits()["store"]
    tries = limits["replace_tries"] if os.name == "nt" else 1
    for _ in range(tries - 1):
        try:
            return act()
        except PermissionError:
            time.sleep(limits["replace_pause_ms"] / 1000)
    return act()


def sync_folder(path: str) -> None:
    """Wait until a folder's names are on the disk, where the system can."""
    if os.name == "nt":
        return
    descriptor = os.open(path or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_tree(path: str) -> None:
    """Remove a directory and all in it, also what was made read-only."""

    def make_writable(retry: Callable[[str], None], name: str, _: object) -> None:
        os.chmod(os.path.dirname(name), 0o700)
        os.chmod(name, 0o700)
        retry(name)

    if not os.path.isdir(path):
        return
    if sys.version_info >= (3, 12):
        shutil.rmtree(path, onexc=make_writable)
    else:
        shutil.rmtree(path, onerror=make_writable)


def size_of(path: str) -> int:
    """Return the bytes of a file, or of all files below a directory."""
    if not os.path.isdir(path):
        return os.path.getsize(path) if os.path.exists(path) else 0
    return sum(
        os.lstat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(path) for name in names
    )
