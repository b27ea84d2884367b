"""A fault of ours inside a hook: one line in the journal, never a broken tool call. On the fast path."""

import os
import sys

from batonpass.store import notes

LINE_BYTES = 65_536  # limits.toml says the same; a policy that cannot be read cannot tell
MESSAGE = 500  # characters of an error that say enough


def record(root: str, event: str, tool: str, error: BaseException, policy: dict[str, object]) -> str:
    """Record a fault; return why the call is refused all the same, "" where it goes on."""
    message = f"{type(error).__name__}: {error}"[:MESSAGE]
    told: dict[str, object] = {"hook": event, "tool": tool, "error": message, "place": place_of(error)}
    try:
        notes.note(root, "hook.failed", LINE_BYTES, told)
    except Exception as unwritten:  # noqa: BLE001 - a disk that takes no line must not stop the work either
        sys.stderr.write(f"baton: {unwritten}\n")
    closed = policy.get("fail_closed")
    if not isinstance(closed, list) or not {event, tool}.intersection(closed):
        return ""
    return (
        f"baton failed ({message}), and this project refuses {tool or event} then: `fail_closed` in "
        ".baton/config.toml. Run `baton doctor`, or take it off that list."
    )


def place_of(error: BaseException) -> str:
    """Return the innermost file and line of ours that an error passed through."""
    place, frame = "", error.__traceback__
    while frame is not None:
        file = frame.tb_frame.f_code.co_filename
        if "batonpass" in file:
            place = f"{file.rsplit('batonpass', 1)[-1].lstrip('/' + os.sep)}:{frame.tb_lineno}"
        frame = frame.tb_next
    return place
