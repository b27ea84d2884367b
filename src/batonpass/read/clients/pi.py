"""pi: one session a file, a header, then messages, compactions and changes of model."""

from typing import Any

from batonpass.model.act import Spent
from batonpass.read import numbers
from batonpass.read.records import Record
from batonpass.read.says import exit_in, is_refusal, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked

NAME = "pi"
ROLES = frozenset({"user", "assistant", "toolResult", "bashExecution", "custom", "hookMessage"})
SUMMARIES = frozenset({"compaction", "branch_summary"})


def knows(value: Any, key: str = "") -> bool:
    """Tell a header or a message of a session."""
    if key or not isinstance(value, dict):
        return False
    message = value.get("message")
    if value.get("type") == "message":
        return isinstance(message, dict) and message.get("role") in ROLES
    return value.get("type") == "session" and isinstance(value.get("cwd"), str)


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
        self.telling.time = str(value.get("timestamp") or self.telling.time)
        message = value.get("message")
        if value.get("type") == "session":
            self.telling.enter(str(value.get("cwd") or ""), record.span)
        elif value.get("type") in SUMMARIES:
            self.telling.turn(text_of(value.get("summary")) or "compacted", record.span, "summary")
        elif isinstance(message, dict):
            self.message(message, record)

    def message(self, message: dict[str, Any], record: Record) -> None:
        """Read one message."""
        role = message.get("role")
        if role == "user":
            self.telling.turn(text_of(message.get("content")), record.span, "user")
        elif role == "assistant":
            self.answer(message, record)
        elif role == "toolResult":
            self.came_back(message, record)
        elif role == "bashExecution":
            self.ran(message, record)
        else:
            self.telling.turn(text_of(message.get("content")), record.span, "client")

    def answer(self, message: dict[str, Any], record: Record) -> None:
        """Read what the model answered."""
        cost = numbers.inside(message, "usage", "cost").get("total")
        self.telling.spent = Spent.of(numbers.pi(message), cost)
        content = message.get("content")
        for block in [content] if isinstance(content, str) else content or ():
            if isinstance(block, dict) and block.get("type") == "toolCall":
                name = str(block.get("name") or "")
                given = asked(name, block.get("arguments"))
                self.telling.call(record.span, given, str(block.get("id") or ""), name)
            elif isinstance(block, str) or (isinstance(block, dict) and block.get("type") == "text"):
                self.telling.turn(text_of(block), record.span)
        if self.telling.spent is not None:
            self.telling.count(record.span, self.telling.spent)

    def came_back(self, message: dict[str, Any], record: Record) -> None:
        """Read the result of a call."""
        text, failed = text_of(message.get("content")), message.get("isError") is True
        call = str(message.get("toolCallId") or "")
        code = exit_in(text) if failed else None
        self.telling.result(
            record.span, text, call, ok=not failed, code=code, refused=failed and is_refusal(text)
        )

    def ran(self, message: dict[str, Any], record: Record) -> None:
        """Read a command the user ran."""
        call, code = f"line {record.span.first}", message.get("exitCode")
        self.telling.call(record.span, asked("bash", message), call, "bash")
        stopped = message.get("cancelled") is True
        self.telling.result(
            record.span,
            text_of(message.get("output")),
            call,
            ok=False if stopped else None,
            code=code if isinstance(code, int) else None,
            refused=stopped,
        )
