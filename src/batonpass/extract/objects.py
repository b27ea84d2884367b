"""Objects of a role's handoff, read out of one row, one item or one title: an issue, a failure, a hypothesis."""

import re
from functools import cache
from typing import Any

from batonpass.extract.marks import SEVERITY_MARK, severity_in
from batonpass.model.roles import Field
from batonpass.model.source import Block, Span
from batonpass.tables.load import table

LOCATION = re.compile(r"(?<![\w/])((?:[\w@.+-]+/)*[\w@+-]+\.[A-Za-z]\w{0,9}(?::\d+(?:[-:]\d+)?))")
PATH = re.compile(r"(?<![\w/])((?:[\w@.+-]+/)+[\w@+-]+\.[A-Za-z]\w{0,9}(?::\d+)?)")
TOP_NUMBER = re.compile(r"^#?\d+(?:\.\d+)*[.)]\s+")
INLINE = re.compile(r"(?:(?<=[.;!?])|(?<=\s[–—-])|^)\s*([A-Za-z][A-Za-z ]{1,20}):\s+")
ARROW = re.compile(r"\s*(?:→|->|=>)\s*")
# A place that stands by itself, in brackets or between dashes; inside a sentence it stays.
PLACED = re.compile(
    r"\s*[(\[]`?(?:[\w@.+-]+/)*[\w@+-]+\.[A-Za-z]\w{0,9}(?:[-:]\d+)*`?[)\]]"
    r"|(?<=[—–-])\s*`?(?:[\w@.+-]+/)*[\w@+-]+\.[A-Za-z]\w{0,9}(?:[-:]\d+)*`?\s*(?:[—–:]|-(?=\s))"
)
LEAST_COLUMNS = 3  # by which a table that nothing names is known
SPLIT = re.compile(r":\s+|\s+[—–]\s+|\s+-\s+")


class Telling:
    """Something said of a field so far."""

    __slots__ = ("field", "keys", "level", "spans", "text")

    def __init__(
        self,
        field: Field,
        level: int,
        *,
        text: str = "",
        keys: dict[str, Any] | None = None,
        spans: list[Span],
    ) -> None:
        """Hold a text, or the parts of an object; `level` is its item's, 0 where it is none."""
        self.field, self.level, self.text, self.keys, self.spans = field, level, text, keys or {}, spans

    def put(self, key: str, text: str, span: Span) -> None:
        """Add a part that was not told yet; of a list one more."""
        if not key or not text:
            return
        if self.field.of[key].endswith("[]"):
            self.keys.setdefault(key, []).append(text)
        elif not self.keys.get(key):
            self.keys[key] = text
        else:
            return
        self.spans.append(span)


def plain(text: str) -> str:
    """Return a name as tables spell it: small letters, one space between words, no marks or numbers around it."""
    words = re.sub(r"[_\s-]+", " ", text.casefold())
    return re.sub(r"^[^\w#]*(?:\d+(?:\.\d+)*[.)]\s+)?[^\w#]*|[^\w)#]+$", "", words).strip()


@cache
def _keys(of: tuple[str, ...]) -> dict[str, str]:
    """Return which part each spelling means; a part's own name comes before another one's second name."""
    same: dict[str, list[str]] = table("handoff_fields")["same"]
    names = {key.replace("_", " "): key for key in of}
    for key in of:
        for name in same.get(key, ()):
            names.setdefault(name, key)
    return names


def key_of(field: Field, name: str) -> str:
    """Return which part of a field's objects a label or a column means, "" for none."""
    return _keys(tuple(field.of)).get(plain(name), "")


@cache
def _reads(name: str) -> re.Pattern[str]:
    return re.compile(table("handoff_fields")["reads"][name], re.IGNORECASE if name == "expected" else 0)


def columns(field: Field, block: Block) -> int:
    """Return how many columns of a table are parts of a field's objects, 0 where others are more or the lead is none."""
    parts = [key_of(field, name) for name in block.header]
    known = {part for part in parts if part}
    enough = field.lead in known and len(known) >= LEAST_COLUMNS and 2 * len(known) > len(parts)
    return len(known) if enough else 0


def from_cells(field: Field, block: Block) -> dict[str, Any]:
    """Return an object out of a row, by the names of its columns."""
    told: dict[str, Any] = {}
    for name, cell in zip(block.header, block.cells, strict=False):
        key, text = key_of(field, name), cell.strip(" `")
        if not key or not text or text in ("-", "—", "n/a", "N/A"):
            continue
        if key == "location" and plain(name) == "line" and told.get("location"):
            told["location"] = f"{told['location']}:{text}"
        else:
            told.setdefault(key, text)
    return told if told.get(field.lead) or "id" in told else {}


