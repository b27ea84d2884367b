"""From a name in a manifest to the files it stands for."""

import posixpath
from collections.abc import Iterator

from msgspec import Struct

from batonpass.model.files import OWN
from batonpass.validate.fields import references, text, texts
from batonpass.validate.subject import Senses, Stat, Subject

GLOB = frozenset("*?[")


class Place(Struct, frozen=True):
    """Where a name leads: to a path, and what stands there."""

    path: str
    stat: Stat


def is_glob(name: str) -> bool:
    """Say whether a name is a pattern."""
    return not GLOB.isdisjoint(name)


def find(name: str, subject: Subject, senses: Senses) -> Place:
    """Look a name up: in the artifacts directory, then from the root."""
    looked = [Place(path, senses.stat(path)) for path in _candidates(name, subject)]
    found = (place for place in looked if place.stat in ("file", "directory"))
    return next(found, looked[0])


def files(name: str, subject: Subject, senses: Senses) -> tuple[str, ...]:
    """Return every file a name stands for: itself, what a directory holds, what a glob matches."""
    place = find(name, subject, senses)
    if place.stat == "file":
        return (place.path,)
    if place.stat == "directory":
        return senses.expand(posixpath.join(place.path, "**"))
    if is_glob(name):
        return next(filter(None, map(senses.expand, _candidates(name, subject))), ())
    return ()


def required_tokens(subject: Subject, senses: Senses) -> int:
    """Count what the next agent must read beside the manifest; what is not there counts nothing."""
    named = (reference.file for reference in references(subject.manifest, "required_reading"))
    return _tokens(named, subject, senses)


def detail_tokens(subject: Subject, senses: Senses) -> int:
    """Count the full work a manifest stands for, globs and directories expanded, each file once."""
    named = (name for _, name in texts(subject.manifest, "detail_files"))
    return _tokens(named, subject, senses, but=_own(subject))


def _own(subject: Subject) -> frozenset[str]:
    """Return the files of the handoff itself, which a pattern such as `*.md` matches too."""
    directory = text(subject.manifest, "artifacts_directory")
    return frozenset(posixpath.join(directory, name) for name in OWN)


def _tokens(
    names: Iterator[str], subject: Subject, senses: Senses, *, but: frozenset[str] = frozenset()
) -> int:
    paths = dict.fromkeys(path for name in names for path in files(name, subject, senses) if path not in but)
    proven = _counted(subject, senses) if paths else {}
    counted = (proven.get(posixpath.normpath(path)) or senses.file_tokens(path) for path in paths)
    return sum(tokens or 0 for tokens in counted)


def _counted(subject: Subject, senses: Senses) -> dict[str, int]:
    """Return the sources a proof has counted already, by path, where their digest still says so."""
    if subject.proof is None:
        return {}
    directory = text(subject.manifest, "artifacts_directory")
    return {
        posixpath.normpath(posixpath.join(directory, entry.stored)): entry.tokens
        for entry in subject.proof.sources
        if senses.stored_digest(entry) == entry.digest
    }


def _candidates(name: str, subject: Subject) -> Iterator[str]:
    """Yield the paths a name may mean: as written, then without the remark behind it."""
    directory = text(subject.manifest, "artifacts_directory")
    bare, _, remark = name.partition(" (")
    for written in (name, bare) if remark else (name,):
        yield posixpath.join(directory, written)
        yield written
