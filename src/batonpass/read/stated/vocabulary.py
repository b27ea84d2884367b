"""Which statuses may be meant, and how each is spelled."""

import re
from functools import cache

from msgspec import Struct

from batonpass.read.stated.words import holds, table
from batonpass.tables import load

CODE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{4,}\b")
OPTIONS = re.compile(r"\s*[|/]\s*|,\s*|\s+or\s+")
VALUE_END = re.compile(r"[,;:(\[{\"|]|\.(?:\s|$)|\s[-–—]\s")
BETWEEN = re.compile(r"[\W_]*(?:or|and)?[\W_]*")  # two statuses that are a list
FROM = re.compile(r"^(?:\w+ )?from \W?\w+\W? to \W?", re.IGNORECASE)
TURN = re.compile(r"\s*(?:→|⇒|[-=]>)\s*")  # from one status to another
COUNT = re.compile(r"\W*[:=]\s*\d[\d.,]*\W*")  # behind a word: how many of them there are
GAP = re.compile(r"[\s_-]+")
MORE_WORDS = (
    3  # behind a status in small letters: `passed without a failure`, and not `Partial exits are added to …`
)
FREE_WORDS = 3  # of a value that nobody knows, to be a status all the same
NO_STATUS = frozenset({"NOT", "NO", "NEVER", "IF", "THE", "A", "AN", "ONE", "MY", "YOUR", "MUST", "SEE"})


class Vocabulary(Struct, frozen=True):
    """The statuses that may be meant: the agent's own, its team's, and those of teams we know."""

    own: frozenset[str] = frozenset()
    team: frozenset[str] = frozenset()

    @property
    def ours(self) -> frozenset[str]:
        """Return the statuses of the team, the agent's own among them."""
        return self.own | self.team

    @property
    def all(self) -> frozenset[str]:
        """Return every status."""
        return self.own | self.team | common()

    @property
    def telling(self) -> frozenset[str]:
        """Return the statuses that say something without a label; of others people speak all the time."""
        return self.ours | (common() - frozenset(table()["common"]["only_labelled"]))


@cache
def common() -> frozenset[str]:
    """Return the statuses of teams we know."""
    return frozenset(table()["common"]["words"])


def trimmed(text: str) -> str:
    """Return a text without the marks around it."""
    start, end = 0, len(text)
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return text[start:end]


def spelled(text: str) -> str:
    """Return a text as a status is spelled, its marks kept as gaps."""
    return GAP.sub("_", trimmed(text)).upper()


def canonical(value: str, vocabulary: Vocabulary, *, free: bool = True) -> str:
    """Return the status a value means in the spelling of its team; with `free` also one that nobody knows."""
    bare = _last(trimmed(value.strip().split("\n", 1)[0][:200]), vocabulary)
    if not bare or _offers(bare, vocabulary):
        return ""
    head = trimmed(VALUE_END.split(bare, maxsplit=1)[0])
    words, is_code = _coded(head), bool(CODE.fullmatch(head))
    if found := _known(_coded(bare), vocabulary):
        its_own = is_code and "_" in head and words != found and found not in vocabulary.ours
        return (words if free else "") if its_own else found
    coded = [code for code in CODE.finditer(bare) if code[0] in vocabulary.all]
    if len(coded) > 1 and BETWEEN.fullmatch(bare[coded[0].end() : coded[1].start()]):
        return ""
    if said := [code[0] for code in coded if not holds("words", bare[: code.start()].rsplit(",", 1)[-1])]:
        return said[0]
    return "" if coded else _free(head, words) if free else ""


def _last(bare: str, vocabulary: Vocabulary) -> str:
    """Return of a value that tells how a status changed what it is now: `PARTIAL → READY_FOR_QA`."""
    steps = [trimmed(step) for step in TURN.split(FROM.sub("", bare))]
    return steps[-1] if all(spelled(step) in vocabulary.all for step in steps) else FROM.sub("", bare)


def length(value: str, status: str, vocabulary: Vocabulary) -> int:
    """Return how many characters at the beginning of a value say the status, 0 where they do not."""
    head = VALUE_END.split(value, maxsplit=1)[0]
    ends = (word.end() for word in re.finditer(r"\S+", head))
    return next((end for end in ends if canonical(head[:end], vocabulary, free=False) == status), 0)


def is_value(value: str, status: str, vocabulary: Vocabulary) -> bool:
    """Say whether a value is a status: it begins with it, and goes on with little more unless it is a code."""
    end = length(value, status, vocabulary)
    rest = VALUE_END.split(value, maxsplit=1)[0][end:].split()
    little = len(rest) <= MORE_WORDS and not any(
        word.endswith("ing") for word in rest[:1]
    )  # `Continue testing it`
    return bool(end) and (value[:end].isupper() or little)


def completed(status: str, vocabulary: Vocabulary) -> str:
    """Return the only status that a word is the beginning of, "" where there are several, or none."""
    for known in (vocabulary.own, vocabulary.all):
        found = [one for one in known if one.startswith(status)]
        if found:
            return found[0] if len(found) == 1 else ""
    return ""


def says_nothing_else(text: str, vocabulary: Vocabulary) -> bool:
    """Say whether a text is nothing but a status, or a box beside one."""
    return spelled(text) in vocabulary.all


def coded_head(value: str) -> bool:
    """Say whether a value begins with words in capitals, as codes are written."""
    return trimmed(VALUE_END.split(trimmed(value), maxsplit=1)[0]).isupper()


def _coded(text: str) -> str:
    return GAP.sub("_", trimmed(re.sub(r"[^\w\s-]", " ", text))).upper().strip("_")


@cache
def _placeholders() -> frozenset[str]:
    return frozenset(table()["not_stated"]["placeholders"])


def _free(head: str, words: str) -> str:
    """Return a value nobody knows where it can be a status: a code, or very few words."""
    short = len(words) <= load.table("returns")["status_chars"] and not words[:1].isdigit()
    brief = words.count("_") < FREE_WORDS or bool(re.fullmatch(r"[A-Z][A-Z0-9_ -]*", head))
    sound = short and words.isascii() and brief and words.split("_", maxsplit=1)[0] not in NO_STATUS
    return words if sound and words not in _placeholders() else ""


def _known(words: str, vocabulary: Vocabulary) -> str:
    """Return the status a value is, else the longest that it begins with; the agent's own before others."""
    if words in vocabulary.all:
        return words
    for known in (vocabulary.own, vocabulary.ours, vocabulary.all):
        beginning = [status for status in known if words == status or words.startswith(f"{status}_")]
        if beginning:
            return max(beginning, key=len)
        for other, meant in sorted(table()["same"].items(), key=lambda pair: -len(pair[0])):
            targets = [one for one in meant if one in known]
            if targets and (words == other or words.startswith(f"{other}_")):
                return str(targets[0])
    return ""


def _offers(bare: str, vocabulary: Vocabulary) -> bool:
    """Say whether a value lists what might be said: `PASS | FAIL | BLOCKED`."""
    parts = {spelled(part) for part in OPTIONS.split(bare)}
    return sum(part in vocabulary.all for part in parts) > 1
