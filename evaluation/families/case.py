"""One document, what its reader should get, and what nobody should be told as if it were so."""

from collections.abc import Callable

from msgspec import Struct

from batonpass.model.fact import Kind
from evaluation.handed import Shown
from evaluation.texts import CLOSE, holds, overlap, same_path, words

CUT = 0.85  # share of an item's words in the truth from which it is the truth, cut
ITEM_WORDS = 5  # an item of fewer words is no cut of anything


class Piece(Struct, frozen=True):
    """Something a reader should get."""

    kind: Kind
    text: str  # as the truth says it; of a file its path
    shows: Callable[[str], bool]  # whether an item's or line's text shows it


class Expected(Struct, frozen=True):
    """One document with its pieces."""

    family: str
    repo: str
    file: str
    text: str
    pieces: tuple[Piece, ...] = ()
    never: tuple[Callable[[str], bool], ...] = ()
    type: str = "handoff"  # the kind of work, which chooses the profile

    @property
    def kinds(self) -> frozenset[Kind]:
        """Return the kinds the truth speaks of."""
        return frozenset(piece.kind for piece in self.pieces)


def words_of(kind: Kind, text: str) -> Piece:
    """Return a piece that is shown by most of its words, or by an item cut out of it."""

    def shows(said: str) -> bool:
        is_cut = len(words(said)) >= ITEM_WORDS and holds(text, said) >= CUT
        return is_cut or holds(said, text) >= CLOSE or overlap(said, text) >= CLOSE

    return Piece(kind, text, shows)


def path(name: str) -> Piece:
    """Return a piece that is shown where its path is named."""

    def shows(said: str) -> bool:
        return any(same_path(name, part.strip("`|,;()*[]:")) for part in said.split())

    return Piece("file", name, shows)


def right(piece: Piece, item: Shown) -> bool:
    """Tell whether an item shows a piece under its kind."""
    return item.kind == piece.kind and piece.shows(item.text)
