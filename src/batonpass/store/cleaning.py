"""Taking handoffs off the disk, and sweeping up after processes that died."""

import os
from collections.abc import Iterable

from batonpass.model.handoff import Cleaned, Handoff
from batonpass.store import files, latest
from batonpass.store.locate import Places
from batonpass.store.lock import held
from batonpass.store.staging import Staging


def measured(going: Iterable[Handoff], places: Places, staging: Staging) -> Cleaned:
    """Return what `cleaned` would do."""
    removable = _removable(going, places)
    leftovers = (*staging.leftovers(), *_temporaries(places))
    paths = [*(places.on_disk(h.directory) for h in removable), *leftovers]
    return Cleaned(
        removable,
        tuple(places.spelled(path).rstrip("/") for path in leftovers),
        sum(map(files.size_of, paths)),
    )


def cleaned(going: Iterable[Handoff], places: Places, staging: Staging) -> Cleaned:
    """Remove handoffs and leftovers; one cleaner at a time, and writers wait for a rename only."""
    if not os.path.isdir(places.artifacts):
        return Cleaned((), (), 0)
    with held(staging.cleaning):
        result = measured(going, places, staging)
        for handoff in result.removed:
            with held(staging.lock):
                aside = staging.aside(places.on_disk(handoff.directory))
                _repoint(os.path.dirname(places.on_disk(handoff.directory)), places)
            files.remove_tree(aside)
        for leftover in staging.leftovers():
            files.remove_tree(leftover)
        with held(staging.lock):  # nobody writes beside published files without it
            for temporary in _temporaries(places):
                os.unlink(temporary)
    return result


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


def _temporaries(places: Places) -> list[str]:
    """Return the temporary files beside published ones."""
    return sorted(
        os.path.join(folder, name)
        for folder, _, inner in os.walk(places.artifacts)
        for name in inner
        if files.TEMPORARY.fullmatch(name)
    )
