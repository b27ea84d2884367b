"""What a client's status line was shown of a session: the one place that names its window. On the fast path."""

import os

from batonpass.model.may_be_json import fields

FOLDER = ".baton/cache/statusline"  # one file a session, as the status line's command was given it


def window_of(root: str, transcript: str) -> int:
    """Return the window of the session a transcript belongs to, 0 where no status line showed it."""
    for name in (session_of(transcript), "latest"):
        about = shown(os.path.join(root, FOLDER, f"{name}.json"))
        ours = name != "latest" or about.get("transcript_path") == transcript
        context = about.get("context_window")
        size = context.get("context_window_size") if isinstance(context, dict) else None
        if ours and isinstance(size, int) and size > 0:
            return size
    return 0


def seen(root: str) -> bool:
    """Tell whether a status line ever showed a window here."""
    try:
        names = os.listdir(os.path.join(root, FOLDER))
    except OSError:
        return False
    return any("context_window" in shown(os.path.join(root, FOLDER, name)) for name in names)


def session_of(transcript: str) -> str:
    """Return the session of a transcript; that of a nested agent lies in a folder of its session."""
    folder, name = os.path.split(transcript)
    if os.path.basename(folder) == "subagents":
        return os.path.basename(os.path.dirname(folder))
    return name.split(".", 1)[0]


def shown(path: str) -> dict[str, object]:
    """Return what a file holds, an empty object where there is none."""
    try:
        with open(path, "rb") as file:
            return fields(file.read())
    except OSError:
        return {}
