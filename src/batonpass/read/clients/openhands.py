"""OpenHands: a list of actions and observations, alone, in pairs, or inside of a run's result; also the events of its SDK."""

import re
from typing import Any

from batonpass.model.act import Spent, Touch
from batonpass.read.records import Record
from batonpass.read.says import exit_in, has_failed, is_refusal, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import Asked, asked

NAME = "openhands"
SOURCES = frozenset({"user", "agent", "environment", "system"})
EVENTS = frozenset(
    {"ActionEvent", "ObservationEvent", "MessageEvent", "AgentErrorEvent", "SystemPromptEvent"}
)
LISTS = frozenset({"", "history", "events", "trajectory"})
RUNS = frozenset({"run", "run_ipython"})
# Functions of its older agents' Python tool, whose first word is the file.
SKILLS = re.compile(
    r"\b(?P<name>create_file|edit_file\w*|insert_content_at_line|append_file|open_file)\(\s*"
    r"(?:(?:file_name|filename|path)\s*=\s*)?r?(?P<quote>['\"]{1,3})(?P<path>[^'\"\n]+)(?P=quote)"
)


def knows(value: Any, key: str = "") -> bool:
    """Tell an action, an observation, a pair of them, or an event."""
    if key not in LISTS:
        return False
    if isinstance(value, list) and value:
        value = value[0]
    if not isinstance(value, dict):
        return False
    if value.get("kind") in EVENTS:
        return True
    return value.get("source") in SOURCES and ("action" in value or "observation" in value)


