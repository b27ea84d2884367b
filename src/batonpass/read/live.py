"""A transcript that is still being written, read bit by bit."""

import os
from collections.abc import Callable
from functools import partial

from batonpass.model.source import Block, Span, digest_of
from batonpass.read.clients import codex
from batonpass.read.decode import readable
from batonpass.read.records import Record, decoded
from batonpass.read.redact import redact as redacted
from batonpass.read.telling import Telling
from batonpass.read.transcripts import CLIENTS, recognise

NO_SOURCE = ""  # a file that grows has no digest yet; its spans carry those of their own lines


class LiveTranscript:
    """Yields the blocks that were added since it was asked last; unfinished lines wait for the next time."""

    def __init__(self, path: str, redact: Callable[[str], str] = redacted) -> None:
        """Begin before the first line; the file need not be there yet."""
        self.path, self._redact = path, redact
        self.begun_anew = False  # whether the last time the file was another one than before
        self._begin()

    def _begin(self) -> None:
        self.client = ""  # known once there is something to know it by
        self._telling = Telling()
        self._reader: codex.Reader | None = None  # any client's: all have the one method
        self._offset = self._line = 0

    def new(self) -> tuple[Block, ...]:
        """Return the blocks of all lines that were finished since; a file that was begun anew is read anew."""
        try:
            self.begun_anew = os.stat(self.path).st_size < self._offset
            if self.begun_anew:
                self._begin()
            with open(self.path, "rb") as file:
                file.seek(self._offset)
                data = file.read()
        except FileNotFoundError:
            return ()
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            return ()
        if self._reader is None and not self._recognised(whole):
            return ()
        return self._read(whole)

    def _recognised(self, data: bytes) -> bool:
        self.client = recognise(data)
        if self.client:
            self._reader = CLIENTS[self.client].Reader(self._telling)
        return bool(self.client)

    def _read(self, data: bytes) -> tuple[Block, ...]:
        start = self._offset
        for raw in data.splitlines(keepends=True):
            self._line += 1
            body = readable(raw.rstrip(b"\r\n"), self._redact)
            value = decoded(body) if body.strip() else None
            if value is not None and self._reader is not None:
                self._reader.take(Record(value, partial(_span, self._line, start, body)))
            start += len(raw)
        self._offset = start
        blocks, self._telling.blocks = tuple(self._telling.blocks), []
        return blocks


def _span(line: int, start: int, body: bytes) -> Span:
    return Span(NO_SOURCE, line, line, start, start + len(body), digest_of(body))
