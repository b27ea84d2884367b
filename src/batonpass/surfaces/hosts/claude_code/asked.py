"""What the client says at an event. On the fast path."""

import os

from batonpass.flow.policy import Policy, policy

JsonObject = dict[str, object]
READS = ("Read",)
SPAWNS = ("Agent", "Task")  # the tool that starts a subagent, and its name in older versions


class Asked:
    """One event: the project it happened in, and what the client told of it."""

    __slots__ = ("_policy", "part", "root", "told")

    def __init__(self, root: str, told: JsonObject, part: int = 1) -> None:
        """Hold the payload; the policy is read when it is first wanted."""
        self.root, self.told, self.part = root, told, part  # part: of an answer too long for one hook
        self._policy: Policy | None = None

    @property
    def policy(self) -> Policy:
        """Return what holds in the project."""
        if self._policy is None:
            self._policy = policy(self.root)
        return self._policy

    def text(self, name: str) -> str:
        """Return a field that is a text, "" where it is none."""
        value = self.told.get(name)
        return value if isinstance(value, str) else ""

    def inside(self, name: str) -> JsonObject:
        """Return a field that is an object, an empty one where it is none."""
        value = self.told.get(name)
        return value if isinstance(value, dict) else {}

    @property
    def session(self) -> str:
        """Return the session's id, which names files: no separator is left in it."""
        return os.path.basename(self.text("session_id")) or "unknown"

    @property
    def transcript(self) -> str:
        """Return the main transcript; the client may spell it with `~`."""
        return os.path.expanduser(self.text("transcript_path"))


def client() -> str:
    """Return what the running client is known by: a cleared session goes on under another name in the same one."""
    return os.environ.get("CLAUDE_PID") or "unknown"


def context(event: str, text: str) -> JsonObject | None:
    """Return the answer that gives the model something to read, None where there is nothing to say."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": text}} if text else None
