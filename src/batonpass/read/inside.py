"""What a session holds in its context: every text of its transcript since the last compaction, also what calls were given."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from batonpass.model.may_be_json import NO_JSON
from batonpass.read.numbers import newest
from batonpass.read.says import is_refusal, spoken
from batonpass.read.tail import is_nested
from batonpass.read.tools import tool_of

CALLS = frozenset({"tool_use", "function_call", "custom_tool_call", "toolCall", "tool-call"})
RESULTS = frozenset({"tool_result", "function_call_output", "custom_tool_call_output", "toolResult"})
NAMES = ("name", "tool_name", "toolName")
IDS = ("id", "call_id", "toolCallId", "tool_use_id")
NOTICE = "<task-notification>"  # how a client hands an agent's whole report over that ran in the background
NOT_TYPED = (
    "isMeta",
    "isCompactSummary",
    "isVisibleInTranscriptOnly",
)  # put in by the client in the user's name
SHORTEST = 20  # characters: ids, types and names are no texts
CHOSEN = re.compile(
    r'"="(?P<said>.*?)"(?=, "|\. You can now|\s*$)', re.DOTALL
)  # an answer beside its question, which is the agent's


class Piece(NamedTuple):
    """One text in the context."""

    line: int  # of the transcript
    kind: str  # said, call, result
    tool: str  # of a call or a result, "" where it is not known
    role: str  # user, assistant, …
    text: str


class Inside(NamedTuple):
    """The context's texts, and how full it was before the last compaction."""

    pieces: tuple[Piece, ...]
    compacted: int = 0  # line of the last compaction, 0 = none
    before: int = 0  # tokens right before it, 0 = nobody knows
    answers: int = 0  # of the model, from the beginning on
    talk: tuple[
        Piece, ...
    ] = ()  # from the beginning on: the user's own words, and what they were told and asked


def inside(path: str) -> Inside | None:
    """Return what a transcript shows its session to hold; None where it is no transcript written line by line."""
    if os.path.splitext(path)[1] != ".jsonl":
        return None
    try:
        with open(path, "rb") as file:
            return _read(file, nested=is_nested(path))
    except OSError:
        return None


def _read(lines: Any, *, nested: bool) -> Inside | None:
    pieces: list[Piece] = []
    talk: list[Piece] = []
    tools: dict[str, str] = {}
    answers: set[object] = set()
    compacted = before = tokens = values = 0
    for number, raw in enumerate(lines, 1):
        value = _decoded(raw)
        if value is None or (value.get("isSidechain") and not nested):
            continue
        values += 1
        numbers = newest(value, nested=nested)
        if numbers is not None and not numbers.exact:
            compacted, before = number, _told(value) or tokens
            pieces.clear()
        elif numbers is not None:
            tokens = numbers.context
            answers.add(numbers.answer or number)
        new = list(_pieces(value, number, tools))
        pieces += new
        if not any(value.get(mark) for mark in NOT_TYPED):
            talk += [one for piece in new for one in _talk(piece, value)]
    return Inside(tuple(pieces), compacted, before, len(answers), tuple(talk)) if values else None


def _talk(piece: Piece, value: Mapping[str, Any]) -> Iterator[Piece]:
    """Yield what the user said with a text, in the role of the user, or what was said to them."""
    if piece.kind == "result" and piece.tool == "ask":
        yield from (piece._replace(role="user", text=text) for text in _answered(piece.text, value))
    elif piece.kind == "said" and piece.role == "user":
        said = spoken(piece.text)
        if said.role == "user":
            yield piece._replace(text=said.text)
    elif piece.role == "assistant" and (piece.kind == "said" or piece.tool == "ask"):
        yield piece


def _answered(text: str, value: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the user answered: as the client keeps it, else without the questions it is told beside."""
    kept = value.get("toolUseResult")
    answers = kept.get("answers") if isinstance(kept, dict) else None
    if isinstance(answers, dict):
        return tuple(_leaves(list(answers.values())))
    chosen = tuple(found["said"] for found in CHOSEN.finditer(text))
    return chosen or (() if is_refusal(text) else (text,))


def _decoded(raw: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(raw)
    except NO_JSON:
        return None
    return value if isinstance(value, dict) else None


def _told(value: Mapping[str, Any]) -> int:
    """Return what a client says was in the context before it compacted it."""
    for name in ("compactMetadata", "compact_metadata"):
        about = value.get(name)
        if isinstance(about, dict):
            told = about.get("preTokens", about.get("pre_tokens"))
            return told if isinstance(told, int) else 0
    return 0


def _pieces(value: Mapping[str, Any], number: int, tools: dict[str, str]) -> Iterator[Piece]:
    """Yield the texts of one line; what a client keeps beside the message never was in the context."""
    body = value.get("message") or value.get("payload")
    if isinstance(body, str):
        body = {"content": body}
    if not isinstance(body, dict):
        body = value if "role" in value else {}
    role = str(body.get("role") or value.get("type") or "")
    if body.get("type") in CALLS | RESULTS:
        yield from _part(body, number, role, tools)
        return
    content = body.get("content")
    if isinstance(content, str):
        yield _said(number, role, content)
    for part in content if isinstance(content, list) else ():
        if isinstance(part, dict):
            yield from _part(part, number, role, tools)
        elif isinstance(part, str):
            yield _said(number, role, part)


def _said(number: int, role: str, text: str) -> Piece:
    if text.lstrip().startswith(NOTICE):
        return Piece(number, "result", "spawn", role, text)
    return Piece(number, "said", "", role, text)


def _part(part: Mapping[str, Any], number: int, role: str, tools: dict[str, str]) -> Iterator[Piece]:
    kind = part.get("type")
    call = next((str(part[name]) for name in IDS if part.get(name)), "")
    if kind in CALLS:
        named = next((str(part[name]) for name in NAMES if part.get(name)), "")
        tools[call] = tool_of(named)
        given = part.get("input", part.get("arguments"))
        text = "\n".join(leaf for leaf in _leaves(_parsed(given)) if len(leaf) >= SHORTEST)
        yield Piece(number, "call", tools[call], role, text)
    elif kind in RESULTS:
        came = part.get("content", part.get("output"))
        asked = tools.get(str(part.get("tool_use_id") or call), "")
        yield Piece(number, "result", asked, role, "\n".join(_leaves(came)))
    elif isinstance(part.get("text"), str):
        yield _said(number, role, part["text"])


def _parsed(given: Any) -> Any:
    if isinstance(given, str):
        try:
            return json.loads(given)
        except NO_JSON:
            return given
    return given


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (leaf for key, inner in value.items() if key != "type" for leaf in _leaves(inner))
    elif isinstance(value, list):
        yield from (leaf for inner in value for leaf in _leaves(inner))
