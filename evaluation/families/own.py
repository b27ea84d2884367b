"""A few documents of the repository's own, each with what it has to tell in `evaluation/own/truth.toml`."""

import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from batonpass.model.fact import Kind
from evaluation.families.case import Expected, Piece
from evaluation.planted.judge import counted, shows

FOLDER = Path(__file__).resolve().parent.parent / "own"


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """Texts that must stand together in one item of a kind."""

    kind: Kind
    all: tuple[str, ...]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """One file with what it has to tell."""

    file: str
    family: str
    type: str = "handoff"
    piece: tuple[Told, ...] = ()
    never: tuple[tuple[str, ...], ...] = ()


def expected(_: Path | None) -> Iterator[Expected]:
    """Yield the documents; they are there whatever else is."""
    told = tomllib.loads((FOLDER / "truth.toml").read_text("utf-8"))["document"]
    for one in msgspec.convert(told, tuple[Document, ...]):
        text = (FOLDER / one.file).read_text("utf-8")
        pieces = tuple(Piece(p.kind, " … ".join(p.all), _shows(p)) for p in one.piece)
        never = tuple(partial(_all_in, values) for values in one.never)
        yield Expected(one.family, "own", one.file, text, pieces, never, one.type)


def _shows(told: Told) -> Callable[[str], bool]:
    return partial(_counted_in if told.kind == "tests" else _all_in, told.all)


def _all_in(values: tuple[str, ...], said: str) -> bool:
    return shows(said, values)


def _counted_in(values: tuple[str, ...], said: str) -> bool:
    return all(count in counted(said) for value in values for count in counted(value))
