"""Claude Code: one line a content block, the same message id and usage on each; nested agents inside or beside."""

import re
from collections.abc import Iterable
from typing import Any

from batonpass.model.act import Spent, Touch
from batonpass.read import background, numbers
from batonpass.read.records import Record
from batonpass.read.says import exit_in, is_refusal, spoken, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked

NAME = "claude-code"
TYPES = frozenset({"user", "assistant"})
OWN = frozenset(
    {"sessionId", "session_id", "uuid", "parentUuid", "isSidechain", "parent_tool_use_id", "timestamp"}
)
BOOKKEEPING = frozenset(
    {"summary", "system", "file-history-snapshot", "queue-operation", "attachment", "last-prompt"}
)
ERROR = re.compile(r"</?tool_use_error>")


def knows(value: Any, key: str = "") -> bool:
    """Tell a line of a transcript, or of the stream `--output-format stream-json` prints."""
    if key or not isinstance(value, dict):
        return False
    if value.get("type") in TYPES:
        message = value.get("message")
        return isinstance(message, dict) and "content" in message and not OWN.isdisjoint(value)
    return value.get("type") in BOOKKEEPING and not {
        "sessionId",
        "session_id",
        "leafUuid",
        "snapshot",
    }.isdisjoint(value)


class Reader:
    """Reads line by line."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling
        self.seen: set[str] = set()
        self.chains: dict[str, str] = {}  # uuid of a line of an inline agent → that agent
        self.prompts: dict[str, str] = {}  # prompt of a spawn → its call, which names the agent
        self.tasks = background.Tasks()
        self.begun = False

    def take(self, record: Record) -> None:
        """Read one line."""
        value = record.value
        if not isinstance(value, dict):
            return
        message, kind = value.get("message"), value.get("type")
        if kind == "system" and value.get("subtype") == "init":
            self.telling.folder = str(value.get("cwd") or "")
        if kind == "queue-operation":
            self.notified(text_of(value.get("content")), record)
        if kind not in TYPES or not isinstance(message, dict) or self.is_copy(value):
            return
        self.locate(value)
        if kind == "assistant":
            self.answer(value, message, record)
        else:
            self.said(value, message, record)

    def is_copy(self, value: dict[str, Any]) -> bool:
        """Tell a line that stands here a second time, as in a resumed session."""
        uuid = value.get("uuid")
        if not isinstance(uuid, str):
            return False
        known = uuid in self.seen
        self.seen.add(uuid)
        return known

    def locate(self, value: dict[str, Any]) -> None:
        """Set who speaks, when and where."""
        telling = self.telling
        telling.agent = self.agent_of(value)
        if not self.begun:
            self.begun, telling.own = True, telling.agent
        telling.time = str(value.get("timestamp") or "")
        telling.folder = str(value.get("cwd") or telling.folder)

    def agent_of(self, value: dict[str, Any]) -> str:
        """Return the nested agent a line belongs to: by its id, its spawn's call, or the chain it hangs on."""
        named = value.get("agentId") or value.get("parent_tool_use_id")
        if isinstance(named, str) and (value.get("isSidechain") or "parent_tool_use_id" in value):
            return named
        if not value.get("isSidechain"):
            return ""
        uuid = str(value.get("uuid") or "")
        agent = self.chains.get(str(value.get("parentUuid") or ""), "")
        if not agent:
            prompt = (
                text_of((value.get("message") or {}).get("content")) if value.get("type") == "user" else ""
            )
            agent = self.prompts.get(prompt) or uuid or "sidechain"
        self.chains[uuid] = agent
        return agent

    def answer(self, value: dict[str, Any], message: dict[str, Any], record: Record) -> None:
        """Read what the model answered."""
        synthetic = message.get("model") == numbers.SYNTHETIC
        self.telling.spent = Spent.of(numbers.claude_code(value), value.get("costUSD"))
        content = message.get("content")
        for block in [content] if isinstance(content, str) else content or ():
            if isinstance(block, str):
                self.telling.turn(block, record.span, "client" if synthetic else "agent")
            elif isinstance(block, dict) and block.get("type") == "text":
                self.telling.turn(text_of(block), record.span, "client" if synthetic else "agent")
            elif isinstance(block, dict) and block.get("type") == "tool_use":
                self.asks(block, record)
        if self.telling.spent is not None:
            self.telling.count(record.span, self.telling.spent)

    def asks(self, block: dict[str, Any], record: Record) -> None:
        """Read a call."""
        name, call = str(block.get("name") or ""), str(block.get("id") or "")
        given = asked(name, block.get("input"))
        if given.tool == "spawn" and isinstance(block.get("input"), dict):
            self.prompts[str(block["input"].get("prompt") or "")] = call
        self.tasks.look(block.get("input"), call)
        self.telling.call(record.span, given, call, name)

    def said(self, value: dict[str, Any], message: dict[str, Any], record: Record) -> None:
        """Read what came in the user's name: words, and results of calls."""
        content = message.get("content")
        for block in [content] if isinstance(content, str) else content or ():
            if isinstance(block, dict) and block.get("type") == "tool_result":
                self.came_back(value, block, record)
            elif isinstance(block, str) or (isinstance(block, dict) and block.get("type") == "text"):
                self.words(value, text_of(block), record)

    def words(self, value: dict[str, Any], text: str, record: Record) -> None:
        """Read words in the user's name: a nested agent's come from the agent that spawned it."""
        said = spoken(text)
        self.notified(text, record)
        if value.get("isCompactSummary"):
            self.telling.turn(text, record.span, "summary")
        elif value.get("isMeta") or self.telling.agent or value.get("isVisibleInTranscriptOnly"):
            self.telling.turn(text, record.span, "client")
        else:
            self.telling.turn(said.text, record.span, said.role)

    def notified(self, text: str, record: Record) -> None:
        """Read how something in the background ended."""
        self.ended(background.noticed(text), record)

    def ended(self, tasks: Iterable[background.Ended], record: Record) -> None:
        """Write down how calls came out that had gone into the background."""
        for task in tasks:
            self.telling.result(record.span, task.text, task.call, ok=task.ok, code=task.code)

    def came_back(self, value: dict[str, Any], block: dict[str, Any], record: Record) -> None:
        """Read the result of a call."""
        text, about = text_of(block.get("content")), value.get("toolUseResult")
        details = about if isinstance(about, dict) else {}
        failed = block.get("is_error") is True or details.get("interrupted") is True
        running = "backgroundTaskId" in details and not failed
        call = str(block.get("tool_use_id") or "")
        self.tasks.begin(text, details.get("backgroundTaskId"), call)
        self.telling.result(
            record.span,
            ERROR.sub("", text),
            call,
            ok=None if running else not failed,
            code=exit_in(text) if failed else None,
            refused=failed and is_refusal(text),
            touches=touched(details),
        )
        self.ended(self.tasks.seen(call, text), record)


def touched(details: dict[str, Any]) -> tuple[Touch, ...]:
    """Return what the client says a call did to a file: it knows whether the file was there before."""
    path = details.get("filePath")
    if details.get("type") in ("create", "update") and isinstance(path, str):
        return (Touch(path, "created" if details["type"] == "create" else "modified"),)
    return ()