class Reader:
    """Reads event by event."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling

    def take(self, record: Record) -> None:
        """Read one event, one pair, or what stands beside them."""
        value = record.value
        if record.key == "test_result" and isinstance(value, dict):
            self.handed_in(text_of(value.get("git_patch")), record)
        elif record.key == "git_patch":
            self.handed_in(text_of(value), record)
        elif record.key in LISTS:
            for event in value if isinstance(value, list) else [value]:
                if isinstance(event, dict):
                    self.event(event, record)

    def handed_in(self, diff: str, record: Record) -> None:
        """Read the patch the environment made of the work."""
        if diff.strip():
            call = f"submission {record.span.first}"
            self.telling.call(record.span, Asked("plan", "submit"), call, "submit")
            self.telling.result(record.span, "", call, ok=True, patch=diff.lstrip())

    def event(self, event: dict[str, Any], record: Record) -> None:
        """Read one event of either kind."""
        self.telling.time = str(event.get("timestamp") or "")
        self.telling.spent = metrics(event)
        if "kind" in event:
            self.sdk(event, record)
        elif "action" in event:
            self.action(event, record)
        elif "observation" in event:
            self.observation(event, record)
        if self.telling.spent is not None:
            self.telling.count(record.span, self.telling.spent)

    def action(self, event: dict[str, Any], record: Record) -> None:
        """Read an action."""
        kind, args = str(event["action"]), event.get("args")
        given = args if isinstance(args, dict) else {}
        if kind == "message":
            text = text_of(given.get("content") or event.get("message"))
            self.telling.turn(text, record.span, "user" if event.get("source") == "user" else "agent")
            return
        if kind == "finish":
            final = given.get("final_thought") or given.get("thought") or event.get("message")
            self.telling.turn(text_of(final), record.span)
            return
        self.telling.turn(text_of(given.get("thought")), record.span)
        self.telling.call(record.span, asking(kind, given), str(event.get("id") or ""), kind)

    def observation(self, event: dict[str, Any], record: Record) -> None:
        """Read what an action came to."""
        extras = event.get("extras")
        about = extras if isinstance(extras, dict) else {}
        details = about.get("metadata")
        meta = details if isinstance(details, dict) else {}
        code = meta.get("exit_code", about.get("exit_code"))
        text = text_of(event.get("content"))
        failed = event["observation"] == "error" or (
            event["observation"] in ("edit", "write") and has_failed(text)
        )
        if event.get("cause") is None and event["observation"] not in RUNS:
            return
        if isinstance(meta.get("working_dir"), str):
            self.telling.folder = meta["working_dir"]
        self.telling.result(
            record.span,
            text,
            str(event.get("cause") or ""),
            ok=False if failed else None,
            code=code if isinstance(code, int) and code >= 0 else None,
            refused=event["observation"] == "user_rejected" or (failed and is_refusal(text)),
            touches=touched(about),
        )

    def sdk(self, event: dict[str, Any], record: Record) -> None:
        """Read an event of the SDK."""
        kind, call = event["kind"], str(event.get("tool_call_id") or "")
        if kind == "MessageEvent":
            message = event.get("llm_message")
            text = text_of(message.get("content")) if isinstance(message, dict) else ""
            source = event.get("source")
            role = "user" if source == "user" else "agent" if source == "agent" else "client"
            self.telling.turn(text, record.span, role)  # type: ignore[arg-type] # the three are Roles
        elif kind == "ActionEvent":
            self.sdk_action(event, call, record)
        elif kind == "ObservationEvent":
            self.sdk_observation(event, call, record)
        elif kind == "AgentErrorEvent":
            self.telling.result(record.span, text_of(event.get("error")), call, ok=False)

    def sdk_action(self, event: dict[str, Any], call: str, record: Record) -> None:
        """Read a call of the SDK."""
        name, action = str(event.get("tool_name") or ""), event.get("action")
        given = action if isinstance(action, dict) else {}
        self.telling.turn(text_of(event.get("thought")), record.span)
        if name == "finish":
            self.telling.turn(text_of(given.get("message")), record.span)
        else:
            self.telling.call(record.span, asked(name, given), call, name)

    def sdk_observation(self, event: dict[str, Any], call: str, record: Record) -> None:
        """Read the result of a call of the SDK."""
        seen = event.get("observation")
        about = seen if isinstance(seen, dict) else {}
        text = text_of(about)
        code = about.get("exit_code")
        failed = about.get("is_error") is True or bool(about.get("error"))
        self.telling.result(
            record.span,
            text,
            call,
            ok=False if failed else None,
            code=code if isinstance(code, int) and code >= 0 else exit_in(text),
            touches=touched(about),
        )


def asking(kind: str, given: dict[str, Any]) -> Asked:
    """Return what an action asks for."""
    if kind == "run_ipython":
        code = text_of(given.get("code"))
        found = SKILLS.search(code)
        if found and found["name"] != "open_file":
            how = "created" if found["name"] == "create_file" else "modified"
            touch = Touch(found["path"], "created" if how == "created" else "modified")
            return Asked("edit", found["path"], (touch,))
        return Asked("shell", code, command=f"python3 - <<'PYTHON'\n{code}\nPYTHON")
    return asked(kind, given)


def touched(about: dict[str, Any]) -> tuple[Touch, ...]:
    """Return what the editor knows of a changed file: whether it was there before."""
    path, before = about.get("path"), about.get("prev_exist")
    if isinstance(path, str) and path and isinstance(before, bool) and about.get("new_content") is not None:
        return (Touch(path, "modified" if before else "created"),)
    return ()


def metrics(event: dict[str, Any]) -> Spent | None:
    """Return what the answer behind an event took; the prompt includes what was cached."""
    about = event.get("llm_metrics")
    listed = about.get("token_usages") if isinstance(about, dict) else None
    last = listed[-1] if isinstance(listed, list) and listed else None
    if not isinstance(last, dict):
        return None
    cached, written = last.get("cache_read_tokens") or 0, last.get("cache_write_tokens") or 0
    return Spent(
        answer=str(last.get("response_id") or ""),
        model=str(last.get("model") or ""),
        input=max((last.get("prompt_tokens") or 0) - cached - written, 0),
        cache_read=cached,
        cache_write=written,
        output=last.get("completion_tokens") or 0,
    )
