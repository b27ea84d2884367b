"""What was handed in, as sources with the names their copies will have."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from batonpass.flow.homes import artifacts
from batonpass.flow.setup import Setup
from batonpass.measure.vocabulary import about, count_bytes
from batonpass.model.errors import BadContent
from batonpass.model.problem import Problem
from batonpass.model.proof import SourceEntry
from batonpass.model.source import Source
from batonpass.read import look
from batonpass.read.gather import gather
from batonpass.read.parse import parse, parse_text
from batonpass.store.names import free_name
from batonpass.tables import load


class Sources(Struct, frozen=True):
    """The sources that could be read, how the proof names them, and what was wrong with the rest."""

    sources: tuple[Source, ...]
    entries: tuple[SourceEntry, ...]
    problems: tuple[Problem, ...]

    @property
    def copies(self) -> dict[str, bytes]:
        """Return the stored copies by name."""
        return {e.stored: s.data for e, s in zip(self.entries, self.sources, strict=True)}

    @property
    def by_path(self) -> dict[str, bytes]:
        """Return what was read of each file of the project, without secrets."""
        return {source.path: source.data for source in self.sources if source.path}

    @property
    def read_through(self) -> "Sources":
        """Return the sources without their blocks, which weigh ten times their bytes and are needed no more."""
        return replace(self, sources=tuple(replace(source, blocks=()) for source in self.sources))


def read_sources(
    setup: Setup,
    paths: Sequence[str],
    texts: Mapping[str, str],
    *,
    force: bool = False,
    stdin: Callable[[], bytes] | None = None,
    more: Sequence[Source] = (),
) -> Sources:
    """Read paths and texts, take more that was read already; raise when nothing is left to hand over."""
    found = gather(paths, root=setup.root, stdin=stdin, artifacts=(artifacts(setup),)) if paths else ()
    parsed = [parse(f, redact=setup.redact, max_bytes=setup.max_source, force=force) for f in found]
    parsed += [parse_text(text, name, setup.redact) for name, text in texts.items()]
    parsed += more
    problems = tuple(problem for source in parsed for problem in source.problems)
    sources = tuple(source for source in parsed if source.data.strip())
    if not sources:
        raise _nothing(problems, paths)
    return Sources(sources, _entries(setup, sources), problems)


def _nothing(problems: Sequence[Problem], paths: Sequence[str]) -> BadContent:
    if problems:
        first = problems[0]
        return BadContent(first.message, todo=first.todo, place=first.path)
    named = ", ".join(paths) or "the text"
    return BadContent(
        f"{named} is empty", wanted="something to hand over", todo="name a document with text in it"
    )


def _entries(setup: Setup, sources: Sequence[Source]) -> tuple[SourceEntry, ...]:
    taken: set[str] = set()
    return tuple(
        SourceEntry(
            name=source.name,
            path=source.path,
            stored=free_name(source.name, taken),
            format=source.format,
            digest=source.digest,
            original=source.original,
            lines=source.lines,
            tokens=_tokens(setup, source),
        )
        for source in sources
    )


def _tokens(setup: Setup, source: Source) -> int:
    """Count a source; of a long transcript, most of which are names of fields, a sample is enough."""
    if any(block.act is not None for block in source.blocks):
        sample: int = load.limits()["transcript"]["counted_bytes"]
        return about(setup.meter, source.data, sample)
    return count_bytes(setup.meter, source.data)


def name_beside(folder: str, name: str, data: bytes, taken: set[str]) -> str:
    """Return a free name under which no other file stands in a folder yet; the same bytes may."""
    stored = free_name(name, taken)
    while folder and look.data(folder, stored) not in (None, data):
        stored = free_name(name, taken)
    return stored
