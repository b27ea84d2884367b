"""How rules see the world: paths below the root, files counted, spans read again."""

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from batonpass.flow.setup import Setup
from batonpass.model.paths import relative
from batonpass.model.proof import Proof, Resolution, SourceEntry
from batonpass.model.source import Span, digest_of
from batonpass.read import again, look
from batonpass.read.decode import readable
from batonpass.read.lines import Lines
from batonpass.validate.subject import Senses, Stat

T = TypeVar("T")
NOTHING: Mapping[str, bytes] = MappingProxyType({})


def senses(
    setup: Setup,
    manifest: Mapping[str, Any],
    folder: str,
    proof: Proof | None,
    just_read: Mapping[str, bytes] = NOTHING,
) -> Senses:
    """Return the senses for one manifest whose files stand in `folder` now, published or still staged.

    Originals that were read this moment, path → text without secrets, need not be read again.
    """
    sight = Sight(setup, manifest, folder, proof)
    sight.just_read = just_read
    return Senses(
        size=setup.meter.count,
        stat=sight.stat,
        file_tokens=sight.file_tokens,
        expand=sight.expand,
        resolve=sight.resolve,
        stored_digest=sight.stored_digest,
        span_text=sight.span_text,
        known_agents=setup.agents,
    )


class Sight:
    """One look at one handoff: every file is read at most once."""

    def __init__(self, setup: Setup, manifest: Mapping[str, Any], folder: str, proof: Proof | None) -> None:
        """Know the project, what the manifest calls its directory, and where that stands now."""
        directory = str(manifest.get("artifacts_directory") or "")
        self.setup, self.directory, self.folder = setup, directory, folder
        self.root = _root(setup, directory, folder)
        # A handoff of this project that was put outside of it says so: its directory is absolute.
        self.origin = setup.root if os.path.isabs(directory) else self.root
        # What was staged or carried elsewhere has its files beside it; a manifest alone names where they are.
        self.is_whole = proof is not None
        self._entries = {e.stored: e for e in proof.sources} if proof else {}
        self._seen: dict[tuple[str, str], Any] = {}
        self.just_read: Mapping[str, bytes] = NOTHING

    def _once(self, what: str, path: str, act: Callable[[str], T]) -> T:
        if (what, path) not in self._seen:
            self._seen[what, path] = act(path)
        value: T = self._seen[what, path]
        return value

    def stat(self, path: str) -> Stat:
        """Say what stands at a path of the manifest."""
        return self._once("stat", path, lambda p: look.stat(self.root, self._now(p)))

    def _now(self, path: str) -> str:
        """Return where a path of the handoff's own directory stands now: with a proof, beside the manifest."""
        if self.is_whole and self._is_own(path):
            return os.path.join(self.folder, path[len(self.directory.rstrip("/")) :].lstrip("/"))
        return path

    def _is_own(self, path: str) -> bool:
        leads_out = not self.directory or os.path.normpath(self.directory).startswith("..")
        return not leads_out and (path + "/").startswith(self.directory.rstrip("/") + "/")

    def file_tokens(self, path: str) -> int | None:
        """Count a file; a stored source that is unchanged was counted before."""
        return self._once("tokens", path, self._count)

    def _count(self, path: str) -> int | None:
        data = look.data(self.root, self._now(path))
        if data is None or b"\0" in data:
            return None
        entry = self._entries.get(path.rsplit("/", 1)[-1])
        if entry and entry.digest == digest_of(data):
            return entry.tokens
        return self.setup.meter.count(data.decode("utf-8", "replace"))

    def expand(self, pattern: str) -> tuple[str, ...]:
        """Return the files a glob matches."""
        return self._once("expand", pattern, self._matches)

    def _matches(self, pattern: str) -> tuple[str, ...]:
        moved = self._now(pattern)
        found = look.matches(self.root, os.path.relpath(moved, self.root) if os.path.isabs(moved) else moved)
        return found if moved == pattern else tuple(self._then(f) for f in found)

    def _then(self, path: str) -> str:
        """Return the path as the manifest will spell it once it is published."""
        inner = os.path.relpath(os.path.join(self.root, path), self.folder).replace(os.sep, "/")
        return self.directory.rstrip("/") + "/" + inner

    def resolve(self, entry: SourceEntry, span: Span) -> Resolution:
        """Read a span again in the original, in the stored copy where there is no original."""
        lines = self._once("lines", entry.path or entry.stored, lambda _: self._lines(entry))
        return again.resolve_in(span, lines) if lines is not None else Resolution("missing")

    def _lines(self, entry: SourceEntry) -> Lines | None:
        data = self._original(entry.path) if entry.path else self._stored(entry)
        return Lines(data) if data is not None else None

    def _original(self, path: str) -> bytes | None:
        if path in self.just_read:
            return self.just_read[path]
        # What lay outside the root was recorded with its whole path, and is looked up there.
        folder, name = os.path.split(path) if os.path.isabs(path) else (self.origin, path)
        data = look.data(folder, name)
        return readable(data, self.setup.redact, path) if data is not None else None

    def _stored(self, entry: SourceEntry) -> bytes | None:
        return self._once(
            "stored", entry.stored, lambda name: look.data(self.root, os.path.join(self.folder, name))
        )

    def stored_digest(self, entry: SourceEntry) -> str | None:
        """Return the digest of the copy as it is now."""
        data = self._stored(entry)
        return None if data is None else self._once("digest", entry.stored, lambda _: digest_of(data))

    def as_read(self, entry: SourceEntry) -> bytes | None:
        """Return a source exactly as it was read: its copy, the original where the copy is that no more, else nothing."""
        if self.stored_digest(entry) == entry.digest:
            return self._stored(entry)
        original = self._original(entry.path) if entry.path else None
        return original if original is not None and digest_of(original) == entry.digest else None

    def span_text(self, entry: SourceEntry, span: Span) -> str | None:
        """Return what the copy holds at a span, None unless it is exactly what was read."""
        data = self._stored(entry)
        piece = data[span.start : span.end] if data is not None else b""
        return piece.decode("utf-8", "replace") if digest_of(piece) == span.digest else None


def _root(setup: Setup, directory: str, folder: str) -> str:
    """Return what paths are relative to: the project, or what stands around a handoff from elsewhere."""
    if relative(setup.root, folder):
        return setup.root
    tail = os.path.normpath(directory)
    return folder[: -len(tail) - 1] if directory and folder.endswith(os.sep + tail) else folder
