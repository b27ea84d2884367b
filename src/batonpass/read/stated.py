"""How its work ended, as an agent states it somewhere in a text: on a labelled line, in a title, as a word in capitals."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from batonpass.read.loose import FENCE
from batonpass.tables import load

CODE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b[A-Z]{4,}\b")
OPTIONS = re.compile(r"\s*[|/]\s*|,\s*|\s+or\s+")
VALUE_END = re.compile(r"[.,;:(\[{\"]|\s[-–—]\s")
GAP = re.compile(r"[\s_-]+")
TAG = re.compile(r"<(status|verdict|decision|result)>\s*([^<\n]+?)\s*</\1>", re.IGNORECASE)
HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s+|\*\*)(?P<title>.+?)\**\s*$")
SENTENCE = re.compile(r"[.!?;](?:\s|$)|\n|—|–|\bbut\b")
CELL = re.compile(r"^\s*\|\s*(?P<label>[^|]+?)\s*\|\s*(?P<value>[^|]+?)\s*\|")
MOST_LABEL = 4  # words of a label with those before it
LONGEST_TITLE = 300  # characters; longer lines are prose
FREE_WORDS = 3  # of a value that nobody knows, to be a status all the same

# What a statement is worth: a later one of the same worth stands before an earlier.
LABELLED, ALONE, LIKELY, TITLE, FREE_LABELLED, CODED, WORD, PHRASE = 80, 70, 65, 60, 50, 40, 20, 10
OWN = 5  # more where it is one of the agent's own statuses …
OWN_WORD = 25  # … and where it is only mentioned: of others an agent may tell


class Vocabulary(Struct, frozen=True):
    """The statuses that may be meant: the agent's own, its team's, and those of teams we know."""

    own: frozenset[str] = frozenset()
    team: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """Return every status."""
        return self.own | self.team | common()


class Stated(Struct, frozen=True):
    """A status, and where it is stated."""

    status: str
    worth: int
    place: int


def trimmed(text: str) -> str:
    """Return a text without the marks around it."""
    start, end = 0, len(text)
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return text[start:end]


@cache
def common() -> frozenset[str]:
    """Return the statuses of teams we know."""
    return frozenset(load.words("statuses")["common"]["words"])


def stated(text: str, vocabulary: Vocabulary) -> str:
    """Return the status a text states, "" where it states none."""
    best = max(_all(text, vocabulary), key=lambda one: (one.worth, one.place), default=None)
    return best.status if best else ""


def canonical(value: str, vocabulary: Vocabulary, *, free: bool = True) -> str:
    """Return the status a value means in the spelling of its team; with `free` also one that nobody knows."""
    first = value.strip().split("\n", 1)[0][:200]
    bare = trimmed(first)
    if not bare or _offers(bare, vocabulary):
        return ""
    found = _known(_coded(bare), vocabulary)
    if found:
        return found
    if coded := [c for c in CODE.findall(bare) if c in vocabulary.all]:
        return str(coded[0])
    head = trimmed(VALUE_END.split(bare, maxsplit=1)[0])
    words = _coded(head)
    return words if free and words not in _placeholders() and _may_be_status(head, words) else ""


def _coded(text: str) -> str:
    """Return a text as a status is spelled."""
    return GAP.sub("_", trimmed(re.sub(r"[^\w\s-]", " ", text))).upper().strip("_")


@cache
def _placeholders() -> frozenset[str]:
    return frozenset(load.words("statuses")["not_stated"]["placeholders"])


def _may_be_status(bare: str, words: str) -> bool:
    """Say whether a value nobody knows can be a status: a code, or very few words."""
    count = words.count("_") + 1
    short = len(words) <= load.table("returns")["status_chars"] and not words[:1].isdigit()
    is_code = bool(re.fullmatch(r"[A-Z][A-Z0-9_ -]*", bare))
    return (
        short
        and words.isascii()
        and (is_code or count <= FREE_WORDS)
        and words.split("_", maxsplit=1)[0] not in NOT
    )


NOT = frozenset({"NOT", "NO", "NEVER", "IF", "THE", "A"})


def _known(words: str, vocabulary: Vocabulary) -> str:
    """Return the longest known status a value begins with; the agent's own before others."""
    for known in (vocabulary.own, vocabulary.own | vocabulary.team, vocabulary.all):
        beginning = [s for s in known if words == s or words.startswith(f"{s}_")]
        if beginning:
            return max(beginning, key=len)
        for other, meant in sorted(load.words("statuses")["same"].items(), key=lambda pair: -len(pair[0])):
            targets = [m for m in meant if m in known]
            if targets and (words == other or words.startswith(f"{other}_")):
                return str(targets[0])
    return ""


