"""What an agent said last, out of everything a client, a hook or a provider wraps around it."""

import re
from collections.abc import Mapping, Sequence
from textwrap import dedent
from typing import Any

from batonpass.read import loose, transcripts
from batonpass.read.lines import Lines
from batonpass.read.reports.log import ESCAPES
from batonpass.tables import load

LAST_LINES = 50  # of a stream of events nobody knows, that are looked at for the last words in it


def is_transcript(data: bytes) -> bool:
    """Say whether data is all that an agent did, and not only what it said last."""
    return bool(transcripts.recognise(data))


def last_words(data: bytes) -> str:
    """Return the message itself: of a transcript the agent's last, of an envelope what is in it."""
    if client := transcripts.recognise(data):
        return _of_transcript(data, client)
    text = _reported(ESCAPES.sub("", data.decode("utf-8", "replace").removeprefix("\ufeff")))
    if events := _of_events(text):
        return events
    for _ in range(load.table("returns")["unwrap"]):
        inner = _unwrapped(loose.exact(text))
        if inner is None:
            break
        text = _reported(inner)
    return text


def _of_transcript(data: bytes, client: str) -> str:
    """Return the last turn of the agent whose transcript it is; of one that ran inside of another all turns are its."""
    blocks = transcripts.blocks(Lines(data), client).blocks
    turns = [block for block in blocks if block.kind == "turn" and block.act and block.act.role == "agent"]
    said = [block for block in turns if block.act and not block.act.agent] or turns
    final = [block for block in said if block.act and block.act.final] or said
    return final[-1].text if final else ""


def _of_events(text: str) -> str:
    """Return the last words in a stream of JSON lines, "" where a text is none."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith("{") for line in (lines[0], lines[-1])):  # noqa: PLR2004
        return ""
    for line in reversed(lines[-LAST_LINES:]):
        inner = _unwrapped(loose.exact(line))
        if inner and any(char.isalpha() for char in inner):
            return inner
    return ""


def _reported(text: str) -> str:
    """Return what an agent said out of the element by which a client tells that it ended."""
    names = "|".join(map(re.escape, load.words("statuses")["keys"]["elements"]))
    told = re.search(rf"<({names})>.*?<result>(?P<said>.*)</result>.*?</\1>", text, re.DOTALL)
    return _without_preface(told["said"] if told else text)


def _without_preface(text: str) -> str:
    if not text.startswith(tuple(load.words("statuses")["keys"]["prefaces"])):
        return text
    return dedent(text.partition(":\n")[2] or text)


def _unwrapped(value: Any) -> str | None:
    """Return the text in an envelope: a JSON string, a list of parts, an object that holds little else."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return _of_parts(value)
    if isinstance(value, dict):
        table = load.words("statuses")["keys"]
        for key in table["always_around"] if _answers_itself(value) else table["around"]:
            inner = value.get(key)
            if inner and (text := _unwrapped(inner)) and text.strip():
                return text
    return None


def _of_parts(parts: Sequence[Any]) -> str | None:
    """Return the text of parts one after the other; of messages the last one that an agent wrote."""
    known = [part for part in parts if isinstance(part, dict)]
    if not known or len(known) < len(parts):
        return None
    roles: Sequence[str] = load.words("statuses")["keys"]["agent_roles"]
    wrote = [part for part in known if part.get("role") in roles]
    told = [text for part in (wrote[-1:] or known) if (text := _unwrapped(part))]
    return "\n\n".join(told) or None


def _answers_itself(value: Mapping[str, Any]) -> bool:
    """Tell an agent's answer from what a client wraps around one."""
    table = load.words("statuses")["keys"]
    told = (value.get(key) for key in table["status"])
    return bool(value.keys() & set(table["beside"])) or any(isinstance(s, str) and s.isupper() for s in told)
