"""What happened to a file, or is to happen, by the words around its path."""

import re
from functools import cache
from typing import Any, NamedTuple

from batonpass.extract.phrases import Lexicon, tokens_of
from batonpass.extract.titles import WIDE, is_wide
from batonpass.model.fact import Change
from batonpass.tables.load import words

# (NEW), [modified], **NEW**, ← NEW: a mark behind a path, or the word before it
MARK = re.compile(
    r"[(\[（【*←]\s*([^()\[\]（）【】*]{2,40}?)\s*[)\]）】*]|←\s*([\w ]{2,20})|✨\s*(new)", re.IGNORECASE
)
BY_FAMILY: dict[str, tuple[Change | None, bool]] = {
    "file": (None, False),
    "file_created": ("created", False),
    "file_modified": ("modified", False),
    "file_deleted": ("deleted", False),
    "file_renamed": ("renamed", False),
    "file_create": ("created", True),
    "file_modify": ("modified", True),
    "file_delete": ("deleted", True),
    "file_rename": ("renamed", True),
    "file_test": ("created", True),
    "file_read": ("read", True),
    "file_mentioned": (None, False),
}


class Said(NamedTuple):
    """A change that words name, and whether it is still to come."""

    change: Change
    planned: bool


@cache
def spelled() -> tuple[dict[str, Said], tuple[tuple[str, Said], ...]]:
    """Return word → change, and the wide words."""
    single: dict[str, Said] = {}
    wide: list[tuple[str, Said]] = []
    for when in ("done", "planned"):
        for change, listed in words("changes")[when].items():
            said = Said(change, when == "planned")
            for word in listed:
                if is_wide(word):
                    wide.append((word, said))
                else:
                    single.setdefault(" ".join(tokens_of(word)), said)
    return single, tuple(sorted(wide, key=lambda pair: -len(pair[0])))


def of_word(text: str) -> Said | None:
    """Return the change a short text names with its first words."""
    single, wide = spelled()
    tokens = tokens_of(text)
    for length in (2, 1):
        if said := single.get(" ".join(tokens[:length])):
            return said
    return next((said for word, said in wide if word in text), None) if is_wide(text) else None


def of_mark(text: str) -> Said | None:
    """Return the change a mark in brackets names."""
    for groups in MARK.findall(text):
        if said := of_whole(next(g for g in groups if g)):
            return said
    return None


def of_whole(text: str) -> Said | None:
    """Return the change a text names and nothing else: "new file", not "new trait default"."""
    said = of_word(text)
    if said is None:
        return None
    if is_wide(text):
        return said if is_wide_whole(text) else None
    rest = [
        w
        for w in tokens_of(text)
        if " ".join(tokens_of(w)) not in spelled()[0] and w not in lists()["mark"]["words"]
    ]
    return said if not rest else None


def is_wide_whole(text: str) -> bool:
    """Tell whether a text names a change and at most the file itself: "新建文件", not "新增锁"."""
    rest = text
    for word in sorted(
        (*(word for word, _ in spelled()[1]), *lists()["mark"]["wide"]), key=len, reverse=True
    ):
        rest = rest.replace(word, "")
    return WIDE.search(rest) is None


@cache
def untouched() -> tuple[str, ...]:
    """Return how a text says that a file was left alone."""
    return tuple(words("changes")["untouched"]["words"])


@cache
def turns() -> Lexicon[Said]:
    """Return the turns of phrase by which a sentence tells what became of the one file it names."""
    return Lexicon(
        (notation, Said(change, planned=False), False)
        for change, listed in words("changes")["turns"].items()
        for notation in listed
    )


def of_turn(text: str) -> Said | None:
    """Return the change a turn of phrase in a text tells, the first one there."""
    found = sorted(turns().found(text, tokens_of(text)), key=lambda pair: pair[1])
    return found[0][0] if found else None


@cache
def forbidding() -> Lexicon[bool]:
    """Return the phrases by which a sentence says to leave a file alone, or that it was."""
    return Lexicon((notation, True, False) for notation in words("changes")["forbidden"]["phrases"])


def is_forbidden(sentence: str) -> bool:
    """Tell whether a sentence says that what it names is not to be changed, or was not."""
    return any(forbidding().found(sentence, tokens_of(sentence)))


def is_untouched(remark: str) -> bool:
    """Tell whether a remark says that a file was left alone."""
    low = remark.casefold().lstrip(" -–—:(`*[")
    return low.startswith(untouched()) or any(f"({word}" in low for word in untouched())


@cache
def lists() -> dict[str, Any]:
    """Return the word lists."""
    return words("changes")
