"""The folders of sessions: `{session}/{group}/handoff_{agent}.json` with all their rounds, reasoning and details.

A folder goes as a whole, and only where everything in it is past its time: what was recorded of the session, and the
files themselves, whoever wrote them.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta

from batonpass.model.handoff import GoneSession
from batonpass.store.locate import Places
from batonpass.store.names import segment

HANDOFF = ("handoff_", ".json")
DEEP = 2  # folders below a session's in which its handoff files may lie


def outdated_sessions(
    places: Places, active: Mapping[str, str], kept: Collection[str], *, now: str, days: int
) -> tuple[GoneSession, ...]:
    """Return the sessions that are past their time; `active` is session → when something was last recorded of it."""
    before = datetime.fromisoformat(now) - timedelta(days=days)
    by_folder = {segment(session): session for session in active}
    return tuple(
        gone
        for folder in _folders(places)
        if (gone := _described(places, folder, by_folder, active))
        and gone.session not in kept
        and _is_past(gone, before)
    )


def is_still_past(places: Places, gone: GoneSession, *, now: str, days: int) -> bool:
    """Say whether nothing was written into a session's folder since it was looked at."""
    written = _written(places.on_disk(gone.directory))
    return _is_past(
        GoneSession(gone.session, gone.directory, max(gone.at, written)),
        datetime.fromisoformat(now) - timedelta(days=days),
    )


def _folders(places: Places) -> Iterator[str]:
    """Yield the real folders right below the artifacts: a link leads elsewhere and is nobody's session."""
    if not os.path.isdir(places.artifacts):
        return
    with os.scandir(places.artifacts) as entries:
        names = sorted(
            e.name for e in entries if e.is_dir(follow_symlinks=False) and not e.name.startswith(".")
        )
    yield from (os.path.join(places.artifacts, name) for name in names)


def _described(
    places: Places, folder: str, by_folder: Mapping[str, str], active: Mapping[str, str]
) -> GoneSession | None:
    """Return a session's folder, None for an agent's, and for one that is none of ours."""
    name = os.path.basename(folder)
    if any(places.of_folder(folder)) or not (name in by_folder or _has_handoffs(folder)):
        return None
    session = by_folder.get(name, name)
    return GoneSession(session, places.spelled(folder), max(active.get(session, ""), _written(folder)))


def _has_handoffs(folder: str) -> bool:
    for at, folders, names in os.walk(folder):
        if any(name.startswith(HANDOFF[0]) and name.endswith(HANDOFF[1]) for name in names):
            return True
        if os.path.relpath(at, folder).count(os.sep) >= DEEP - 1:
            folders.clear()
    return False


def _written(folder: str) -> str:
    """Return when a file of a folder was last written."""
    times = (os.lstat(os.path.join(at, name)).st_mtime for at, _, names in os.walk(folder) for name in names)
    newest = max(times, default=0.0)
    return f"{datetime.fromtimestamp(newest, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _is_past(gone: GoneSession, before: datetime) -> bool:
    try:
        return datetime.fromisoformat(gone.at) < before
    except (ValueError, TypeError):  # a foreign timestamp: its age is unknown
        return False
