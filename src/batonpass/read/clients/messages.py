"""Lists of messages as chat APIs take them: OpenAI's with tool calls, Anthropic's with content blocks."""

from typing import Any

from batonpass.model.act import Spent
from batonpass.read.records import Record
from batonpass.read.says import exit_in, has_failed, is_refusal, spoken, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked

NAME = "messages"
ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function"})
EDITORS = frozenset({"write", "edit", "patch"})
LISTS = frozenset({"", "messages"})
FOREIGN = frozenset(
    {"type", "uuid", "payload", "source"}
)  # what the logs of clients have and messages do not


def knows(value: Any, key: str = "") -> bool:
    """Tell one message of a list."""
    if key not in LISTS or not isinstance(value, dict) or value.get("role") not in ROLES:
        return False
    return ("content" in value or "tool_calls" in value) and FOREIGN.isdisjoint(value)


class Reader:
    """Reads message by message."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling
        self.edits: set[str] = set()  # calls of editors, which say in words only that they failed

    def take(self, record: Record) -> None:
        """Read one message, or a line that holds a list of them."""
        value = record.value
        if record.key not in LISTS:
            return
        listed = value.get("messages") if isinstance(value, dict) and not record.key else None
        for message in listed if isinstance(listed, list) else [value]:
            if isinstance(message, dict) and message.get("role") in ROLES:
                self.message(message, record)

    def message(self, message: dict[str, Any], record: Record) -> None:
        """Read one message."""
        role, content = message["role"], message.get("content")
        if role == "assistant":
            self.telling.spent = counted(message)
        if role in ("tool", "function"):
            call = str(message.get("tool_call_id") or message.get("name") or "")
            self.came_back(text_of(content), call, record, failed=None)
            return
        for block in content if isinstance(content, list) else [content]:
            self.block(role, block, record)
        for call in message.get("tool_calls") or ():
            if isinstance(call, dict) and isinstance(call.get("function"), dict):
                self.asks(call["function"], str(call.get("id") or ""), record)
        if isinstance(message.get("function_call"), dict):
            self.asks(message["function_call"], str(message["function_call"].get("name") or ""), record)

    def block(self, role: str, block: Any, record: Record) -> None:
        """Read one block of a message."""
        kind = block.get("type") if isinstance(block, dict) else "text"
        if kind == "tool_use":
            self.asks(
                {"name": block.get("name"), "arguments": block.get("input")},
                str(block.get("id") or ""),
                record,
            )
        elif kind == "tool_result":
            failed = block.get("is_error") is True
            self.came_back(
                text_of(block.get("content")), str(block.get("tool_use_id") or ""), record, failed=failed
            )
        elif kind in ("text", "input_text", "output_text"):
            self.words(role, text_of(block), record)

    def words(self, role: str, text: str, record: Record) -> None:
        """Read words."""
        if role == "user":
            said = spoken(text)
            self.telling.turn(said.text, record.span, said.role)
        else:
            self.telling.turn(text, record.span, "agent" if role == "assistant" else "client")

    def asks(self, function: dict[str, Any], call: str, record: Record) -> None:
        """Read a call."""
        name = str(function.get("name") or "")
        given = asked(name, function.get("arguments"))
        if given.tool in EDITORS:
            self.edits.add(call)
        self.telling.call(record.span, given, call, name)

    def came_back(self, text: str, call: str, record: Record, *, failed: bool | None) -> None:
        """Read the result of a call; where nothing says how it went, an exit code in the text may."""
        refused = is_refusal(text)
        ok = None if failed is None else not failed
        if ok is None and call in self.edits and has_failed(text):
            ok = False
        self.telling.result(record.span, text, call, ok=ok, code=exit_in(text), refused=refused)


def counted(message: dict[str, Any]) -> Spent | None:
    """Return what an answer took, where the list keeps it."""
    usage = message.get("usage")
    if not isinstance(usage, dict):
        return None
    return Spent(
        answer=str(message.get("id") or ""),
        model=str(message.get("model") or ""),
        input=usage.get("prompt_tokens") or usage.get("input_tokens") or 0,
        cache_read=usage.get("cache_read_input_tokens") or 0,
        cache_write=usage.get("cache_creation_input_tokens") or 0,
        output=usage.get("completion_tokens") or usage.get("output_tokens") or 0,
    )
