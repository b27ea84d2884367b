"""Gemini CLI: one line a message, written again whenever it grows; older sessions are one document."""

from typing import Any

from batonpass.model.act import Spent, Touch
from batonpass.read import numbers
from batonpass.read.records import Record
from batonpass.read.says import exit_in, is_refusal, spoken, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked

NAME = "gemini"
TYPES = frozenset({"user", "gemini", "info", "error", "warning"})
DONE = frozenset({"success", "error", "cancelled"})


def knows(value: Any, key: str = "") -> bool:
    """Tell a session's header or one of its messages."""
    if key == "projectHash":
        return True
    if not isinstance(value, dict) or key not in ("", "messages"):
        return False
    if value.get("type") in TYPES:
        return {"id", "timestamp", "content"} <= value.keys() and "message" not in value
    return {"sessionId", "projectHash"} <= value.keys()


class Reader:
    """Reads message by message; of one that is written again only what is new."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling
        self.said: dict[str, str] = {}  # message → the text it had
        self.counted: dict[str, Spent] = {}
        self.asked: set[str] = set()
        self.done: set[str] = set()

    def take(self, record: Record) -> None:
        """Read one line, or one part of the document."""
        value = record.value
        if record.key in ("", "messages") and isinstance(value, dict) and value.get("type") in TYPES:
            self.message(value, record)

    def message(self, message: dict[str, Any], record: Record) -> None:
        """Read one message."""
        identity = str(message.get("id") or record.span.first)
        self.telling.time = str(message.get("timestamp") or "")
        is_agent = message["type"] == "gemini"
        if is_agent and (spent := Spent.of(numbers.gemini(message))) and self.counted.get(identity) != spent:
            self.counted[identity] = self.telling.spent = spent
        text = own_text(message.get("content"))
        if text and self.said.get(identity) != text:
            self.said[identity] = text
            said = spoken(text)
            role = said.role if message["type"] == "user" else "agent" if is_agent else "client"
            self.telling.turn(said.text if role == "user" else text, record.span, role)
        for number, call in enumerate(message.get("toolCalls") or ()):
            if isinstance(call, dict):
                self.call(call, str(call.get("id") or f"{identity}.{number}"), record)
        if self.telling.spent is not None:
            self.telling.count(record.span, self.telling.spent)

    def call(self, call: dict[str, Any], identity: str, record: Record) -> None:
        """Read a call with its result, which stands in the same place."""
        name = str(call.get("name") or "")
        if identity not in self.asked:
            self.asked.add(identity)
            self.telling.call(record.span, asked(name, call.get("args")), identity, name)
        if call.get("status") in DONE and identity not in self.done:
            self.done.add(identity)
            self.came_back(call, identity, record)

    def came_back(self, call: dict[str, Any], identity: str, record: Record) -> None:
        """Read how a call came out."""
        text = answer(call)
        stopped = call["status"] == "cancelled"
        self.telling.result(
            record.span,
            text,
            identity,
            ok=call["status"] == "success",
            code=exit_in(text),
            refused=stopped or (call["status"] == "error" and is_refusal(text)),
            touches=touched(call),
        )


def own_text(content: Any) -> str:
    """Return the text of a message without the answers of tools that stand in it."""
    parts = content if isinstance(content, list) else [content]
    return "\n".join(filter(None, (text_of(p) for p in parts if not _is_answer(p)))).strip()


def _is_answer(part: Any) -> bool:
    return isinstance(part, dict) and ("functionResponse" in part or "functionCall" in part)


def answer(call: dict[str, Any]) -> str:
    """Return the text of a call's result."""
    found = []
    listed = call.get("result")
    for part in listed if isinstance(listed, list) else [listed]:
        reply = part.get("functionResponse") if isinstance(part, dict) else None
        found.append(text_of(reply.get("response")) if isinstance(reply, dict) else text_of(part))
    shown = call.get("resultDisplay")
    return "\n".join(filter(None, found)) or (shown if isinstance(shown, str) else "")


def touched(call: dict[str, Any]) -> tuple[Touch, ...]:
    """Return what the client shows of a changed file: it knows whether the file is new."""
    shown, given = call.get("resultDisplay"), call.get("args")
    path = given.get("file_path") if isinstance(given, dict) else None
    if isinstance(shown, dict) and isinstance(path, str) and isinstance(shown.get("isNewFile"), bool):
        return (Touch(path, "created" if shown["isNewFile"] else "modified"),)
    return ()
