"""OpenCode: its database as lines of sessions, messages and parts, or one session as `opencode export` prints it."""

from typing import Any

from batonpass.model.act import Role, Spent, Touch
from batonpass.read import numbers
from batonpass.read.records import Record
from batonpass.read.says import exit_in, is_refusal, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked

NAME = "opencode"
ROWS = frozenset(
    {"opencode.session", "opencode.message", "opencode.part"}
)  # as read/databases.py writes them
DONE = frozenset({"completed", "error"})


def knows(value: Any, key: str = "") -> bool:
    """Tell a row of the database, or a message of an export."""
    if not isinstance(value, dict):
        return False
    if key == "messages":
        return isinstance(value.get("info"), dict) and isinstance(value.get("parts"), list)
    return not key and value.get("table") in ROWS


class Reader:
    """Reads row by row; a part belongs to the message in front of it."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling
        self.role = ""
        self.summary = False

    def take(self, record: Record) -> None:
        """Read one row, or one message of an export with its parts."""
        value = record.value
        if not isinstance(value, dict):
            return
        if record.key == "messages":
            self.message(value.get("info") or {}, record)
            for part in value.get("parts") or ():
                self.part(part, record)
        elif record.key == "info" or value.get("table") == "opencode.session":
            self.session(value, record)
        elif value.get("table") == "opencode.message":
            self.message(value.get("data") or {}, record)
        elif value.get("table") == "opencode.part":
            self.part(value.get("data") or {}, record)

    def session(self, session: dict[str, Any], record: Record) -> None:
        """Begin a session: one with a parent is a nested agent's."""
        nested = session.get("parent_id") or session.get("parentID")
        self.telling.agent = str(session.get("id") or "") if nested else ""
        self.telling.enter(str(session.get("directory") or ""), record.span)

    def message(self, message: dict[str, Any], record: Record) -> None:
        """Begin a message."""
        self.role = str(message.get("role") or "")
        self.summary = message.get("summary") is True or message.get("mode") == "compaction"
        when = message.get("time")
        self.telling.time = str(when.get("created") or "") if isinstance(when, dict) else ""
        if self.role == "assistant" and (spent := Spent.of(numbers.opencode(message), message.get("cost"))):
            self.telling.count(record.span, spent)

    def part(self, part: Any, record: Record) -> None:
        """Read a part of a message."""
        if not isinstance(part, dict):
            return
        if part.get("type") == "tool":
            self.tool(part, record)
        elif part.get("type") == "text" and self.summary:
            self.telling.turn(text_of(part), record.span, "summary")
        elif part.get("type") == "text":
            made_up = part.get("synthetic") is True or part.get("ignored") is True
            role: Role = "agent" if self.role == "assistant" else "user"
            self.telling.turn(text_of(part), record.span, "client" if made_up else role)

    def tool(self, part: dict[str, Any], record: Record) -> None:
        """Read a call with its result, which stands in the same place."""
        state = part.get("state")
        if not isinstance(state, dict):
            return
        name, call = str(part.get("tool") or ""), str(part.get("callID") or part.get("id") or "")
        self.telling.call(record.span, asked(name, state.get("input")), call, name)
        if state.get("status") not in DONE:
            return
        about = state.get("metadata")
        details = about if isinstance(about, dict) else {}
        failed = state["status"] == "error"
        text = text_of(state.get("error") if failed else state.get("output"))
        code = details.get("exit")
        self.telling.result(
            record.span,
            text,
            call,
            ok=not failed,
            code=code if isinstance(code, int) else exit_in(text) if failed else None,
            refused=failed and is_refusal(text),
            touches=touched(details, state.get("input")),
        )


def touched(details: dict[str, Any], given: Any) -> tuple[Touch, ...]:
    """Return what the client knows of a written file: whether it was there before."""
    path = given.get("filePath") if isinstance(given, dict) else None
    there = details.get("exists")
    if isinstance(path, str) and isinstance(there, bool):
        return (Touch(path, "modified" if there else "created"),)
    return ()
