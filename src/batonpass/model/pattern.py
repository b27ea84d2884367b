"""Patterns of paths, as a shell means them."""

import re
from functools import lru_cache

PIECE = re.compile(r"\*\*/?|\*|\?|\[[!^]?\]?[^\]/]*\]|[^*?\[]+|\[")
WILD = {"**/": "((?:.*/)?)", "**": "(.*)"}


@lru_cache(maxsize=512)
def matching(pattern: str) -> re.Pattern[str]:
    """Return a pattern as an expression: `*` stays in its folder, `**` goes below; what each stands for is a group."""
    pieces = PIECE.findall(pattern)
    stars = [at for at, piece in enumerate(pieces) if piece.startswith("*")]
    found = ""
    for at, end in zip([-1, *stars], [*stars, len(pieces)], strict=True):
        fixed = "".join(map(_fixed, pieces[at + 1 : end]))
        if at < 0 or pieces[at] != "*":
            found += (WILD[pieces[at]] if at >= 0 else "") + fixed
        elif end < len(pieces) and pieces[end] == "*":
            found += f"(?>([^/]*?){fixed})"  # the next star takes what this one leaves: no way back is needed
        else:
            found += f"([^/]*){fixed}"
    return re.compile(found, re.DOTALL)


def _fixed(piece: str) -> str:
    if piece == "?":
        return "[^/]"
    if not piece.startswith("[") or piece == "[":
        return re.escape(piece)
    negated = piece[1] in "!^"
    inside = re.sub(r"([\\\[\]&~|^])", r"\\\1", piece[1 + negated : -1])
    try:
        return re.compile(f"[{'^' * negated}{inside}]").pattern
    except re.error:  # a range the wrong way round
        return re.escape(piece)


def matched(pattern: str, path: str) -> bool:
    """Tell whether a pattern means a path, or a folder it lies in."""
    expression = matching(pattern)
    end = len(path)
    while end > 0:
        if expression.fullmatch(path, 0, end):
            return True
        end = path.rfind("/", 0, end)
    return False
