"""Codex: rollouts of one thread each, with the items of the Responses API; older ones hold the bare items."""

import re
from typing import Any, NamedTuple

from msgspec.structs import replace

from batonpass.model.act import Spent, Touch
from batonpass.read import numbers
from batonpass.read.records import Record, decoded
from batonpass.read.says import exit_in, is_refusal, spoken, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import asked, changes

NAME = "codex"
ENVELOPES = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
ITEMS = frozenset({"function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output"})
CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call"})
OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
SANDBOX = re.compile(r"^(?:failed in sandbox|execution error|Error)\b.*?exit code: (?P<code>\d+)", re.DOTALL)
FAILED = re.compile(
    r"^(?:failed|execution error|error|unsupported call|apply_patch verification failed)", re.IGNORECASE
)


def knows(value: Any, key: str = "") -> bool:
    """Tell a line of a rollout."""
    if key or not isinstance(value, dict):
        return False
    if isinstance(value.get("payload"), dict):
        return value.get("type") in ENVELOPES
    return value.get("type") in ITEMS or value.get("record_type") == "state" or is_old_message(value)


def is_old_message(value: dict[str, Any]) -> bool:
    """Tell a bare message of an older rollout."""
    content = value.get("content")
    first = content[0] if isinstance(content, list) and content else None
    return (
        value.get("type") == "message"
        and isinstance(first, dict)
        and first.get("type") in ("input_text", "output_text")
    )


class Reader:
    """Reads line by line."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling
        self.model = ""  # named once a turn, not beside its numbers

    def take(self, record: Record) -> None:
        """Read one line."""
        value = record.value
        if not isinstance(value, dict):
            return
        payload, kind = value.get("payload"), value.get("type")
        self.telling.time = str(value.get("timestamp") or self.telling.time)
        if not isinstance(payload, dict):
            self.item(value, record)
        elif kind in ("session_meta", "turn_context"):
            inner = payload.get("turn_context")
            about = inner if isinstance(inner, dict) else payload
            self.model = str(about.get("model") or self.model)
            self.telling.enter(str(about.get("cwd") or ""), record.span)
        elif kind == "compacted":
            self.telling.turn(text_of(payload.get("message")) or "compacted", record.span, "summary")
        elif kind == "response_item":
            self.item(payload, record)
        elif kind == "event_msg":
            self.event(payload, record)

    def item(self, item: dict[str, Any], record: Record) -> None:
        """Read an item of the conversation."""
        kind = item.get("type")
        if kind in CALLS:
            self.call(item, record)
        elif kind in OUTPUTS:
            self.came_back(item, record)
        elif kind == "token_count":
            self.event(item, record)
        elif item.get("role"):
            self.message(item, record)

    def message(self, item: dict[str, Any], record: Record) -> None:
        """Read what the user, the model or the client said."""
        text, role = text_of(item.get("content")), item.get("role")
        if role == "user":
            said = spoken(text)
            self.telling.turn(said.text, record.span, said.role)
        else:
            self.telling.turn(text, record.span, "agent" if role == "assistant" else "client")

    def call(self, item: dict[str, Any], record: Record) -> None:
        """Read a call."""
        action = item.get("action")
        name = str(item.get("name") or item.get("type") or "")
        arguments = action if isinstance(action, dict) else item.get("arguments", item.get("input"))
        self.telling.call(record.span, asked(name, arguments), identity(item), name)

    def came_back(self, item: dict[str, Any], record: Record) -> None:
        """Read what came back from a call."""
        out = output(item.get("output"))
        self.telling.result(
            record.span,
            out.text,
            identity(item),
            ok=out.ok,
            code=out.code,
            refused=is_refusal(out.text),
        )

    def event(self, event: dict[str, Any], record: Record) -> None:
        """Read numbers, and how commands and patches came out; what was said stands in items as well."""
        kind, call = event.get("type"), str(event.get("call_id") or "")
        if kind == "token_count" and (spent := Spent.of(numbers.codex(event))):
            self.telling.count(record.span, replace(spent, model=spent.model or self.model))
        elif kind == "exec_command_end" and call:
            code = event.get("exit_code")
            self.telling.result(record.span, "", call, code=code if isinstance(code, int) else None)
        elif kind == "patch_apply_end" and call:
            self.patched(event, call, record)

    def patched(self, event: dict[str, Any], call: str, record: Record) -> None:
        """Read what a patch really changed."""
        went = event.get("success")
        touches: tuple[Touch, ...] = changes(event.get("changes"))
        text = "" if went else text_of(event.get("stderr"))
        self.telling.result(
            record.span, text, call, ok=went if isinstance(went, bool) else None, touches=touches
        )


class Output(NamedTuple):
    """What a tool answered."""

    text: str
    ok: bool | None
    code: int | None


def identity(item: dict[str, Any]) -> str:
    """Return the id that joins a call and its output."""
    return str(item.get("call_id") or item.get("id") or "")


def output(value: Any) -> Output:
    """Return an answer without what it is wrapped in: text, JSON as text, a list of texts, or an object."""
    if isinstance(value, str) and value.startswith("{"):
        inner = decoded(value.encode("utf-8", "replace"))
        if inner is None:
            return Output(value, None, exit_in(value))
        value = inner
    if isinstance(value, dict):
        about = value.get("metadata")
        code = about.get("exit_code") if isinstance(about, dict) else value.get("exit_code")
        went = value.get("success")
        text = text_of(value)
        return Output(
            text, went if isinstance(went, bool) else None, code if isinstance(code, int) else exit_in(text)
        )
    text = text_of(value)
    if denied := SANDBOX.match(text):
        return Output(text, ok=False, code=int(denied["code"]))
    code = exit_in(text)
    return Output(text, False if code is None and FAILED.match(text) else None, code)
