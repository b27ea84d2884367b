"""What an agent said last, in whatever form: its return where it gave one, how it says it ended, and its words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from batonpass.read import loose
from batonpass.read.decode import readable
from batonpass.read.envelope import last_words
from batonpass.read.loose import FENCE
from batonpass.read.parse import Redact
from batonpass.read.stated.denied import is_anothers
from batonpass.read.stated.foreign import is_program
from batonpass.read.stated.text import stated
from batonpass.read.stated.vocabulary import Vocabulary, canonical, completed
from batonpass.tables import load

NOTHING: Mapping[str, Any] = {}
POINT = re.compile(r"^(?:[#\-*•+ \t]+|\d{1,2}[.)]\s)*")  # before the words of a line
DATA = re.compile(r"<[?!/\w]|\{\s*[\"}]|\"[\w -]+\"\s*:")  # how a line of markup or JSON begins
IS_LABEL = re.compile(r"\w+(?: \w+)?:")


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
    names = tuple(dict.fromkeys((*keys, *load.words("statuses")["keys"]["status"])))
    if isinstance(whole := loose.exact(text), dict) and (status := _status(whole, names, vocabulary)):
        lines = _lines(whole)
        return Reply(text, status, lines, whole, whole=_is_return(whole, status))
    found = list(_answers(text, names, vocabulary))
    if own := [one for one in found if one.status]:
        last = max(own, key=lambda one: (bool(_lines(one.fields)), one.start))
        return Reply(text, last.status, _lines(last.fields), last.fields, prose=_beside(text, last.start))
    return Reply(text, stated(_without(text, [one.start for one in found]), vocabulary), prose=text)


def _bounded(text: str) -> str:
    most = load.table("returns")["message_chars"]
    return text if len(text) <= most else f"{text[: most // 2]}\n\n{text[-most // 2 :]}"


class _Answer(Struct, frozen=True):
    """A JSON answer in a text; its status is "" where it is nobody's, or somebody else's."""

    start: int
    status: str
    fields: Mapping[str, Any]


def _answers(text: str, names: tuple[str, ...], vocabulary: Vocabulary) -> Iterator[_Answer]:
    for start, fields in (*loose.objects(text, names), *loose.listings(text)):
        status = _status(fields, names, vocabulary)
        if status not in vocabulary.all and not loose.balanced(text, start).endswith("}"):  # it was cut off
            status = completed(status, vocabulary)
        if status:
            before = text[:start]
            own = _is_own(fields, names, status, vocabulary) and not is_anothers(before)
            own = own and not is_program(before.rpartition("\n")[2])
            yield _Answer(start, status if own else "", fields)


def _is_own(fields: Mapping[str, Any], names: tuple[str, ...], status: str, vocabulary: Vocabulary) -> bool:
    """Tell an agent's answer from a sample of what some API answers."""
    table = load.words("statuses")["keys"]
    keys = {str(key).lower() for key in fields}
    if keys & set(table["beside"]):
        return True
    return keys <= {*names, *table["meta"]} and _is_team_s(fields, names, status, vocabulary)


def _without(text: str, starts: Sequence[int]) -> str:
    """Return a text with the objects that begin at some places blanked out."""
    for start in starts:
        end = start + len(loose.balanced(text, start))
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


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
    saying = [
        (title, line) for title, line in words if _says(line, table["least_letters"]) and not is_offer(line)
    ]
    own = [line for title, line in saying if not (title or IS_LABEL.match(line))]
    titles = [line for title, line in saying if title]
    labelled = [line for _, line in saying if len(line.partition(":")[2].split()) >= table["least_words"]]
    return next(iter((*own, *titles, *labelled)), "")


def _plain(line: str) -> str:
    return " ".join(re.sub(r"[*`]{1,3}|__", "", POINT.sub("", line)).split())


def _says(line: str, least: int) -> bool:
    """Say whether a line is more than a label, a status or a mark."""
    speaks = not line.endswith((":", "：")) and " " in line and not DATA.match(line)
    return speaks and sum(char.isalpha() for char in line) >= least


def is_offer(line: str) -> bool:
    """Say whether a line speaks to the reader instead of telling what was done: `Let me know if …`."""
    start = line.lower().replace("’", "'")
    return any(start.startswith(word) for word in load.words("statuses")["gist"]["offers"])


def tells_work(line: str) -> bool:
    """Say whether a line can tell what was done: a few words, and no offer."""
    return len(line.split()) >= load.words("statuses")["gist"]["least_words"] and not is_offer(line)
