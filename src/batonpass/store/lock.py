"""Locks between processes, which the system lets go of when their holder dies."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from batonpass.model.errors import StorageFailed
from batonpass.store.files import storing
from batonpass.tables import load

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def claim(path: str) -> int | None:
    """Return a descriptor that holds the lock until it is closed, or None when another holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    # A sweeper may have unlinked the file between our opening and our locking it.
    if _take(descriptor) and os.fstat(descriptor).st_nlink:
        return descriptor
    os.close(descriptor)
    return None


@contextmanager
def held(path: str, seconds: float = 0) -> Iterator[None]:
    """Hold a lock for the block; raise when its holder hangs: for so long, else for as long as all locks."""
    patience = seconds or load.limits()["store"]["lock_seconds"]
    deadline, pause = time.monotonic() + patience, 0.0005
    with storing(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        while (descriptor := claim(path)) is None:
            if time.monotonic() > deadline:
                raise StorageFailed(
                    f"locked by another process for {patience} s",
                    todo="end the process that hangs, then run it again",
                    place=path,
                )
            time.sleep(pause)
            pause = min(pause * 2, 0.01)
    try:
        yield
    finally:
        os.close(descriptor)