def from_text(field: Field, block: Block) -> dict[str, Any]:
    """Return an object out of an item or a title: its marks, its place, its first words and what follows them."""
    text = TOP_NUMBER.sub("", block.text.strip())
    told: dict[str, Any] = {}
    if "severity" in field.of and (severity := severity_in(text)):
        told["severity"] = severity
        text = SEVERITY_MARK.sub("", text, count=1).strip(" :—–-")
    if "location" in field.of and (place := LOCATION.search(text) or PATH.search(text)):
        told["location"] = place[1]
    if {"expected", "actual"} <= field.of.keys() and (both := _reads("expected").search(text)):
        told["expected"], told["actual"] = both[1].strip(" `"), both[2].strip(" `")
    _enumerated(field, text, told)
    if "met" in field.of and block.checked is not None:
        told["met"] = block.checked
    text = _without_parts(field, _begun(field, text, told), told)
    _in_words(field, text, told)
    return told if told.get(field.lead) else {}


def begins(field: Field, text: str) -> bool:
    """Say whether a title or a label begins an object of this field, wherever it stands."""
    return bool(field.begins) and re.match(field.begins, TOP_NUMBER.sub("", text.strip())) is not None


def _begun(field: Field, text: str, told: dict[str, Any]) -> str:
    """Take off how an object begins, `Hypothesis 2:`, and keep the parts in it."""
    found = re.match(field.begins, text) if field.begins else None
    if not found:
        return text
    told |= {key: value for key, value in found.groupdict().items() if value}
    return text[found.end() :].strip(" :—–-").strip() or text


def _without_parts(field: Field, text: str, told: dict[str, Any]) -> str:
    """Take off the sentences that name their own part, as `Fix: use parameters.` does."""
    found = [match for match in INLINE.finditer(text) if key_of(field, match[1])]
    for match, after in zip(found, [*found[1:], None], strict=False):
        key, end = key_of(field, match[1]), after.start() if after else len(text)
        told.setdefault(key, text[match.end() : end].strip(" ;"))
    return text[: found[0].start() + 1].rstrip(" ;—–-") if found and found[0].start() else text


def _in_words(field: Field, text: str, told: dict[str, Any]) -> None:
    """Put the words of an object into its parts: one after the other along arrows, else its first words and the rest."""
    steps = [step.strip(" `") for step in ARROW.split(text)]
    keys = [key for key, kind in field.of.items() if kind == "string" and key not in told]
    if len(steps) > 2 and field.lead in keys and len(keys) >= len(steps):  # noqa: PLR2004 - two are a text with an arrow
        last = field.rest if field.rest in keys else keys[-1]
        path = [field.lead, *(key for key in keys if key not in (field.lead, last))][: len(steps) - 1]
        told.update(zip([*path, last], steps, strict=True))
        return
    lead, rest = _apart(field, text)
    if field.lead in told:  # it was in how the object begins
        lead, rest = told[field.lead], text
    told[field.lead] = _named_test(field, lead, told).strip(" `")
    if rest and field.rest:
        told.setdefault(field.rest, _behind_words(field, told, rest))


def _named_test(field: Field, name: str, told: dict[str, Any]) -> str:
    """Return the name of a test without its type and its place, which are parts of their own."""
    if "test_type" not in field.of:
        return name
    for kind, words in table("handoff_fields")["tests"].items():
        found = re.search(rf"\s*[(\[](?:{'|'.join(words)})(?: tests?)?[)\]]", name, re.IGNORECASE)
        if found:
            told.setdefault("test_type", kind)
            name = name[: found.start()] + name[found.end() :]
    place = told.get("location")
    return re.sub(rf"\s+(?:at|in)\s+`?{re.escape(place)}`?\s*$", "", name) if place else name


def _enumerated(field: Field, text: str, told: dict[str, Any]) -> None:
    for key, kind in field.of.items():
        if "|" in kind and key not in told:
            words = [word for word in kind.split("|") if re.search(rf"\b{re.escape(word)}\b", text)]
            if len(words) == 1:
                told[key] = words[0]


def _behind_words(field: Field, told: dict[str, Any], rest: str) -> str:
    """Return what follows without the word that was taken from its beginning: `FIXED, it takes parameters`."""
    for key, value in told.items():
        if "|" in field.of[key] and rest.startswith(value):
            return rest[len(value) :].lstrip(" ,:;—–-") or rest
    return rest


def _apart(field: Field, text: str) -> tuple[str, str]:
    """Return an item's first words and what follows them, where the field has a place for that."""
    if not field.rest:
        return text, ""
    parts = SPLIT.split(_without_place(field, text), maxsplit=1)
    return (parts[0], parts[1]) if len(parts) > 1 else (_without_place(field, text), "")


def _without_place(field: Field, text: str) -> str:
    """Return a text without the place it names in brackets, which has a part of its own."""
    if "location" not in field.of:
        return text
    return PLACED.sub(" ", text).strip()
