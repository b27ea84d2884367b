"""What an agent said last, in whatever form: its return where it gave one, how it says it ended, and its words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from batonpass.read import loose, transcripts
from batonpass.read.decode import readable
from batonpass.read.lines import Lines
from batonpass.read.loose import FENCE
from batonpass.read.parse import Redact
from batonpass.read.stated import Vocabulary, canonical, stated
from batonpass.tables import load

NOTHING: Mapping[str, Any] = {}


class Reply(Struct, frozen=True):
    """An agent's last message as it was understood."""

    text: str  # its own words, without what was wrapped around them
    status: str = ""  # "" where it states none
    lines: tuple[str, ...] = ()  # of the return in it
    fields: Mapping[str, Any] = NOTHING  # of the JSON answer in it
    prose: str = ""  # what is said beside the JSON answer
    whole: bool = False  # nothing but a return


def reply(data: bytes, vocabulary: Vocabulary, *, redact: Redact, keys: tuple[str, ...] = ()) -> Reply:
    """Return what was understood of an agent's last message, a transcript, or anything around one; never raises."""
    text = _bounded("\n".join(last_words(readable(data, redact, "reply")).strip().splitlines()))
    table = load.words("statuses")["keys"]
    names = tuple(dict.fromkeys((*keys, *table["status"])))
    if isinstance(whole := loose.exact(text), dict) and (status := _status(whole, names, vocabulary)):
        lines = _lines(whole)
        return Reply(text, status, lines, whole, whole=_is_return(whole, status))
    found = sorted(_answers(text, names, vocabulary), key=lambda one: one[:2])
    if found:
        _, start, status, fields = found[-1]
        return Reply(text, status, _lines(fields), fields, prose=_beside(text, start))
    return Reply(text, stated(text, vocabulary), prose=text)


def _bounded(text: str) -> str:
    most = load.table("returns")["message_chars"]
    return text if len(text) <= most else f"{text[: most // 2]}\n\n{text[-most // 2 :]}"


def last_words(data: bytes) -> str:
    """Return the message itself: of a transcript the agent's last, of an envelope what is in it."""
    if client := transcripts.recognise(data):
        blocks = transcripts.blocks(Lines(data), client).blocks
        said = [b for b in blocks if b.kind == "turn" and b.act and b.act.role == "agent" and not b.act.agent]
        final = [b for b in said if b.act and b.act.final] or said
        return final[-1].text if final else ""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    for _ in range(load.table("returns")["unwrap"]):
        inner = _unwrapped(loose.exact(text))
        if inner is None:
            break
        text = inner
    return text


def _unwrapped(value: Any) -> str | None:
    """Return the text in an envelope: a JSON string, a list of text parts, an object that holds little else."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(v, dict) and "text" in v for v in value):
        return "\n\n".join(str(v["text"]) for v in value)
    if isinstance(value, dict) and not value.keys() & set(load.words("statuses")["keys"]["beside"]):
        for key in load.words("statuses")["keys"]["around"]:
            inner = value.get(key)
            if isinstance(inner, list):
                inner = _unwrapped(inner)
            if isinstance(inner, str) and inner.strip():
                return inner
    return None


def _answers(
    text: str, names: tuple[str, ...], vocabulary: Vocabulary
) -> Iterator[tuple[bool, int, str, dict[str, Any]]]:
    """Yield the JSON answers of a text: whether it is a return, where it begins, its status, its fields."""
    beside = set(load.words("statuses")["keys"]["beside"])
    for start, fields in loose.objects(text, names):
        status = _status(fields, names, vocabulary)
        if status and (fields.keys() & beside or _is_team_s(fields, names, status, vocabulary)):
            yield bool(_lines(fields)), start, status, fields


def _is_team_s(
    fields: Mapping[str, Any], names: tuple[str, ...], status: str, vocabulary: Vocabulary
) -> bool:
    """Say whether a status alone is an agent's: servers answer `ok` and `error` as well, but not in capitals."""
    told = [value for name in names if isinstance(value := fields.get(name), str)]
    return status in vocabulary.own | vocabulary.team or any(value.isupper() for value in told)


def _status(fields: Mapping[str, Any], names: tuple[str, ...], vocabulary: Vocabulary) -> str:
    """Return how an object says it ended, also one that is wrapped in another."""
    by_name = {str(key).lower(): value for key, value in fields.items()}
    for name in names:
        value = by_name.get(name)
        if isinstance(value, str) and (status := canonical(value, vocabulary)):
            return status
    return ""


def _lines(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the lines of a summary: a list of texts, or one text by its sentences."""
    table = load.words("statuses")["keys"]
    by_name = {str(key).lower(): value for key, value in fields.items()}
    value = next((by_name[key] for key in table["summary"] if by_name.get(key)), None)
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, str):
        value = [part for part in re.split(r"\n+|(?<=[.!?])\s+(?=[A-Z])", value) if part.strip()]
    told = value if isinstance(value, list) else []
    lines = (" ".join(one.split()).lstrip("-*• ") for one in told if isinstance(one, str))
    return tuple(line for line in lines if line)


def _is_return(fields: Mapping[str, Any], status: str) -> bool:
    """Say whether an object is a return to the letter."""
    summary = fields.get("summary")
    return (
        fields.keys() == {"status", "summary"}
        and fields["status"] == status
        and isinstance(summary, list)
        and tuple(summary) == _lines(fields)
    )


def _beside(text: str, start: int) -> str:
    """Return the prose around an answer, without the fence it stood in."""
    end = start + len(loose.balanced(text, start))
    return re.sub(r"(?m)^\s*(```|~~~)\w*\s*$", "", f"{text[:start]}\n{text[end:]}").strip()


def gist(text: str) -> str:
    """Return the line of a text that says most about it: one called summary, else its first words, else its title."""
    table = load.words("statuses")["gist"]
    lines = [line.strip() for line in FENCE.sub("\n", text).split("\n")]
    words = [(line.startswith("#"), _plain(line)) for line in lines if not line.startswith(("|", ">"))]
    named = (line for _, line in words for name in table["labels"] if line.lower().startswith(f"{name}:"))
    for line in named:
        if told := line.partition(":")[2].strip():
            return told
    saying = [(title, line) for title, line in words if _says(line, table["least_letters"])]
    return next((line for title, line in saying if not title), next((line for _, line in saying), ""))


def _plain(line: str) -> str:
    return " ".join(re.sub(r"[*`]{1,3}|__", "", line.lstrip("#-*•+ \t")).split())


def _says(line: str, least: int) -> bool:
    """Say whether a line is more than a label, a status or a mark."""
    is_label = line.endswith((":", "：")) or re.match(r"\w+(?: \w+)?:", line) is not None
    return sum(char.isalpha() for char in line) >= least and not is_label and " " in line
