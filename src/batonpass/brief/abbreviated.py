"""A context in short: what is completed in few words, the current task whole, and between half and 70 % of all in all."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from batonpass.tables import load

Size = Callable[[str], int]


class Piece(Struct, frozen=True):
    """One turn, call or result: as it was, in short, and how soon it comes back whole."""

    whole: str
    short: str
    rank: int = 0  # 0 comes back first; among equals the newest
    current: bool = False  # of the task at hand: never shortened


class Abbreviated(Struct, frozen=True):
    """The text, and the tokens before and after."""

    text: str
    before: int
    after: int

    @property
    def share(self) -> float:
        """Return what remains of before."""
        return self.after / self.before if self.before else 0.0


def abbreviated(pieces: Sequence[Piece], size: Size) -> Abbreviated:
    """Return the pieces with what is completed in short, and as much of it whole as fits.

    Nothing of the current task is given up: where it alone is more than there may be, all else is in short.
    """
    least, most = (load.limits()["views"][f"abbreviated_{edge}"] for edge in ("least", "most"))
    wholes = [size(piece.whole) for piece in pieces]
    told = [piece.whole if piece.current else piece.short for piece in pieces]
    sizes = [size(text) for text in told]
    before = sum(wholes)
    aim, used = (least + most) / 2 * before, sum(sizes)
    for place in _order(pieces):
        more = wholes[place] - sizes[place]
        if used < aim and used + more <= most * before:
            told[place], sizes[place], used = pieces[place].whole, wholes[place], used + more
    for place in _order(pieces):
        if used < least * before and told[place] != pieces[place].whole:
            told[place] = _head(pieces[place], round(aim - used) + sizes[place], size)
            used += size(told[place]) - sizes[place]
            sizes[place] = size(told[place])
    for place in reversed(_order(pieces)):
        if used > most * before and pieces[place].rank and not pieces[place].current:
            told[place], used = "", used - sizes[place]
    text = "\n\n".join(filter(None, told))
    return Abbreviated(text, before, size(text))


def _head(piece: Piece, room: int, size: Size) -> str:
    """Return as many lines from the beginning of a piece as there is room for, and the short of it below."""
    lines = piece.whole.splitlines()
    used = size(piece.short)
    kept: list[str] = []
    for line in lines:
        used += size(line) + 1
        if used > room:
            break
        kept.append(line)
    return "\n".join([*kept, "…", piece.short]) if kept else piece.short


def _order(pieces: Sequence[Piece]) -> list[int]:
    """Return the places in the order they come back whole: by rank, the newest first."""
    return sorted(range(len(pieces)), key=lambda place: (pieces[place].rank, -place))
