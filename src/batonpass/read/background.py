"""How a command that Claude Code ran in the background ended: a notice tells it, or a later call that looks."""

import re
from collections.abc import Iterator
from typing import NamedTuple

NOTICE = re.compile(r"<task-notification>(?P<about>.*?)</task-notification>", re.DOTALL)
NOTED = re.compile(r"<(tool-use-id|status|summary|result)>\s*(.*?)\s*</\1>", re.DOTALL)
CODE_SAID = re.compile(r"exit code (?P<code>\d+)")
BEGAN = re.compile(r"^Command running in background with ID: (?P<task>[\w-]+)")
LOOKED = re.compile(r"<(status|exit_code|stdout|stderr|output)>\s*(.*?)\s*</\1>", re.DOTALL)
ENDS = {"completed": True, "failed": False}
LOOKS = ("bash_id", "task_id", "shell_id")  # what the calls that look name a task by


class Ended(NamedTuple):
    """How one call came out."""

    call: str
    text: str
    ok: bool
    code: int | None


def noticed(text: str) -> Iterator[Ended]:
    """Yield what the notices in a text tell."""
    for found in NOTICE.finditer(text) if "<task-notification>" in text else ():
        about = dict(NOTED.findall(found["about"]))
        if about.get("tool-use-id") and about.get("status"):
            code = CODE_SAID.search(about.get("summary", ""))
            yield Ended(
                about["tool-use-id"],
                about.get("result") or about.get("summary", ""),
                about["status"] == "completed",
                int(code["code"]) if code else None,
            )


class Tasks:
    """The commands that were put into the background, and the calls that look how they are going."""

    def __init__(self) -> None:
        """Begin with none."""
        self.began: dict[str, str] = {}  # task → the call that began it
        self.looks: dict[str, str] = {}  # call that looks → the call that began it

    def begin(self, text: str, named: object, call: str) -> None:
        """Remember the task a call began, by the client's own field or by its words."""
        said = BEGAN.match(text)
        task = named if isinstance(named, str) else said["task"] if said else ""
        if task:
            self.began[task] = call

    def look(self, given: object, call: str) -> None:
        """Remember that a call looks after a task."""
        tasks = (given.get(name) for name in LOOKS) if isinstance(given, dict) else ()
        for task in tasks:
            if isinstance(task, str) and task in self.began:
                self.looks[call] = self.began[task]

    def seen(self, call: str, text: str) -> Iterator[Ended]:
        """Yield how a task ended, where a call looked after it and it had."""
        if call not in self.looks:
            return
        head = dict(LOOKED.findall(text))
        ok = ENDS.get(head.get("status", ""))
        if ok is not None:
            code = head.get("exit_code", "")
            shown = (head.get(name, "") for name in ("stdout", "stderr", "output"))
            yield Ended(
                self.looks[call], "\n".join(filter(None, shown)), ok, int(code) if code.isdigit() else None
            )
