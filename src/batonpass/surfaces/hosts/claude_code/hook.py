"""`baton hook EVENT`: what the client asks at an event, answered in JSON. On the fast path.

Always exits 0, because 2 blocks in the client. A fault of ours is one line in the journal, and the work goes on as if
we were not there: only what a person lists as `fail_closed` is refused then.
"""

import gc
import json
import os
import sys

EVENTS = {
    "SessionStart": "session_start",
    "UserPromptSubmit": "user_prompt_submit",
    "PreToolUse": "pre_tool_use",
    "PostToolUse": "post_tool_use",
    "SubagentStart": "subagent_start",
    "SubagentStop": "subagent_stop",
    "PreCompact": "pre_compact",
    "PostCompact": "post_compact",
    "Stop": "stop",
    "SessionEnd": "session_end",
    "statusline": "status_line",
}
SECONDS = 45.0  # the client waits for 60 (hosts.toml); whom it ends itself can record nothing
PLAIN = frozenset({"statusline", "PreCompact"})  # read as text, not as JSON


class TookTooLongError(BaseException):
    """Whoever catches an `OSError` to go on must not catch this."""


def run(arguments: list[str]) -> int:
    """Answer one event, and exit 0 whatever happens; `SessionStart.2` is the second part of an answer."""
    event, _, part = (arguments[0] if arguments else "").partition(".")
    gc.disable()  # so short a process has nothing to collect, and looking for it takes a tenth of a long one's time
    said = _answered(event, int(part) if part.isdigit() else 1)
    if event not in PLAIN:
        said = json.dumps(said or {})
    _write(f"{said or ''}\n" if event not in PLAIN or said else "")
    return 0


def _answered(event: str, part: int) -> object:
    """Return what a module says to its event; nothing where this is no project of ours."""
    root = ""
    asked: dict[str, object] = {}
    try:
        _be_done_within(SECONDS)
        from batonpass.flow.place import project_of  # noqa: PLC0415 - inside of the boundary, as all of ours
        from batonpass.surfaces.hosts.claude_code.asked import Asked  # noqa: PLC0415

        value = json.loads(sys.stdin.buffer.read() or b"{}")
        asked = value if isinstance(value, dict) else {}
        root = project_of(os.environ.get("CLAUDE_PROJECT_DIR", ""), str(asked.get("cwd") or os.getcwd()))
        if not root or event not in EVENTS:
            return None
        # `importlib` and the warnings it brings along take as long as four modules of ours
        module = __import__(f"{__package__}.{EVENTS[event]}", fromlist=["answer"])
        return module.answer(Asked(root, asked, part))
    except BaseException as error:  # noqa: BLE001 - the boundary: whatever it is, no tool call may break by it
        _be_done_within(0)
        return _failed(root, event, asked, error)


def _be_done_within(seconds: float) -> None:
    """Raise where it takes longer: a lock that nobody releases, a disk that does not answer."""
    signals = __import__("_signal")  # `signal` brings enum along, which takes as long as all else
    if not hasattr(signals, "SIGALRM"):
        return  # on Windows the client's own patience must do

    def stop(*_: object) -> None:
        raise TookTooLongError(f"it took more than {seconds:g} s")

    signals.signal(signals.SIGALRM, stop)
    signals.setitimer(signals.ITIMER_REAL, seconds)


def _failed(root: str, event: str, asked: dict[str, object], error: BaseException) -> object:
    """Record a fault; deny only what a person wants denied then."""
    sys.stderr.write(f"baton: {type(error).__name__}: {error}\n")
    if not root:
        return None
    from batonpass.flow import faults, policy  # noqa: PLC0415 - only where there is a fault

    closed = faults.record(root, event, str(asked.get("tool_name") or ""), error, policy.last(root))
    if event != "PreToolUse" or not closed:
        return None
    return {
        "hookSpecificOutput": {
            "hookEventName": event,
            "permissionDecision": "deny",
            "permissionDecisionReason": closed,
        }
    }


def _write(text: str) -> None:
    try:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or it is tried again at the exit
