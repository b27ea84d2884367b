"""SYNAPSE's domains of rules: what its manifests say makes each one active, and what its session knows. On the fast path.

A manifest has `NAME_SUFFIX=value` on each line, split at the first `=`. Its own engine never reads it while it runs, and
injects the same rules whatever is active; so nothing here depends on what that engine did.
"""

import os

from batonpass.model.may_be_json import fields

MANIFEST = ".synapse/manifest"
SQUADS = "squads"  # each may have a manifest of its own
SESSIONS = ".synapse/sessions"
# In this order: a name may itself end like a suffix, as WORKFLOW does.
SUFFIXES = {
    "_WORKFLOW_TRIGGER": "workflow",
    "_AGENT_TRIGGER": "agent",
    "_NON_NEGOTIABLE": "",
    "_ALWAYS_ON": "",
    "_EXCLUDE": "exclude",
    "_RECALL": "recall",
    "_STATE": "state",
}
GLOBAL = "GLOBAL_EXCLUDE"
LISTS = ("exclude", "recall")
TRIGGERS = ("agent", "workflow", "recall")


def manifests(root: str) -> list[str]:
    """Return the manifests that are there, and the main one also where it is not: it may come."""
    found = [os.path.join(root, MANIFEST)]
    try:
        squads = sorted(os.listdir(os.path.join(root, SQUADS)))
    except OSError:
        return found
    inner = [os.path.join(root, SQUADS, squad, MANIFEST) for squad in squads]
    return [*found, *(path for path in inner if os.path.isfile(path))]


def domains(root: str) -> list[dict[str, object]]:
    """Return the domains that something makes active; those that always are never change."""
    found: dict[str, dict[str, object]] = {}
    for path in manifests(root):
        excluded: list[str] = []
        mine: dict[str, dict[str, object]] = {}
        for key, value in _pairs(path):
            if key == GLOBAL:
                excluded = _listed(value)
                continue
            suffix = next((s for s in SUFFIXES if key.endswith(s) and len(key) > len(s)), "")
            if suffix:
                told = mine.setdefault(key.removesuffix(suffix), {"name": key.removesuffix(suffix)})
                told[SUFFIXES[suffix]] = _listed(value) if SUFFIXES[suffix] in LISTS else value
        for name, told in mine.items():
            own = told.get("exclude")
            told["exclude"] = [*excluded, *(own if isinstance(own, list) else ())]
            found.setdefault(name, told)
    return [
        told for told in found.values() if told.get("state") != "inactive" and any(map(told.get, TRIGGERS))
    ]


def session(root: str, name: str) -> dict[str, str]:
    """Return what its session file knows: the active agent, workflow and task, "" for what it does not."""
    told = _read(os.path.join(root, SESSIONS, f"{os.path.basename(name)}.json"))
    return {key: _id(told.get(f"active_{key}")) for key in ("agent", "workflow", "task")}


def _pairs(path: str) -> list[tuple[str, str]]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file]
    except OSError:
        return []
    parted = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return [(key.strip(), value.strip()) for key, found, value in parted if found]


def _listed(value: str) -> list[str]:
    return [word for part in value.split(",") if (word := part.strip().lower())]


def _id(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("id")
    return value if isinstance(value, str) else ""


def _read(path: str) -> dict[str, object]:
    try:
        with open(path, "rb") as file:
            return fields(file.read())
    except OSError:
        return {}
