"""Rows of words found in running text: the word lists' small notation, compiled and looked up.

    (a|b)   alternatives        (a)?   may be missing        *   up to four words between
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from batonpass.extract.titles import is_wide, plain_letters

Tag = TypeVar("Tag")
TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|\?")
PIECE = re.compile(r"\(([^()]*)\)(\?)?|(\S+)")
GAP = "*"
LONGEST_GAP = 4
# A phrase is looked up under its longest word: the short ones stand in every sentence.
FREQUENT = 4


class Phrase(NamedTuple):
    """Words in a row; a gap stands for up to four words between two of them."""

    row: tuple[str, ...]
    key: int  # place in the row of the word it is looked up by
    at_start: bool = False


class Lexicon(Generic[Tag]):
    """Many phrases, each with a tag, found in one pass over the words of a text."""

    def __init__(self, entries: Iterable[tuple[str, Tag, bool]]) -> None:
        """Take (notation, tag, only at the start of the text)."""
        self.by_word: dict[str, list[tuple[Phrase, Tag]]] = {}
        self.wide: list[tuple[str, Tag]] = []
        for notation, tag, at_start in entries:
            if is_wide(notation):
                self.wide.append((notation, tag))
                continue
            for row in expanded(notation):
                phrase = Phrase(row, key_of(row), at_start)
                self.by_word.setdefault(row[phrase.key], []).append((phrase, tag))
        self.words = frozenset(self.by_word)

    def found(self, text: str, tokens: list[str]) -> Iterator[tuple[Tag, int]]:
        """Yield the tag of every phrase in the text, with the place of its key among the words."""
        if not self.words.isdisjoint(tokens):
            for place, word in enumerate(tokens):
                for phrase, tag in self.by_word.get(word, ()):
                    if matches(phrase, tokens, place):
                        yield tag, place
        if self.wide and is_wide(text):
            for piece, tag in self.wide:
                if piece in text:
                    yield tag, 0


def tokens_of(text: str) -> list[str]:
    """Return the words of a text as phrases are compared with them."""
    return TOKEN.findall(plain_letters(text.lower().replace("’", "'")))


def expanded(notation: str) -> list[tuple[str, ...]]:
    """Return every row of words a notation stands for."""
    rows: list[tuple[str, ...]] = [()]
    for choice, optional, word in PIECE.findall(notation):
        options = [tuple(tokens_of(o)) for o in choice.split("|")] if choice else [piece_of(word)]
        if optional:
            options.append(())
        rows = [row + option for row in rows for option in options]
    return [stripped for row in rows if (stripped := without_outer_gaps(row))]


def piece_of(word: str) -> tuple[str, ...]:
    """Return one plain piece of a notation as words."""
    return (GAP,) if word == GAP else tuple(tokens_of(word))


def without_outer_gaps(row: tuple[str, ...]) -> tuple[str, ...]:
    """Return a row that begins and ends with a word."""
    while row and row[-1] == GAP:
        row = row[:-1]
    return row


def key_of(row: tuple[str, ...]) -> int:
    """Return the place of the word to look a phrase up by."""
    return max(range(len(row)), key=lambda i: (row[i] != GAP, min(len(row[i]), FREQUENT * 2), -i))


def matches(phrase: Phrase, tokens: list[str], place: int) -> bool:
    """Tell whether a phrase stands around the place its key word was found at."""
    row, key = phrase.row, phrase.key
    if len(row) == 1:
        return not phrase.at_start or place == 0
    start = before(row[:key], tokens, place)
    return start >= 0 and after(row[key + 1 :], tokens, place + 1) and (not phrase.at_start or start == 0)


def after(row: tuple[str, ...], tokens: list[str], place: int) -> bool:
    """Tell whether the rest of a row follows at this place, gaps allowed."""
    for index, word in enumerate(row):
        if word == GAP:
            rest = row[index + 1 :]
            reach = range(place, min(place + LONGEST_GAP, len(tokens)) + 1)
            return any(after(rest, tokens, further) for further in reach)
        if place >= len(tokens) or tokens[place] != word:
            return False
        place += 1
    return True


def before(row: tuple[str, ...], tokens: list[str], place: int) -> int:
    """Return where the words of a row that end before this place begin, -1 where they do not stand."""
    for index in range(len(row) - 1, -1, -1):
        if row[index] == GAP:
            rest = row[:index]
            reach = range(place, max(place - LONGEST_GAP, 0) - 1, -1)
            starts = [start for further in reach if (start := before(rest, tokens, further)) >= 0]
            return starts[0] if starts else -1
        place -= 1
        if place < 0 or tokens[place] != row[index]:
            return -1
    return place


def entries_of(lists: Mapping[str, Iterable[str]], tag: Tag) -> Iterator[tuple[str, Tag, bool]]:
    """Yield the entries of one family of lists, all under one tag."""
    for name, notations in lists.items():
        for notation in notations:
            yield notation, tag, name == "opens"
