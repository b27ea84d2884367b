"""How often real sessions set something off: signs of rot, and excuses heard in what their agents said."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from batonpass.decide.excuses import Excuses
from batonpass.flow.setup import Setup, open_project
from batonpass.flow.signs import shown_by
from batonpass.flow.transcripts import read_transcripts
from batonpass.model.errors import BatonError
from batonpass.model.source import Source
from batonpass.tables import load
from evaluation.row import Row

MOST = 0.05  # share of real sessions, nearly all of them healthy
SUFFIXES = (".jsonl", ".json", ".traj")


def rows(folder: Path | None) -> Iterator[Row]:
    """Yield the figures; nothing without real sessions."""
    setup = open_project(str(folder)) if folder else None
    sources = list(_sessions(setup, folder)) if setup and folder else []
    if not setup or not sources:
        return
    shown = sum(bool(shown_by(setup, source)) for source in sources)
    yield _row("signs: real sessions that show one", shown, len(sources))
    known = Excuses(**load.words("excuses"))
    said = [
        block.text
        for source in sources
        for block in source.blocks
        if _is_agents(block.act and block.act.role)
    ]
    yield _row(
        "excuses: real messages that make one", sum(bool(known.said_in(text)) for text in said), len(said)
    )


def _is_agents(role: object) -> bool:
    return role == "agent"


def _sessions(setup: Setup, folder: Path) -> Iterator[Source]:
    for path in sorted((folder / "D").rglob("*")):
        if path.suffix in SUFFIXES and path.name != "gt.jsonl":
            yield from _read(setup, path)


def _read(setup: Setup, path: Path) -> Sequence[Source]:
    try:
        return read_transcripts(setup, [str(path)])[:1]
    except BatonError:
        return ()  # no transcript: notes and indexes lie among them


def _row(name: str, count: int, of: int) -> Row:
    return Row(name, f"{count} of {of:,}", f"<= {MOST:.0%}", count <= MOST * of)
