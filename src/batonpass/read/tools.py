"""What a call asks for, in the same words for every client: the tool, the files, the command, the patch."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, get_args

from batonpass.model.act import Tool, Touch, Touched
from batonpass.read.records import decoded
from batonpass.tables.load import words

PATCH_BEGIN, PATCH_END = "*** Begin Patch", "*** End Patch"
HOW: Mapping[str, Touched] = {"write": "written", "edit": "modified", "read": "read"}
SHELLS = ("bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash")
UNESCAPED = {"\\n": "\n", "\\`": "`", "\\$": "$", "\\\\": "\\"}


class Asked(NamedTuple):
    """What a call asks for."""

    tool: Tool
    text: str  # what a person would show of it
    touches: tuple[Touch, ...] = ()
    command: str = ""
    patch: str = ""
    folder: str = ""


@cache
def _tools() -> dict[str, Tool]:
    tools: tuple[Tool, ...] = get_args(Tool)
    listed = words("transcripts")["tools"]
    return {name: tool for tool in tools for name in listed.get(tool, ())}


@cache
def _fields(name: str) -> tuple[str, ...]:
    return tuple(words("transcripts")["fields"][name])


@cache
def _listed(group: str, name: str) -> frozenset[str]:
    return frozenset(words("transcripts")[group][name])


def bare(name: str) -> str:
    """Return a tool's name without the server or namespace in front, in lower case."""
    last = name.rsplit("__", 1)[-1] if name.startswith("mcp__") else name.rsplit(".", 1)[-1]
    return last.lower()


def tool_of(name: str) -> Tool:
    """Return what a client's tool is."""
    return _tools().get(name.lower()) or _tools().get(bare(name), "other")


def asked(name: str, arguments: Any) -> Asked:
    """Return what a call with these arguments asks for."""
    given = _given(arguments)
    tool, short = tool_of(name), bare(name)
    if tool == "shell":
        return _shell(given)
    patch = patch_in(_first(given, "patch") or (_as_text(arguments) if tool == "patch" else ""))
    if patch or tool == "patch":
        return Asked("patch", patch or _told(given), patch=patch)
    if tool == "edit" and isinstance(given.get("command"), str):
        tool = _editor(given["command"])
    if tool in ("write", "edit", "read"):
        return Asked(tool, _told(given), _touches(tool, given))
    if tool == "other" and (moved := _moved(short, given)):
        return Asked("edit", _told(given), moved)
    if tool == "other" and (patch := patch_in(_script(given, arguments))):
        return Asked("patch", patch, patch=patch)
    return Asked(tool, _told(given))


def patch_in(text: str) -> str:
    """Return the patch inside a text, "" where there is none."""
    start = text.find(PATCH_BEGIN)
    if start < 0:
        return text if text.startswith(("diff --git ", "--- ")) else ""
    end = text.find(PATCH_END, start)
    return text[start : end + len(PATCH_END)] if end > 0 else text[start:]


def _given(arguments: Any) -> dict[str, Any]:
    if isinstance(arguments, str):
        value = decoded(arguments.encode("utf-8", "replace"))
        if value is None:
            return {"input": arguments}
        arguments = value
    if isinstance(arguments, list):
        return {"command": arguments}
    return arguments if isinstance(arguments, dict) else {}


def _as_text(arguments: Any) -> str:
    return arguments if isinstance(arguments, str) else ""


def _first(given: Mapping[str, Any], field: str) -> str:
    values = (given.get(name) for name in _fields(field))
    return next((value for value in values if isinstance(value, str) and value), "")


def _shell(given: Mapping[str, Any]) -> Asked:
    value = next((given[name] for name in _fields("command") if given.get(name)), "")
    command = shell_command(value)
    if not command and isinstance(given.get("input"), str):
        command = given["input"]
    return Asked("shell", command, command=command, folder=_first(given, "folder"))


