"""What routes remember, as a JSON file: read with patience for other versions, written as a whole or not at all."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import msgspec

from batonpass.model.errors import BadContent, BatonError, StorageFailed
from batonpass.model.problem import Problem
from batonpass.model.routing import VERSION, GroupState, RouteState
from batonpass.store import files, json_text
from batonpass.store.lock import held
from batonpass.tables.refused import Refusal, refusal

KEY = "schema_version"
BESIDE = "beside"
TODO = "mend it there, or take the file away to begin anew"


@contextmanager
def alone(path: str) -> Iterator[None]:
    """Let nobody else read and write a state for the block: groups end at the same time."""
    folder, name = os.path.split(os.path.realpath(path))
    lock = os.path.join(folder, f".{name}.lock")
    with held(lock):
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps what is open; who waits for it sees that it is gone
                os.unlink(lock)


def load(path: str, shown: str) -> tuple[RouteState, tuple[Problem, ...]]:
    """Return the state a file holds, a new one where there is none; `shown` is its path for people."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return RouteState(), ()
    except OSError as error:
        raise StorageFailed(f"cannot read the state: {error.strerror}", place=shown) from None
    if not data.strip():
        return RouteState(), ()
    try:
        return parse(data.decode("utf-8-sig"), shown)
    except UnicodeDecodeError as error:
        raise BadContent(f"the state is not UTF-8: {error.reason}", todo=TODO, place=shown) from None


def save(path: str, state: RouteState) -> None:
    """Write the state: a reader sees the old one or the new one."""
    data = msgspec.json.format(msgspec.json.encode(value(state)), indent=1)
    with files.storing(path):
        files.save(os.path.realpath(path), data + b"\n")


def parse(text: str, place: str) -> tuple[RouteState, tuple[Problem, ...]]:
    """Return the state a text holds, and what of it was written by another version."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        found = f"the state is no JSON: {error.msg} in column {error.colno}"
        raise BadContent(found, todo=TODO, place=f"{place}:{error.lineno}") from None
    except RecursionError:
        raise BadContent("the state is nested too deeply", todo=TODO, place=place) from None
    if not isinstance(raw, dict):
        raise BadContent("the state is no object", wanted='{"groups": …}', todo=TODO, place=f"{place}:1")
    version = raw.pop(KEY, 0)
    newer = isinstance(version, int) and version > VERSION
    problems = [_newer(version, place)] if newer else []
    whole, tries = _known({**raw, KEY: version} if newer else raw), len(text)
    while tries:
        try:
            return msgspec.convert(whole, RouteState), tuple(problems)
        except msgspec.ValidationError as error:
            why = refusal(str(error), whole, RouteState)
            if not newer or not why.path:
                raise _refused(text, why, place) from None
            whole, tries = _without(whole, why.path), tries - 1
            problems.append(_left_out(why, place))
    raise BadContent("the state cannot be read", todo=TODO, place=place)


def _newer(version: int, place: str) -> Problem:
    return Problem(
        rule="route-state",
        severity="warning",
        message=f"version {version} is newer than this one's {VERSION}: what it adds is kept and not used",
        todo="update batonpass",
        path=place,
    )


def _left_out(why: Refusal, place: str) -> Problem:
    message = f"{why.found}: not understood, so it is left out"
    return Problem(
        rule="route-state", severity="warning", message=message, todo="update batonpass", path=place
    )


def _refused(text: str, why: Refusal, place: str) -> BatonError:
    """Return the error with the line of the value; a key's own line is that of the object around it."""
    node = json_text.places(text.removeprefix("\ufeff"))
    for step in why.path:
        key: str | int = int(step) if step.isdigit() and step not in (node.members or {}) else step
        if key not in (node.members or {}):
            break
        node = node.at((key,))
    line = text.count("\n", 0, node.start) + 1
    found = f"the state has {why.found}" if why.found.startswith("no ") else f"the state's {why.found}"
    return BadContent(found, wanted=why.wanted, todo=TODO, place=f"{place}:{line}")


def _known(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value with all that is unknown set apart, in the state and in each group."""
    whole = _apart(raw, RouteState)
    if isinstance(whole.get("session"), dict):
        whole["session"] = _apart(whole["session"], GroupState)
    if isinstance(whole.get("groups"), dict):
        whole["groups"] = {
            name: _apart(group, GroupState) if isinstance(group, dict) else group
            for name, group in whole["groups"].items()
        }
    return whole


def _apart(raw: Mapping[str, Any], into: type[msgspec.Struct]) -> dict[str, Any]:
    known = set(into.__struct_fields__) - {BESIDE}
    beside = {key: value for key, value in raw.items() if key not in known}
    return {key: raw[key] for key in raw if key in known} | ({BESIDE: beside} if beside else {})


def _without(value: Any, path: tuple[str, ...]) -> Any:
    """Return a value without what stands at a path."""
    head, *rest = path
    if isinstance(value, list):
        at = int(head)
        inner = [_without(value[at], tuple(rest))] if rest else []
        return [*value[:at], *inner, *value[at + 1 :]]
    if rest:
        return {**value, head: _without(value[head], tuple(rest))}
    return {key: inner for key, inner in value.items() if key != head}


def value(state: RouteState) -> dict[str, Any]:
    """Return the JSON value of a state; what a newer version wrote stands where it stood, its number too."""
    whole = _together(msgspec.to_builtins(state))
    if "session" in whole:
        whole["session"] = _together(whole["session"])
    if "groups" in whole:
        whole["groups"] = {name: _together(group) for name, group in whole["groups"].items()}
    return {KEY: VERSION, **whole}


def _together(told: dict[str, Any]) -> dict[str, Any]:
    beside = told.pop(BESIDE, {})
    return {**beside, **told}
