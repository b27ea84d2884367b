"""Whether a planted fact is there: its value and its subject, under the right kind, as what is so now."""

import re
from collections.abc import Iterable, Sequence

from evaluation.handed import Shown
from evaluation.planted.wordings import Distractor, Planted

WORD = re.compile(r"[^\W\d_]{3,}")
MARKS = re.compile(r"[`*\\]")
COUNT = re.compile(r"(\d[\d,. ]*)\s*(\w+)")
SUBJECT_WORDS = 2  # words of the wording that must stand beside the value
SELF_TELLING = frozenset({"file", "tests", "error"})  # a path, totals and a message are their own subject
CHANGES = {"created": "files_created", "modified": "files_modified", "deleted": "files_deleted"}
TO_COME = frozenset({"next_steps"})  # where what is planned rightly stands


def plain(text: str) -> str:
    """Return a text without marks, case, and differences of white space."""
    return " ".join(MARKS.sub("", text).casefold().split())


def shows(text: str, values: Iterable[str]) -> bool:
    """Tell whether every value stands in a text."""
    said = plain(text)
    return all(plain(value) in said for value in values)


def holds(item: Shown, fact: Planted, wording: str) -> bool:
    """Tell whether an item shows a fact under its kind."""
    if item.kind != fact.kind or (fact.change and item.place != CHANGES[fact.change]):
        return False
    if fact.kind == "tests":
        return all(value in counted(item.text) for one in fact.value for value in counted(one))
    return shows(item.text, fact.value) and names_subject(item.text, fact, wording)


def names_subject(text: str, fact: Planted, wording: str) -> bool:
    """Tell whether something of what the fact is about stands beside its value."""
    if fact.kind in SELF_TELLING:
        return True
    own = set(WORD.findall(plain(" ".join(fact.value))))
    wanted = set(WORD.findall(plain(wording))) - own
    return len(wanted & set(WORD.findall(plain(text)))) >= min(SUBJECT_WORDS, len(wanted))


def counted(text: str) -> set[tuple[int, str]]:
    """Return the numbers of a text with the word after each: `318 passed`."""
    return {(int(re.sub(r"\D", "", m[1])), m[2].casefold()) for m in COUNT.finditer(text)}


def leaks(items: Sequence[Shown], distractor: Distractor) -> bool:
    """Tell whether a distractor is shown as if it were so."""
    places = TO_COME if distractor.standing == "planned" else frozenset()
    return any(shows(item.text, distractor.value) for item in items if item.place not in places)
