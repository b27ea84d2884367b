"""SWE-agent: one document with the steps, the conversation and the patch handed in; also mini-SWE-agent's messages."""

import re
from typing import Any

from batonpass.model.act import Touch, Touched
from batonpass.model.may_be_json import fields
from batonpass.read.records import Record
from batonpass.read.says import exit_in, has_failed, text_of
from batonpass.read.telling import Telling
from batonpass.read.tools import Asked, asked, tool_of

NAME = "swe-agent"
STEP = frozenset({"action", "observation"})
MINI = re.compile(r"```(?:bash|sh|mswea_bash_command)\s*\n(?P<command>.*?)\n?```", re.DOTALL)
FIRST = re.compile(r"""\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s]+))""")
OPTION = re.compile(r"--?path(?:=|\s+)")
FILE_SHOWN = re.compile(r"\[File: (?P<path>[^\n]+?) \(\d+ lines total\)\]")
# The commands of its own; everything else is typed into a shell.
EDITS: dict[str, Touched] = {
    "create": "created",
    "edit": "modified",
    "insert": "modified",
    "append": "modified",
}
LOOKS = frozenset({"open", "goto", "scroll_up", "scroll_down", "view"})
SEARCHES = frozenset({"find_file", "search_file", "search_dir"})
ENDS = frozenset({"submit", "exit_cost", "exit_context", "exit_format", "exit_forfeit"})


def knows(value: Any, key: str = "") -> bool:
    """Tell a step, or what its runner notes."""
    if key == "trajectory":
        return isinstance(value, dict) and value.keys() >= STEP
    if key == "info":
        return isinstance(value, dict) and "mini_version" in value
    return key == "trajectory_format" and str(value).startswith("mini-swe-agent")


class Reader:
    """Reads part by part."""

    def __init__(self, telling: Telling) -> None:
        """Write into `telling`."""
        self.telling = telling
        self.asked = False
        self.open = ""  # the file its editor has open
        self.running = ""  # call whose output the next message of a mini run is

    def take(self, record: Record) -> None:
        """Read one part of the document."""
        value = record.value
        if record.key == "info" and isinstance(value, dict):
            self.handed_in(value, record)
        elif not isinstance(value, dict):
            return
        elif record.key == "trajectory":
            self.step(value, record)
        elif record.key == "history" and not value.get("is_demo"):
            self.demanded(value, record)
        elif record.key == "messages":
            self.message(value, record)

    def demanded(self, message: dict[str, Any], record: Record) -> None:
        """Read the task: the first message in the user's name that is no demonstration."""
        text = text_of(message.get("content"))
        demonstration = message.get("message_type") == "demonstration" or "DEMONSTRATION" in text[:400]
        if message.get("role") == "user" and not self.asked and not demonstration:
            self.asked = True
            self.telling.turn(text, record.span, "user")

    def step(self, step: dict[str, Any], record: Record) -> None:
        """Read what was thought, done and seen in one step."""
        state = state_of(step.get("state"))
        action, seen = text_of(step.get("action")).strip(), text_of(step.get("observation"))
        folder = str(state.get("working_dir") or "")
        if not self.telling.folder:
            self.telling.enter(folder, record.span)
        opened = str(state.get("open_file") or "")
        given = doing(action, self.open if self.open and self.open != "n/a" else opened, seen)
        self.telling.turn(text_of(step.get("thought") or step.get("response")), record.span)
        call = f"step {record.span.first}.{record.span.start}"
        if action:
            name = action.split(None, 1)[0]
            given = given._replace(folder=self.telling.folder)
            self.telling.call(record.span, given, call, name if given.tool != "shell" else "bash")
            self.seen(given, seen, call, record)
        self.open = opened or self.open
        self.telling.folder = folder or self.telling.folder

    def seen(self, given: Asked, seen: str, call: str, record: Record) -> None:
        """Read how a step came out; its editor says so in words only."""
        failed = given.tool in ("write", "edit") and has_failed(seen)
        diff = seen.strip() if given.tool == "plan" else ""
        self.telling.result(
            record.span,
            seen,
            call,
            ok=False if failed else None,
            code=exit_in(seen) if given.tool == "shell" else None,
            patch=diff if diff.startswith("diff --git") else "",
        )

    def handed_in(self, info: dict[str, Any], record: Record) -> None:
        """Read the patch the environment made of the work."""
        diff = text_of(info.get("submission"))
        if diff.strip():
            call = f"submission {record.span.first}"
            self.telling.call(record.span, Asked("plan", "submit"), call, "submit")
            self.telling.result(record.span, "", call, ok=True, patch=diff.lstrip())

    def message(self, message: dict[str, Any], record: Record) -> None:
        """Read a message of a mini run: one command in a fence, its output in the answer."""
        text, role = text_of(message.get("content")), message.get("role")
        if role == "assistant":
            self.telling.turn(text, record.span)
            if found := MINI.search(text):
                self.running = f"message {record.span.first}.{record.span.start}"
                self.telling.call(
                    record.span, asked("bash", {"command": found["command"]}), self.running, "bash"
                )
        elif role == "user" and self.running:
            self.telling.result(record.span, text, self.running, code=exit_in(text))
            self.running = ""
        elif role == "user":
            self.telling.turn(text, record.span, "client" if self.asked else "user")
            self.asked = True


def state_of(state: Any) -> dict[str, Any]:
    """Return what is known after a step; older runs keep it as text."""
    if isinstance(state, str):
        return fields(state)
    return state if isinstance(state, dict) else {}


def doing(action: str, opened: str, seen: str) -> Asked:
    """Return what an action asks for."""
    name, _, rest = action.partition(" ")
    name = name.split("\n", 1)[0]
    if name in ENDS:
        return Asked("plan", action)
    if name in EDITS:
        shown = FILE_SHOWN.search(seen)
        path = first_word(rest) if name == "create" else (shown["path"] if shown else opened)
        return Asked(
            "write" if name == "create" else "edit", path, (Touch(path, EDITS[name]),) if path else ()
        )
    if name in LOOKS:
        path = first_word(rest)
        return Asked("read", path, (Touch(path, "read"),) if path and not path.isdigit() else ())
    if name in SEARCHES:
        return Asked("search", action)
    if tool_of(name) == "edit" and name not in EDITS:
        return editor(name, rest)
    return asked("bash", {"command": action})


def editor(name: str, rest: str) -> Asked:
    """Return what an editor with commands of its own is asked for: `str_replace_editor create /a/b.py …`."""
    command = first_word(rest)
    after = rest.lstrip()[len(command) :].lstrip()
    after = OPTION.sub("", after, count=1) if after.startswith("-") else after
    return asked(name, {"command": command, "path": first_word(after)})


def first_word(text: str) -> str:
    """Return the first word of a command line, without its quotes."""
    found = FIRST.match(text)
    return next((group for group in found.groups() if group is not None), "") if found else ""
