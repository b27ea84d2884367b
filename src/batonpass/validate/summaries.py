"""What a context_summary is made of: sentences, tellings, copied data."""

import re
from collections.abc import Iterator
from functools import cache

from batonpass.tables import load

SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\S)[^.!?。！？\n]*)*[.!?。！？]*")
FENCE = re.compile(r"(`{3,}|~{3,})[^\n`]*\n?(.*?)(?:\1|\Z)", re.DOTALL)
FIELDS = {
    "response": ("/context_summary",),
    "request": ("/context/previous_findings", "/context/previous_summary"),
}


def summaries(kind: str, fields: object) -> Iterator[tuple[str, str]]:
    """Yield every summary a message carries, with its place."""
    for pointer in FIELDS[kind]:
        value = fields
        for key in pointer.split("/")[1:]:
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, str) and value.strip():
            yield pointer, value


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text; a dot inside of a name ends none."""
    return tuple(found.strip() for found in SENTENCE.findall(text) if found.strip(" -*.\t"))


def tellings(text: str) -> tuple[str, ...]:
    """Return the sentences that tell what was done while looking, instead of what was found."""
    return tuple(s for s in sentences(text) if any(pattern.search(s) for pattern in _telling()))


@cache
def _telling() -> tuple[re.Pattern[str], ...]:
    words = load.words("messages")["narration"]
    who = r"(?:i|we)(?:'ve|'d|’ve|’d| have| had| also| then| now| first| just| next| quickly| carefully| briefly)*"
    texts = (
        rf"\b{who}\s+(?:{words['deeds']})\b",
        rf"^(?:{words['order']}),?\s+(?:{who}\s+)?(?:{words['deeds']})\b",
        rf"^(?:{words['bare']})\b",
        rf"^(?:after|while|by|when)\s+(?:i\s+|we\s+)?(?:{words['deeds']})\b.{{0,120}},\s*(?:i|we)\b",
        *words["thinking"],
    )
    return tuple(re.compile(text, re.IGNORECASE) for text in texts)


def copied(text: str) -> str:
    """Return the first piece of a text that is raw data, "" where it says everything in words."""
    words = load.words("messages")["code"]
    fenced = [inner for _, inner in FENCE.findall(text) if _lines(inner) >= words["fence_lines"]]
    if fenced:
        return str(fenced[0]).strip()
    for pattern in _patterns("placeholders", "dumps"):
        if found := pattern.search(text):
            return found.group().strip()
    statements = [found.group() for pattern in _patterns("statements") for found in pattern.finditer(text)]
    most: int = words["statements_most"]
    return statements[0].strip() if len(statements) >= most else ""


def _lines(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


@cache
def _patterns(*names: str) -> tuple[re.Pattern[str], ...]:
    words = load.words("messages")["code"]
    return tuple(re.compile(text) for name in names for text in words[name])
