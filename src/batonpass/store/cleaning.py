"""Taking handoffs off the disk, and sweeping up after processes that died."""

import os
from collections.abc import Callable, Iterable

from msgspec.structs import replace

from batonpass.model.handoff import Cleaned, GoneSession, Handoff
from batonpass.store import files, latest
from batonpass.store.locate import Places
from batonpass.store.lock import held
from batonpass.store.staging import Staging


def measured(
    going: Iterable[Handoff], sessions: Iterable[GoneSession], places: Places, staging: Staging
) -> Cleaned:
    """Return what `cleaned` would do."""
    removable, old = _removable(going, places), tuple(sessions)
    leftovers = (*staging.leftovers(), *_temporaries(places, old))
    directories = [*(h.directory for h in removable), *(one.directory for one in old)]
    paths = [*map(places.on_disk, directories), *leftovers]
    return Cleaned(
        removable,
        old,
        tuple(places.spelled(path).rstrip("/") for path in leftovers),
        sum(map(files.size_of, paths)),
    )


def cleaned(
    going: Iterable[Handoff],
    sessions: Iterable[GoneSession],
    places: Places,
    staging: Staging,
    *,
    is_past: Callable[[GoneSession], bool],
) -> Cleaned:
    """Remove handoffs, sessions and leftovers; one cleaner at a time, and writers wait for a rename only."""
    if not os.path.isdir(places.artifacts):
        return Cleaned((), (), (), 0)
    with held(staging.cleaning):
        result = measured(going, sessions, places, staging)
        for handoff in result.removed:
            with held(staging.lock):
                aside = staging.aside(places.on_disk(handoff.directory))
                _repoint(os.path.dirname(places.on_disk(handoff.directory)), places)
            files.remove_tree(aside)
        gone = tuple(one for one in result.sessions if _removed(one, places, staging, is_past))
        for leftover in staging.leftovers():
            files.remove_tree(leftover)
        with held(staging.lock):  # nobody writes beside published files without it
            for temporary in _temporaries(places, ()):
                os.unlink(temporary)
    return replace(result, sessions=gone)


def _removed(
    one: GoneSession, places: Places, staging: Staging, is_past: Callable[[GoneSession], bool]
) -> bool:
    """Take a session's folder away, unless somebody has written into it since it was looked at."""
    with held(staging.lock):
        if not is_past(one):
            return False
        aside = staging.aside(places.on_disk(one.directory))
    files.remove_tree(aside)
    return True


def _removable(going: Iterable[Handoff], places: Places) -> tuple[Handoff, ...]:
    """Trust no index with a removal: the files themselves must say that this is that handoff."""
    return tuple(
        handoff
        for handoff in going
        if places.is_published(places.on_disk(handoff.directory))
        and places.stands(handoff)
        and places.load(places.on_disk(handoff.directory)).id == handoff.id
    )


def _repoint(folder: str, places: Places) -> None:
    """Move `latest` to the newest handoff that is left, where the one it meant has gone."""
    if latest.read(folder):
        return
    left = [h for h in places.of_folder(folder) if h.standing == "published"]
    if left:
        latest.write(folder, os.path.basename(left[-1].directory.rstrip("/")))
    else:
        latest.remove(folder)


def _temporaries(places: Places, apart: Iterable[GoneSession]) -> list[str]:
    """Return the temporary files beside published ones, without those that go with a session's folder."""
    without = tuple(places.on_disk(one.directory) + os.sep for one in apart)
    return sorted(
        os.path.join(folder, name)
        for folder, _, inner in os.walk(places.artifacts)
        for name in inner
        if files.TEMPORARY.fullmatch(name) and not (folder + os.sep).startswith(without)
    )
