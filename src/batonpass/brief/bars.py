"""Parts between bars within the width of a terminal: the longest gives way first."""

from collections.abc import Sequence

from batonpass.brief.width import columns, cut
from batonpass.tables import load

BAR, NEXT, MARK, PLAIN_MARK = " | ", " → ", "…", "..."


def fitted(
    head: str, parts: Sequence[str], tail: str, width: int, mark: str, *, result_last: bool = False
) -> str:
    """Return head, parts and tail; parts are shortened until all fit, and where there is no room the last say the most.

    The tail is given up before the head is cut. Where the last part is the result, it is shortened last.
    """
    least: int = load.table("capsules")["least"]
    if columns(head) + columns(tail) > width:
        tail = ""
    room, kept = width - columns(head) - columns(tail), list(parts)
    while kept and room - sum(columns(BAR) + min(columns(part), least) for part in kept) < 0:
        kept.pop(0)
    wanted = [columns(part) for part in kept]
    room -= len(kept) * columns(BAR)
    last = min(wanted[-1], room - sum(min(one, least) for one in wanted[:-1])) if kept and result_last else 0
    shares = [*_shares(wanted[:-1], room - last), last] if last else _shares(wanted, room)
    cuts = [cut(part, share, mark) for part, share in zip(kept, shares, strict=True)]
    line = BAR.join(filter(None, (head, *cuts))) + tail
    return cut(line, width, mark)


def _shares(wanted: Sequence[int], room: int) -> list[int]:
    """Return what each is given of the room: short ones all they want, long ones the same share of the rest."""
    shares = [0] * len(wanted)
    left, waiting = max(room, 0), sorted(range(len(wanted)), key=lambda at: wanted[at])
    for place, at in enumerate(waiting):
        shares[at] = min(wanted[at], left // (len(waiting) - place))
        left -= shares[at]
    return shares
