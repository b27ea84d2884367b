"""Transcripts as sources: the one that is named, or the project's newest, with those of the agents it started."""

import os
from collections.abc import Iterator, Sequence

from batonpass.flow import context
from batonpass.flow.asked import NEWEST
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.source import Source
from batonpass.read import newest
from batonpass.read.gather import gather
from batonpass.read.parse import parse


def read_transcripts(
    setup: Setup, named: Sequence[str], *, force: bool = False, home: str | None = None
) -> tuple[Source, ...]:
    """Return the transcripts that are named, each followed by those of its nested agents."""
    paths = [
        path for name in named for path in _with_nested(context.find(setup, home) if name == NEWEST else name)
    ]
    found = gather(paths, root=setup.root) if paths else ()
    return tuple(
        _checked(parse(f, redact=setup.redact, max_bytes=setup.max_source, force=force)) for f in found
    )


def newest_if(setup: Setup, *, look: bool) -> tuple[str, ...]:
    """Return the project's newest transcript where one is to be looked for and there is one."""
    found = newest.newest(setup.root, os.path.expanduser("~")) if look else ""
    return (found,) if found else ()


def _with_nested(path: str) -> Iterator[str]:
    yield path
    yield from newest.nested(path)


def _checked(source: Source) -> Source:
    """Return a source that is a transcript; anything else was named by mistake, or is broken."""
    if any(block.act is not None for block in source.blocks) or source.problems:
        return source
    raise BadContent(
        "not a transcript of a client that is known",
        wanted="a session of Claude Code, Codex, pi, Gemini, Qwen, OpenCode, SWE-agent or OpenHands, or messages",
        todo="hand a document over as a PATH, without --transcript",
        place=source.path or source.name,
    )


def learn_from(setup: Setup, sources: Sequence[Source]) -> None:
    """Learn from transcripts what a token of text is worth for their models."""
    for source in sources:
        if any(block.act is not None for block in source.blocks):
            context.learn(setup, source.blocks, setup.meter.count)
