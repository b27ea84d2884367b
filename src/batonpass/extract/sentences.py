"""Running text in sentences, whatever script it is written in."""

import re
from functools import lru_cache

# After the dot of an abbreviation or an initial no sentence begins.
ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|fig|no|nr|mr|mrs|ms|dr|st|al|ca|p|pp|ref|sec|ver|v|art|eq|ex|ej|núm)|\b[A-Z])\.$",
    re.IGNORECASE,
)
END = re.compile(r"(?<=[.!?…])[\"'”’)\]`*]*\s+(?=[\"'“‘(\[`*]*[^\W_a-z]|[\"'“‘(\[*]*`)|(?<=[。！？])(?=\S)")
SPACE = re.compile(r"\s+")


@lru_cache(maxsize=2048)
def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, in order; their words joined are the text again."""
    flat = one_line(text)
    if not may_hold_two(flat):
        return (flat,) if flat else ()
    found: list[str] = []
    start = 0
    for end in END.finditer(flat):
        piece = flat[start : end.end()]
        if ABBREVIATED.search(flat[max(start, end.start() - 12) : end.start()]) or open_code(piece):
            continue
        found.append(piece.strip())
        start = end.end()
    rest = flat[start:].strip()
    return tuple(s for s in (*found, rest) if s)


def may_hold_two(text: str) -> bool:
    """Tell cheaply whether a text can hold more than one sentence."""
    if ". " in text or "! " in text or "? " in text or "… " in text:
        return True
    if text.isascii():
        return ".) " in text or '." ' in text or ".* " in text
    return "。" in text[:-1] or "！" in text[:-1] or "？" in text[:-1] or ".” " in text


def open_code(piece: str) -> bool:
    """Tell whether a piece ends inside a code span."""
    return piece.count("`") % 2 == 1


def one_line(text: str) -> str:
    """Return a text with its line breaks as spaces."""
    return SPACE.sub(" ", text).strip() if "\n" in text or "  " in text else text.strip()


def first(text: str, count: int) -> str:
    """Return the first sentences of a text."""
    return " ".join(sentences(text)[:count])


def within(text: str, length: int) -> str:
    """Return as many whole sentences as fit a length, at least one."""
    if len(text) <= length:
        return one_line(text)
    kept = ""
    for sentence in sentences(text):
        if kept and len(kept) + len(sentence) + 1 > length:
            break
        kept = f"{kept} {sentence}".strip()
    return kept
