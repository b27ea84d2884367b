"""What hooks keep of an agent's run from one event to the next: a small file each. On the fast path.

A cache: a run that is forgotten is found again in its transcript, at some cost.
"""

import json
import os
import time

from batonpass.model.may_be_json import fields

FOLDER = ".baton/cache/runs"


def folder(root: str, session: str) -> str:
    """Return where the runs of a session are kept."""
    return os.path.join(root, FOLDER, _name(session))


def get(root: str, session: str, run: str) -> dict[str, object]:
    """Return what is known of a run, nothing where it is none of ours."""
    return _read(os.path.join(folder(root, session), f"{_name(run)}.json"))


def put(root: str, session: str, run: str, **told: object) -> None:
    """Keep more of a run. One agent's events come one after the other, so nobody else writes its file."""
    place = os.path.join(folder(root, session), f"{_name(run)}.json")
    both = {**_read(place), **told}
    keep(place, json.dumps(both).encode())


def keep(place: str, data: bytes) -> None:
    """Replace a small file as a whole; what a cache holds need not wait for the disk."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    temporary = f"{place}.{os.getpid():x}.tmp"
    with open(temporary, "wb") as file:
        file.write(data)
    os.replace(temporary, place)


def mark(root: str, session: str, run: str, word: str) -> None:
    """Keep one word of a run, which another of its events may do at the same moment."""
    os.makedirs(folder(root, session), exist_ok=True)
    with open(os.path.join(folder(root, session), f"{_name(run)}.{word}"), "wb"):
        return


def is_marked(root: str, session: str, run: str, word: str) -> bool:
    """Say whether that word is kept."""
    return os.path.exists(os.path.join(folder(root, session), f"{_name(run)}.{word}"))


def of_session(root: str, session: str) -> dict[str, dict[str, object]]:
    """Return run → what is known of it, for all runs of a session, in the order of their names."""
    here = folder(root, session)
    try:
        names = sorted(name for name in os.listdir(here) if name.endswith(".json"))
    except OSError:
        return {}
    return {name.removesuffix(".json"): _read(os.path.join(here, name)) for name in names}


def pend(root: str, session: str, agent: str, call: str, text: str) -> None:
    """Keep what an agent is to be told when it starts: its call is known by then, its run is not."""
    if text:
        keep(os.path.join(folder(root, session), f"{_name(agent)}.{_name(call)}.pending"), text.encode())


def pending(root: str, session: str, agent: str) -> str:
    """Return what a call of an agent left to be told, the first one first and each once; "" where there is nothing."""
    here, begin = folder(root, session), f"{_name(agent)}."
    try:
        names = [n for n in os.listdir(here) if n.startswith(begin) and n.endswith(".pending")]
    except OSError:
        return ""
    for name in sorted(names):
        mine = os.path.join(here, f"{name}.{os.getpid():x}")
        try:
            os.rename(os.path.join(here, name), mine)
        except OSError:
            continue  # another agent that starts at this moment has taken it
        with open(mine, encoding="utf-8") as file:
            text = file.read()
        os.unlink(mine)
        return text
    return ""


def said(root: str, told: dict[str, object]) -> str:
    """Return what a run said at its end, in full, "" where nobody kept it."""
    try:
        with open(
            os.path.join(root, str(told.get("full") or ".")), encoding="utf-8", errors="replace"
        ) as file:
            return file.read()
    except OSError:
        return ""


def forget(root: str, session: str) -> None:
    """Take the files of a session away."""
    here = folder(root, session)
    try:
        for name in os.listdir(here):
            os.unlink(os.path.join(here, name))
        os.rmdir(here)
    except OSError:
        return  # never made, or another hook of the session is still at it: the next end takes it away


def now() -> float:
    """Return the time that runs are compared by."""
    return time.time()


def _read(place: str) -> dict[str, object]:
    try:
        with open(place, "rb") as file:
            return fields(file.read())
    except OSError:
        return {}


def _name(text: str) -> str:
    return os.path.basename(text.replace("\\", "/")) or "unknown"
