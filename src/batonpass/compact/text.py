"""Texts made to fit: sentences, clauses, and never a torn word, path, number or code span."""

import re
from functools import cache, lru_cache

from batonpass.tables import load

# An abbreviation, an initial or a numbered heading does not end a sentence.
SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\bcf)(?<!\b[A-Z])[.!?](?=[\"')\]]*\s+[^\sa-z])|[。！？]"
)
MARKED_END = r"[.!?;:,](?=\s)|\s[—–-](?=\s)|\s(?=\()|[。！？；：，、]"
CLOSED = re.compile(r"`[^`]*`|\([^()]*\)|\"[^\"]*\"|“[^”]*”|\S+://\S+")
ELLIPSIS = "…"


@cache
def clause_end() -> re.Pattern[str]:
    """Return what ends a clause: a mark, or a word that starts the next one."""
    starts = "|".join(map(re.escape, load.table("rank")["shorten"]["clause_starts"]))
    return re.compile(rf"{MARKED_END}|\s(?=(?:{starts})\b)")


def plain(text: str) -> str:
    """Return a text as a manifest shows it: one line, code spans without their backticks."""
    return " ".join(text.replace("`", "").split())


def sentences(text: str, most: int) -> str:
    """Return the first `most` sentences."""
    ends = [match.end() for match in SENTENCE_END.finditer(text) if not _inside(text, match.start())]
    return text[: ends[most - 1]] if len(ends) >= most else text


def shorten(text: str, chars: int) -> str:
    """Return `text` in at most `chars` characters, cut where a clause ends, else where a word ends."""
    if not chars or len(text) <= chars:
        return text
    room = chars - len(ELLIPSIS)
    least = room * load.table("rank")["shorten"]["least"]
    ends = [m for m in clause_end().finditer(text[: room + 1]) if not _inside(text, m.start())]
    cuts = [_kept(text, m) for m in ends]
    fitting = [cut for cut in cuts if least <= len(cut) <= chars]
    if fitting:
        return max(fitting, key=len)
    return _whole_words(text, room)


@cache
def naming() -> re.Pattern[str]:
    """Return what names something: a number, a code span, a quotation, a name inside a sentence, an identifier."""
    return re.compile(load.table("rank")["tight"]["naming"])


@lru_cache(maxsize=4096)
def tight(text: str) -> str:
    """Return a text without the clauses at its end that name nothing, and never longer than a tight text may be."""
    limits = load.table("rank")["tight"]
    text = shorten(text, limits["chars"])
    last = max((m.end() for m in naming().finditer(text)), default=0)
    least = max(last, limits["least_chars"], main_clause(text))
    ends = (m for m in clause_end().finditer(text) if m.start() >= least and not _inside(text, m.start()))
    end = next(ends, None)
    return _kept(text, end) if end else text


def main_clause(text: str) -> int:
    """Return where the first sentence ends that begins with "When …", which says nothing without its main clause; else 0."""
    opening = text.split(maxsplit=1)[0].casefold() if text.split() else ""
    if opening not in load.table("rank")["tight"]["subordinate"]:
        return 0
    return len(sentences(text, 1)) - 1


def _kept(text: str, end: re.Match[str]) -> str:
    if end.group() in ".!?。！？":
        return text[: end.end()]
    return text[: end.start()].rstrip() + ELLIPSIS


def _inside(text: str, at: int) -> bool:
    return any(m.start() < at < m.end() - 1 for m in CLOSED.finditer(text))


def _whole_words(text: str, room: int) -> str:
    """Cut before the first word that does not fit; a code span counts as one word while anything stands before it."""
    last = text.rfind(" ", 0, room + 1)
    spans = (c for c in CLOSED.finditer(text) if c.group().startswith("`") and c.start() < last < c.end())
    before = next((span.start() for span in spans), last)
    for end in (before, last):
        if kept := text[: max(end, 0)].rstrip(" ,;:—–-("):
            return kept + ELLIPSIS
    return text[:room] + ELLIPSIS  # one word longer than the room: there is nowhere else to cut