def _offers(bare: str, vocabulary: Vocabulary) -> bool:
    """Say whether a value lists what might be said: `PASS | FAIL | BLOCKED`."""
    parts = [GAP.sub("_", trimmed(part)).upper() for part in OPTIONS.split(bare)]
    return len({part for part in parts if part in vocabulary.all}) > 1


def _all(text: str, vocabulary: Vocabulary) -> Iterator[Stated]:
    text = _own_words(text)
    for found in TAG.finditer(text):
        yield from _made(found[2], vocabulary, LABELLED, found.start(), free=True)
    lines = text.split("\n")
    place = 0
    for number, line in enumerate(lines):
        if not line.lstrip().startswith(">"):
            yield from _of_line(line, lines[number + 1 :], vocabulary, place)
        place += len(line) + 1
    yield from _mentioned(text, vocabulary)


def _own_words(text: str) -> str:
    """Return a text with samples of programs blanked out."""
    ours = load.words("statuses")["fences"]["own_words"]

    def blank(match: re.Match[str]) -> str:
        language = match[0].lstrip(" \t`~").split("\n", 1)[0].strip().lower()
        return match[0] if language in ours else re.sub(r"[^\n]", " ", match[0])

    return FENCE.sub(blank, text)


def _of_line(line: str, rest: list[str], vocabulary: Vocabulary, place: int) -> Iterator[Stated]:
    labelled = False
    for sure, value in _labelled(line, rest):
        worth = LABELLED if sure else LIKELY
        for one in _made(value, vocabulary, worth, place, free=False):
            labelled = True
            yield one
        if sure and not labelled:
            yield from _made(value, vocabulary, FREE_LABELLED, place, free=True)
    if labelled or len(line) > LONGEST_TITLE:
        return
    bare = GAP.sub("_", trimmed(line)).upper()
    if bare in vocabulary.all and trimmed(line).upper() == trimmed(line):
        yield _weighed(bare, ALONE, place, vocabulary)
    elif heading := HEADING.match(line):
        yield from _titled(heading["title"], vocabulary, place)


def _titled(title: str, vocabulary: Vocabulary, place: int) -> Iterator[Stated]:
    """Yield the status at the end, or at the beginning, of a title: `Review: APPROVED`, `BLOCKED - no key`."""
    parts = re.split(r"\s*[:：]\s*|\s+[-–—]+>?\s+|\s*→\s*|[\[(]", title)
    for part in (parts[-1], parts[0]):
        word = GAP.sub("_", trimmed(part)).upper()
        if word in vocabulary.all and (len(parts) > 1 or trimmed(part).isupper()):
            yield _weighed(word, TITLE, place, vocabulary)
            return


def _labelled(line: str, rest: list[str]) -> Iterator[tuple[bool, str]]:
    """Yield the values behind labels of a line, and whether the label says status; below a title of that name its text."""
    if cell := CELL.match(line):
        if sure := _label(cell["label"]):
            yield sure == "sure", cell["value"]
        return
    heading = re.match(r"\s{0,3}#{1,6}\s+(.+?)\s*#*$", line) or re.match(r"\s*\*\*([^*:]+):?\*\*:?\s*$", line)
    if heading and (sure := _label(heading[1])):
        yield sure == "sure", next((one for one in rest[:3] if one.strip()), "")
    for match in LABEL.finditer(line):
        if sure := _label(match["label"]):
            is_key = line[match.start() - 1 : match.start()] in ('"', "'")  # of an object, maybe of some API
            yield sure == "sure" and not is_key, line[match.end() :].split("  ", maxsplit=1)[0]


