"""Summaries that leave out what the next phase needs."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.causes import listed
from batonpass.validate.message import Message, MessageCase
from batonpass.validate.rule import Finding
from batonpass.validate.summaries import summaries

NAME = "essentials"
SAYS = "A summary names files, what to follow or decide, and in a validation the result"
WHY = "Findings are thrown away after the phase: what the summary does not say is searched again."
OF = ("response",)
FILES = {"existing_implementations": "file", "patterns_found": "file"}
CHANGED = {"files_created": "path", "files_modified": "path"}
TELLING = ("path", "named", "decided")  # how checks came out tells something of a validation only
GOOD = (
    MessageCase(
        title="nothing was found, and nothing is in the way",
        message={
            "findings": {},
            "context_summary": "No auth code exists and no conflicts: create it as a tRPC router.",
        },
    ),
    MessageCase(
        title="a validation says how it came out",
        phase="validate",
        message={"context_summary": "Types and lint clean, 15/15 tests pass, coverage 92%."},
    ),
)
BAD = (
    MessageCase(
        title="nothing that could be used",
        message={"context_summary": "Everything went well and the work is done."},
        finds=(Finding("error", "/context_summary", "names no file, no code and no decision"),),
    ),
    MessageCase(
        title="praise for the work",
        message={"context_summary": "The task was completed successfully and all requirements are met."},
        finds=(Finding("error", "/context_summary", "names no file, no code and no decision"),),
    ),
    MessageCase(
        title="nothing yet",
        message={"context_summary": "TODO"},
        finds=(Finding("error", "/context_summary", "names no file, no code and no decision"),),
    ),
    MessageCase(
        title="files were found, and none is named",
        message={"context_summary": "There is session code, extend it with JWT and create a router."},
        finds=(Finding("warning", "/context_summary", "names none of the files in findings"),),
    ),
    MessageCase(
        title="files were found, and nothing is said about them",
        message={"context_summary": "src/lib/auth.ts and src/server/routers/user.ts exist there today."},
        finds=(Finding("warning", "/context_summary", "says neither what to follow nor what to do"),),
    ),
    MessageCase(
        title="a validation without its result",
        phase="validate",
        message={"context_summary": "The checks of src/lib/auth.ts were run with npm."},
        finds=(Finding("warning", "/context_summary", "does not say how the checks came out"),),
    ),
)


def check(message: Message) -> Iterator[Problem]:
    """Yield what a summary leaves out; one that names nothing at all is an error."""
    for pointer, text in summaries(message.kind, message.fields):
        lacking = tuple(_lacking(message.fields, text))
        for severity, found, todo in lacking:
            yield Problem(NAME, severity, found, todo, pointer=pointer)


def _lacking(fields: Mapping[str, Any], text: str) -> Iterator[Any]:
    phase, findings = fields.get("phase"), fields.get("findings")
    known = findings if isinstance(findings, Mapping) else {}
    checked = phase in ("validate", "parallel")
    if _is_empty(text) or not any(_has(name, text) for name in (*TELLING, *(("result",) if checked else ()))):
        yield "error", "names no file, no code and no decision", "name what the next phase must know"
        return
    if checked:
        if not _has("result", text):
            yield "warning", "does not say how the checks came out", "write: 15/15 tests pass, lint clean"
        return
    files = [*_files(known, FILES), *_files(known, CHANGED)]
    if files and not any(_is_named(path, text) for path in files):
        yield "warning", "names none of the files in findings", f"name at least {files[0]}"
    elif phase == "research" and known and not _has("decided", text):
        found = "says neither what to follow nor what to do"
        yield "warning", found, "say what the next agent should follow, extend, create or avoid"


def _is_empty(text: str) -> bool:
    """Say whether a text is a placeholder, or too short to tell anything but a file."""
    return _has("nothing", text) or (len(text.split()) < _least() and not _has("path", text))


def _least() -> int:
    words: int = load.words("messages")["essentials"]["least_words"]
    return words


def _files(findings: Mapping[str, Any], places: Mapping[str, str]) -> Iterator[str]:
    for key, field in places.items():
        for item in listed(dict(findings), key):
            if isinstance(item, Mapping) and isinstance(item.get(field), str) and item[field]:
                yield item[field]


def _is_named(path: str, text: str) -> bool:
    """Say whether a text names a path, or the file's name alone."""
    name = path.rstrip("/").rsplit("/", 1)[-1]
    return path in text or name in text or name.rsplit(".", 1)[0] in re.findall(r"[\w-]+", text)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    flags = re.IGNORECASE if name in ("decided", "result", "nothing") else 0
    return re.compile(load.words("messages")["essentials"][name], flags)


def _has(name: str, text: str) -> bool:
    return _pattern(name).search(text) is not None
