"""Rows of words found in running text: the word lists' small notation, compiled and looked up.

(a|b)   alternatives        (a)?   may be missing        *   up to four words between
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from batonpass.extract.titles import is_wide, plain_letters

Tag = TypeVar("Tag")
Key = TypeVar("Key", str, tuple[str, str])
TOKEN = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|\?(?=[\s\"')*]|$)")
PIECE = re.compile(r"\(([^()]*)\)(\?)?|(\S+)")
GAP = "*"
LONGEST_GAP = 4


class Phrase(NamedTuple):
    """Words in a row; a gap stands for up to four words between two of them."""

    row: tuple[str, ...]
    key: int  # place in the row of the pair, or the word, it is looked up by
    at_start: bool = False


class Lexicon(Generic[Tag]):
    """Many phrases, each with a tag, found in one pass over the words of a text.

    Single words stand in every sentence, so a phrase is looked up under two neighbouring words
    where it has them: few sentences hold the pair without the phrase.
    """

    def __init__(self, entries: Iterable[tuple[str, Tag, bool]]) -> None:
        """Take (notation, tag, only at the start of the text)."""
        self.by_word: dict[str, list[tuple[Phrase, Tag]]] = {}
        self.by_pair: dict[tuple[str, str], list[tuple[Phrase, Tag]]] = {}
        self.wide: list[tuple[str, Tag]] = []
        for notation, tag, at_start in entries:
            if is_wide(notation):
                self.wide.append((notation, tag))
                continue
            for row in expanded(notation):
                self.learn(row, tag, at_start=at_start)

    def learn(self, row: tuple[str, ...], tag: Tag, *, at_start: bool) -> None:
        """Take one row of words."""
        pairs = [i for i in range(len(row) - 1) if GAP not in row[i : i + 2]]
        if pairs:
            key = max(pairs, key=lambda i: (len(row[i]) + len(row[i + 1]), -i))
            place = self.by_pair.setdefault((row[key], row[key + 1]), [])
        else:
            key = max(range(len(row)), key=lambda i: (row[i] != GAP, len(row[i]), -i))
            place = self.by_word.setdefault(row[key], [])
        place.append((Phrase(row, key, at_start), tag))

    def found(self, text: str, tokens: tuple[str, ...]) -> Iterator[tuple[Tag, int]]:
        """Yield the tag of every phrase in the text, with the place of its key among the words."""
        if not self.by_word.keys().isdisjoint(tokens):
            yield from self.looked_up(self.by_word, tokens, tokens)
        pairs = list(pairwise(tokens))
        if not self.by_pair.keys().isdisjoint(pairs):
            yield from self.looked_up(self.by_pair, pairs, tokens)
        if self.wide and is_wide(text):
            for piece, tag in self.wide:
                if piece in text:
                    yield tag, 0

    def looked_up(
        self, index: Mapping[Key, list[tuple[Phrase, Tag]]], keys: Sequence[Key], tokens: tuple[str, ...]
    ) -> Iterator[tuple[Tag, int]]:
        """Yield the tags of the phrases one index finds."""
        for place, key in enumerate(keys):
            if key in index:
                for phrase, tag in index[key]:
                    if matches(phrase, tokens, place):
                        yield tag, place


@lru_cache(maxsize=2048)
def tokens_of(text: str) -> tuple[str, ...]:
    """Return the words of a text as phrases are compared with them."""
    return tuple(TOKEN.findall(plain_letters(text.lower().replace("’", "'"))))


def expanded(notation: str) -> list[tuple[str, ...]]:
    """Return every row of words a notation stands for."""
    rows: list[tuple[str, ...]] = [()]
    for choice, optional, word in PIECE.findall(notation):
        options = [tokens_of(o) for o in choice.split("|")] if choice else [piece_of(word)]
        if optional:
            options.append(())
        rows = [row + option for row in rows for option in options]
    return [stripped for row in rows if (stripped := without_outer_gaps(row))]


def piece_of(word: str) -> tuple[str, ...]:
    """Return one plain piece of a notation as words."""
    return (GAP,) if word == GAP else tokens_of(word)


def without_outer_gaps(row: tuple[str, ...]) -> tuple[str, ...]:
    """Return a row that begins and ends with a word."""
    while row and row[-1] == GAP:
        row = row[:-1]
    return row


def matches(phrase: Phrase, tokens: tuple[str, ...], place: int) -> bool:
    """Tell whether a phrase stands around the place its key was found at."""
    row, key = phrase.row, phrase.key
    if GAP not in row:
        start = place - key
        return (start == 0 or (start > 0 and not phrase.at_start)) and tokens[start : start + len(row)] == row
    start = before(row[:key], tokens, place)
    return start >= 0 and after(row[key:], tokens, place) and (not phrase.at_start or start == 0)


def after(row: tuple[str, ...], tokens: tuple[str, ...], place: int) -> bool:
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


def before(row: tuple[str, ...], tokens: tuple[str, ...], place: int) -> int:
    """Return where the words of a row that end before this place begin, -1 where they do not stand."""
    for index in range(len(row) - 1, -1, -1):
        if row[index] == GAP:
            rest = row[:index]
            reach = range(place, max(place - LONGEST_GAP, 0) - 1, -1)
            return next((start for further in reach if (start := before(rest, tokens, further)) >= 0), -1)
        place -= 1
        if place < 0 or tokens[place] != row[index]:
            return -1
    return place


def entries_of(lists: Mapping[str, Iterable[str]], tag: Tag) -> Iterator[tuple[str, Tag, bool]]:
    """Yield the entries of one family of lists, all under one tag."""
    for name, notations in lists.items():
        for notation in notations:
            yield notation, tag, name.startswith("opens")
