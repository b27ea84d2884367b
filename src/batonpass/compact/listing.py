"""The full texts beside a manifest: a few by name, the rest by patterns, so that many files leave room for facts."""

from collections.abc import Sequence
from typing import NamedTuple

from batonpass.model.manifest import FileReference
from batonpass.model.proof import SourceEntry
from batonpass.tables import load


class Listing(NamedTuple):
    """What can be read, described; and every file of the full work, by name or pattern."""

    references: tuple[FileReference, ...]
    names: tuple[str, ...]


def listing(sources: Sequence[SourceEntry], readings: Sequence[str]) -> Listing:
    """Return how a manifest names its sources, and the files that must be read with it."""
    most: int = load.limits()["manifest"]["named_files"]
    named = [_named(source) for source in sources[:most]]
    groups = _by_pattern(sources[most:], most)
    told = (*named, *(_together(pattern, group) for pattern, group in groups.items()))
    return Listing(told, (*(reference.file for reference in told), *readings))


def _by_pattern(sources: Sequence[SourceEntry], most: int) -> dict[str, list[SourceEntry]]:
    """Return sources by what their names end in; all together where such endings are many too."""
    groups: dict[str, list[SourceEntry]] = {}
    for source in sources:
        stem, _, suffix = source.stored.rpartition(".")
        groups.setdefault(f"*.{suffix}" if stem else "*", []).append(source)
    return groups if len(groups) <= most else {"*": list(sources)}


def _named(source: SourceEntry) -> FileReference:
    return FileReference(source.stored, f"Full text: {source.lines} lines, {source.tokens} tokens")


def _together(pattern: str, group: Sequence[SourceEntry]) -> FileReference:
    if len(group) == 1:
        return _named(group[0])
    lines, tokens = sum(s.lines for s in group), sum(s.tokens for s in group)
    return FileReference(pattern, f"{len(group)} more full texts: {lines} lines, {tokens} tokens")
