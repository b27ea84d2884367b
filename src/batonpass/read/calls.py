"""What an agent's calls were given and what came back, for those that name something. On the fast path."""

import json
from collections.abc import Iterator

from batonpass.model.may_be_json import NO_JSON


class Called:
    """One call that was answered."""

    __slots__ = ("answer", "given", "id", "tool")

    def __init__(self, id: str, tool: str, given: dict[str, object]) -> None:  # noqa: A002 - the client's word
        """Hold what was asked; the answer comes later."""
        self.id, self.tool, self.given, self.answer = id, tool, given, ""


def answered(path: str, names: tuple[bytes, ...], since: int) -> tuple[list[Called], int]:
    """Return the answered calls behind a place whose input has one of these names in it, and where to go on later.

    A call without its answer is looked at again the next time.
    """
    waiting: dict[str, tuple[int, Called]] = {}
    done: list[Called] = []
    at = since
    for begin, line in _lines(path, since):
        if b'"tool_use"' in line and any(name in line for name in names):
            waiting.update((call.id, (begin, call)) for call in _asked(line, names))
        if waiting and b'"tool_result"' in line:
            for call_id, text in _told(line):
                if call_id in waiting:
                    call = waiting.pop(call_id)[1]
                    call.answer = text
                    done.append(call)
        at = begin + len(line)
    return done, min([at, *(begin for begin, _ in waiting.values())])


def first_said(path: str) -> str:
    """Return the first words of a transcript that are not its agent's: the prompt of a nested one."""
    for _, line in _lines(path, 0):
        try:
            value = json.loads(line)
        except NO_JSON:
            continue
        if isinstance(value, dict) and value.get("type") == "user":
            message = value.get("message")
            return _text(message.get("content")) if isinstance(message, dict) else ""
    return ""


def _lines(path: str, since: int) -> Iterator[tuple[int, bytes]]:
    """Yield the whole lines of a file behind a place, each with where it begins."""
    try:
        file = open(path, "rb")  # noqa: SIM115 - closed below; there may be no file
    except OSError:
        return
    with file:
        file.seek(since)
        at = since
        for line in file:
            if not line.endswith(b"\n"):
                return
            yield at, line
            at += len(line)


def _asked(line: bytes, names: tuple[bytes, ...]) -> Iterator[Called]:
    for block in blocks(line):
        given = block.get("input")
        if block.get("type") == "tool_use" and isinstance(given, dict):
            text = json.dumps(given, ensure_ascii=False).encode("utf-8", "replace")
            if any(name in text for name in names):
                yield Called(str(block.get("id")), str(block.get("name")), given)


def _told(line: bytes) -> Iterator[tuple[str, str]]:
    for block in blocks(line):
        if block.get("type") == "tool_result" and block.get("is_error") is not True:
            yield str(block.get("tool_use_id")), _text(block.get("content"))
        elif block.get("type") == "tool_result":
            yield str(block.get("tool_use_id")), ""  # refused or failed: nothing was seen


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(str(part.get("text") or "") for part in parts if isinstance(part, dict))


def blocks(line: bytes) -> list[dict[str, object]]:
    """Return the blocks of the message on a line."""
    try:
        message = json.loads(line).get("message")
    except (ValueError, AttributeError, RecursionError):
        return []
    content = message.get("content") if isinstance(message, dict) else None
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
