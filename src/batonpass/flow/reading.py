"""Files for required reading: found beside the document that names them, else below the root."""

import os
from collections.abc import Sequence

from batonpass.compact.readings import RequiredFile
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, name_beside
from batonpass.model.files import OWN
from batonpass.model.source import digest_of
from batonpass.read import look


class Shelf:
    """Finds readings for one handoff and keeps the bytes of those that were found."""

    def __init__(self, setup: Setup, sources: Sources, folder: str = "") -> None:
        """Know where to look, which names are taken, and in which folder other files may stand already."""
        self._setup, self._sources, self._folder = setup, sources, folder
        self._taken = {*OWN} | {entry.stored.casefold() for entry in sources.entries}
        self._found: dict[str, tuple[RequiredFile, bytes] | None] = {}

    def find(self, named: str) -> RequiredFile | None:
        """Return the file a person or a document names, None where there is none."""
        if named not in self._found:
            self._found[named] = self._source(named) or self._file(named)
        found = self._found[named]
        return found[0] if found else None

    def copies(self, readings: Sequence[RequiredFile]) -> dict[str, bytes]:
        """Return the bytes to keep beside the manifest."""
        kept = {pair[0].stored: pair[1] for pair in self._found.values() if pair}
        return {reading.stored: kept[reading.stored] for reading in readings}

    def digests(self, named: Sequence[str]) -> list[str]:
        """Return what the named files hold, as far as there are such files."""
        found = [self.find(name) for name in named]
        return [digest_of(data) for data in self.copies([f for f in found if f]).values()]

    def _source(self, named: str) -> tuple[RequiredFile, bytes] | None:
        """Return a file that is handed over as a source anyway."""
        for entry, source in zip(self._sources.entries, self._sources.sources, strict=True):
            if source.path and (source.path == named or source.path.endswith("/" + named)):
                return RequiredFile(named, entry.stored, entry.tokens), source.data
        return None

    def _file(self, named: str) -> tuple[RequiredFile, bytes] | None:
        folders = dict.fromkeys([*(os.path.dirname(s.path) for s in self._sources.sources if s.path), ""])
        for folder in folders:
            data = look.data(self._setup.root, os.path.join(folder, named))
            if data is not None:
                return self._kept(named, self._setup.redact(data.decode("utf-8", "replace")))
        return None

    def _kept(self, named: str, text: str) -> tuple[RequiredFile, bytes]:
        """Return a file under a name of its own; the same text under two names is kept once."""
        data = text.encode()
        if same := next((f for f in self._found.values() if f and f[1] == data), None):
            return same
        stored = name_beside(self._folder, named, data, self._taken)
        return RequiredFile(named, stored, self._setup.meter.count(text)), data
