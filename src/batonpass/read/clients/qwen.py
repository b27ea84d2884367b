"""Qwen Code: one line a record, with the parts of the Gemini API inside."""

from typing import Any

from batonpass.model.act import Spent
from batonpass.read import numbers
from batonpass.read.records import Record
from batonpass.read.says import exit_in, is_refusal, spoken, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked

NAME = "qwen"
TYPES = frozenset({"user", "assistant", "tool_result"})


def knows(value: Any, key: str = "") -> bool:
    """Tell a record of a chat."""
    if key or not isinstance(value, dict) or value.get("type") not in TYPES:
        return False
    message = value.get("message")
    return "sessionId" in value and isinstance(message, dict) and isinstance(message.get("parts"), list)


class Reader:
    """Reads line by line."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling

    def take(self, record: Record) -> None:
        """Read one line."""
        value = record.value
        if not isinstance(value, dict):
            return
        self.telling.time = str(value.get("timestamp") or "")
        self.telling.folder = str(value.get("cwd") or self.telling.folder)
        if value.get("type") == "system" and value.get("subtype") == "chat_compression":
            self.telling.turn("compacted", record.span, "summary")
            return
        message = value.get("message")
        if value.get("type") not in TYPES or not isinstance(message, dict):
            return
        if value["type"] == "assistant":
            self.telling.spent = Spent.of(numbers.qwen(value))
        for part in message.get("parts") or ():
            if isinstance(part, dict):
                self.part(value, part, record)
        if self.telling.spent is not None:
            self.telling.count(record.span, self.telling.spent)

    def part(self, value: dict[str, Any], part: dict[str, Any], record: Record) -> None:
        """Read one part of a message."""
        call, reply = part.get("functionCall"), part.get("functionResponse")
        if isinstance(call, dict):
            name = str(call.get("name") or "")
            self.telling.call(record.span, asked(name, call.get("args")), str(call.get("id") or ""), name)
        elif isinstance(reply, dict):
            self.came_back(value, reply, record)
        elif part.get("text") and not part.get("thought"):
            self.words(value, text_of(part), record)

    def words(self, value: dict[str, Any], text: str, record: Record) -> None:
        """Read words; a record with a subtype is the client's, though it speaks as the user."""
        if value["type"] != "user":
            self.telling.turn(text, record.span, "agent" if value["type"] == "assistant" else "client")
            return
        said = spoken(text)
        own = value.get("subtype") in (None, "mid_turn_user_message")
        self.telling.turn(said.text if own else text, record.span, said.role if own else "client")

    def came_back(self, value: dict[str, Any], reply: dict[str, Any], record: Record) -> None:
        """Read the result of a call."""
        about, response = value.get("toolCallResult"), reply.get("response")
        status = about.get("status") if isinstance(about, dict) else None
        text = text_of(response)
        failed = status in ("error", "cancelled") or (isinstance(response, dict) and "error" in response)
        self.telling.result(
            record.span,
            text,
            str(reply.get("id") or (about or {}).get("callId") or ""),
            ok=not failed,
            code=exit_in(text),
            refused=status == "cancelled" or (failed and is_refusal(text)),
        )
