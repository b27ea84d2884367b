"""Progress files: found, and read whoever wrote them. What is wrong with one is said, never raised."""

import os
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from batonpass.model.problem import Problem
from batonpass.model.progress import Dialect, Found
from batonpass.read import look
from batonpass.read.unreadable import Unreadable
from batonpass.read.yaml_tree import documents

NAME = "MANIFEST.yaml"
VERSION = 1  # of the files we write
ANY = re.compile(r"\{\w+\}")
STANDINGS: Mapping[str, str] = {
    "pending": "pending",
    "not_started": "pending",
    "in_progress": "in_progress",
    "active": "in_progress",
    "blocked": "in_progress",
    "complete": "complete",
    "completed": "complete",
    "done": "complete",
    "skipped": "skipped",
}
SLUGS = ("workflow_slug", "feature_slug")


def places(root: str, folders: Sequence[str]) -> tuple[str, ...]:
    """Return the progress files in these folders, the one written last at the end; {…} stands for any name."""
    patterns = (posixpath.join(ANY.sub("*", folder), NAME) for folder in folders)
    found = {path for pattern in patterns for path in look.matches(root, pattern)}
    return tuple(sorted(found, key=lambda path: (_written(root, path), path)))


def _written(root: str, path: str) -> float:
    try:
        return os.stat(os.path.join(root, path)).st_mtime
    except OSError:
        return 0.0


def read(root: str, path: str) -> Found | None:
    """Return a progress file, None where there is none."""
    data = look.data(root, path)
    return None if data is None else parse(root, path, data.decode("utf-8", "replace"))


def parse(root: str, path: str, text: str) -> Found:
    """Return what a progress file says, and what is wrong with it."""
    folder = posixpath.basename(posixpath.dirname(path))
    values, problems = _values(path, text)
    dialect = _dialect(values)
    if not problems:
        problems = [*_strange(path, values, dialect), *_outside(root, path, values)]
    return Found(
        path=path,
        text=text,
        values=values,
        dialect=dialect,
        workflow=str(_inside(values, "baton").get("workflow") or folder),
        current=str(values.get("current_phase") or ""),
        phases=_phases(values),
        problems=tuple(problems),
    )


def plain(text: str) -> dict[str, Any]:
    """Return the values of a text that is one YAML mapping, none where it is not."""
    return _values("", text)[0]


def salvaged(text: str) -> tuple[str, dict[str, Any]]:
    """Return the longest beginning of a broken file that is a mapping, and its values; nothing where there is none."""
    lines = text.splitlines(keepends=True)
    for end in range(len(lines) - 1, 0, -1):
        values = plain("".join(lines[:end]))
        if values and isinstance(values.get("phases", {}), dict):
            return "".join(lines[:end]), values
    return "", {}


def _values(path: str, text: str) -> tuple[dict[str, Any], list[Problem]]:
    todo = "`baton phase doctor --write` writes it again from the journal, and keeps this one beside it"
    try:
        found = documents(text)
    except Unreadable as error:
        return {}, [Problem("progress-readable", "error", error.found, todo, path, line=error.line)]
    if len(found) == 1 and isinstance(found[0], dict):
        return found[0], []
    what = "it is empty" if not found or found[0] is None else "it is no YAML mapping with phases"
    return {}, [Problem("progress-readable", "error", what, todo, path, line=1)]


def _dialect(values: Mapping[str, Any]) -> Dialect:
    if isinstance(values.get("baton"), dict):
        return "ours"
    if "workflow_name" in values or "orchestration_skill" in values:
        return "setup"
    return "outputs" if "feature_name" in values or "feature_slug" in values else "unknown"


def _phases(values: Mapping[str, Any]) -> dict[str, str]:
    told = values.get("phases")
    return {
        str(key): STANDINGS.get(_word(_inside(entry).get("status")), "unknown")
        for key, entry in (told.items() if isinstance(told, dict) else ())
    }


def _strange(path: str, values: Mapping[str, Any], dialect: Dialect) -> Iterator[Problem]:
    version = _inside(values, "baton").get("schema_version")
    if dialect == "ours" and (not isinstance(version, int) or version > VERSION):
        found = f"it was written as version {version}, and this batonpass knows {VERSION}"
        yield Problem("progress-version", "error", found, "use the newer batonpass", path, "/baton", 1)
    if not isinstance(values.get("phases"), dict):
        todo = "name another workflow with --workflow, or take the file away"
        yield Problem("progress-phases", "error", "it has no `phases`: no progress file", todo, path, line=1)
    for key, standing in _phases(values).items():
        if standing == "unknown":
            said = _word(_inside(values, "phases", key).get("status")) or "no status"
            wanted = f"phase {key} is {said!r}: wanted one of pending, in_progress, complete, skipped"
            yield Problem(
                "progress-status", "warning", wanted, "mend it there", path, f"/phases/{key}/status"
            )


def _outside(root: str, path: str, values: Mapping[str, Any]) -> Iterator[Problem]:
    told = values.get("artifacts")
    for number, entry in enumerate(told if isinstance(told, list) else ()):
        named = _inside(entry).get("path") if isinstance(entry, dict) else entry
        if isinstance(named, str) and not is_inside(root, path, named):
            todo = "take it out, or `baton phase doctor --write` does"
            found = f"it names an artifact outside of the project: {named}"
            yield Problem("progress-outside", "error", found, todo, path, f"/artifacts/{number}")


def is_inside(root: str, path: str, named: str) -> bool:
    """Say whether a file that a progress file names lies in the project, seen from its root and from the file's folder."""
    beside = posixpath.join(posixpath.dirname(path), named)
    return look.stat(root, named) != "outside" and look.stat(root, beside) != "outside"


def _inside(value: Any, *keys: str) -> dict[str, Any]:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def _word(value: object) -> str:
    return str(value or "").strip().lower().replace("-", "_").replace(" ", "_")