LABEL = re.compile(
    r"(?<!\w)(?P<label>(?:[\w'.]{1,30}[ _]){0,3}[^\W\d_]{1,30})[\s\"'*_`]*(?:[:：=]|→|->|=>|\s[–—-]\s|\sis\b(?:\s+now\b)?:?)[\s\"'*_`]*",
    re.IGNORECASE,
)


def _label(text: str) -> str:
    """Return "sure" for a label of a status, "likely" for one that often is, "" for others."""
    words = trimmed(text).lower().replace("_", " ").split()
    table = load.words("statuses")["labels"]
    for sure in ("sure", "likely"):
        for known in table[sure]:
            own = known.split()
            if words[-len(own) :] == own and len(words) <= MOST_LABEL:
                before = words[: -len(own)]
                return "" if before and not _ours(before, table["not_ours"]) else sure
    return ""


def _ours(before: list[str], not_ours: Iterable[str]) -> bool:
    return not set(before).intersection(not_ours)


def _mentioned(text: str, vocabulary: Vocabulary) -> Iterator[Stated]:
    """Yield known statuses in capitals, and those of several words in any case, where the sentence affirms them."""
    for found in CODE.finditer(text):
        if found[0] in vocabulary.all and _is_affirmed(text, found.start(), found.end(), vocabulary):
            worth = CODED if "_" in found[0] else WORD
            yield _weighed(found[0], worth, found.start(), vocabulary)
    for status, phrase in _phrases(vocabulary):
        for found in phrase.finditer(text):
            if _is_affirmed(text, found.start(), found.end(), vocabulary):
                yield _weighed(status, PHRASE, found.start(), vocabulary)


def _phrases(vocabulary: Vocabulary) -> Iterator[tuple[str, re.Pattern[str]]]:
    for status in sorted(vocabulary.all):
        if "_" in status:
            yield status, re.compile(rf"\b{status.replace('_', '[ -]')}\b", re.IGNORECASE)


def _is_affirmed(text: str, start: int, end: int, vocabulary: Vocabulary) -> bool:
    """Say whether nothing before it in its sentence takes a mention back, and it is not one of a list."""
    before = text[max(start - 160, 0) : start]
    clause = SENTENCE.split(before)[-1].lower()
    if any(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", clause)
        for word in load.words("statuses")["not_stated"]["words"]
    ):
        return False
    quoted = text[text.rfind("\n", 0, start) + 1 : start].lstrip().startswith(">")
    return not quoted and not _in_a_list(text, start, end, vocabulary)


def _in_a_list(text: str, start: int, end: int, vocabulary: Vocabulary) -> bool:
    """Say whether a status stands among others that could be stated as well: `PASS / FAIL`."""
    behind = re.match(r"[`*\"']*\s*(?:[|/,]|or)\s*[`*\"']*([A-Z_]{4,})", text[end : end + 60])
    before = re.search(r"([A-Z_]{4,})[`*\"']*\s*(?:[|/,]|or)\s*[`*\"']*$", text[max(start - 60, 0) : start])
    return any(found and found[1] in vocabulary.all for found in (behind, before))


def _made(value: str, vocabulary: Vocabulary, worth: int, place: int, *, free: bool) -> Iterator[Stated]:
    if status := canonical(value, vocabulary, free=free):
        yield _weighed(status, worth, place, vocabulary)


def _weighed(status: str, worth: int, place: int, vocabulary: Vocabulary) -> Stated:
    more = OWN_WORD if worth <= CODED else OWN
    return Stated(status, worth + (more if status in vocabulary.own else 0), place)