def shell_command(value: Any) -> str:
    """Return a command as it would be typed, from the text or the list of words a client keeps."""
    if not isinstance(value, list):
        return value if isinstance(value, str) else ""
    listed = [str(word) for word in value]
    match listed:
        case [shell, option, script, *_] if shell in SHELLS and option.startswith("-") and "c" in option:
            return script
        case ["apply_patch" | "applypatch", patch]:
            return f"apply_patch <<'PATCH'\n{patch}\nPATCH"
        case [only]:
            return only
    return " ".join(quoted(word) for word in listed)


def quoted(word: str) -> str:
    """Return a word so that a shell reads it as it is."""
    plain = word and all(c.isalnum() or c in "_@%+=:,./-" for c in word)
    return word if plain else "'" + word.replace("'", "'\"'\"'") + "'"


def _editor(command: str) -> Tool:
    for tool in ("read", "write", "edit"):
        if command in _listed("edits", tool):
            return tool
    return "other"


def _touches(tool: str, given: Mapping[str, Any]) -> tuple[Touch, ...]:
    path = _first(given, "path")
    several = next((given[name] for name in _fields("paths") if isinstance(given.get(name), list)), ())
    found = [path] if path else [p for p in map(_path_of, several) if p]
    edits = given.get("edits")
    first = edits[0] if isinstance(edits, list) and edits and isinstance(edits[0], Mapping) else given
    makes = tool == "edit" and any(first.get(name) == "" for name in _fields("before"))
    how: Touched = "written" if makes else HOW[tool]
    return tuple(Touch(local(p), how) for p in found)


def _path_of(value: Any) -> str:
    if isinstance(value, Mapping):
        return _first(value, "path")
    return value if isinstance(value, str) else ""


def local(path: str) -> str:
    """Return a path that may be written as a file's address."""
    return path.removeprefix("file://")


def _moved(name: str, given: Mapping[str, Any]) -> tuple[Touch, ...]:
    source, target = given.get("source"), given.get("destination")
    if name in _listed("moves", "move") and isinstance(source, str) and isinstance(target, str):
        return (Touch(target, "renamed", source),)
    path = _first(given, "path")
    return (Touch(path, "deleted"),) if path and name in _listed("moves", "delete") else ()


def _script(given: Mapping[str, Any], arguments: Any) -> str:
    """Return the code of a tool that runs code, where a patch may stand inside of a string."""
    code = given.get("source") or given.get("code") or given.get("input") or _as_text(arguments)
    if not isinstance(code, str) or PATCH_BEGIN not in code:
        return ""
    for written, meant in UNESCAPED.items():
        code = code.replace(written, meant)
    return code


def _told(given: Mapping[str, Any]) -> str:
    """Return what a person would show of a call: its file, else what was asked."""
    return _first(given, "path") or _first(given, "text") or _questions(given.get("questions"))


def _questions(listed: Any) -> str:
    questions: Iterable[Any] = listed if isinstance(listed, list) else ()
    return "\n".join(
        q["question"] for q in questions if isinstance(q, dict) and isinstance(q.get("question"), str)
    )


def changes(listed: Any) -> tuple[Touch, ...]:
    """Return the changes of a patch as Codex lists them: path → {type: add | update | delete}, or {add: {…}}."""
    found = []
    for path, about in listed.items() if isinstance(listed, dict) else ():
        if isinstance(about, dict):
            kind = about.get("type") if isinstance(about.get("type"), str) else next(iter(about), "")
            inner = about.get(kind)
            moved = inner.get("move_path") if isinstance(inner, dict) else about.get("move_path")
            found.append(_change(path, str(kind), moved))
    return tuple(found)


def _change(path: str, kind: str, moved: Any) -> Touch:
    if isinstance(moved, str) and moved:
        return Touch(moved, "renamed", path)
    how: dict[str, Touched] = {
        "add": "created",
        "create": "created",
        "delete": "deleted",
        "remove": "deleted",
    }
    return Touch(path, how.get(kind, "modified"))
