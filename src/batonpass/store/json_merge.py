"""A fragment merged into a JSON file, and the same fragment taken out again. Pure functions over text.

Objects are merged by key and lists by entry; a single value is only set where there is none, so nothing of
theirs is ever replaced. What was really added is known afterwards: that, and nothing else, comes out again.
"""

import json
from collections.abc import Iterator
from typing import Any

from batonpass.model.errors import BadContent
from batonpass.model.may_be_json import NO_JSON
from batonpass.store.json_text import MARK, Path, insert, places, remove

Fragment = dict[str, Any]
ABSENT = object()


def merged(text: str, fragment: Fragment, place: str) -> tuple[str, Fragment]:
    """Return the text with the fragment in it, and what of it was really added."""
    text = text if text.removeprefix(MARK).strip() else "{}\n"
    added: Fragment = {}
    _read(text, place)
    for path, value in _leaves(fragment, ()):
        now = _read(text, place)
        known = _at(now, path)
        if isinstance(value, list) and isinstance(known, list):
            for item in (item for item in value if item not in known):
                text = insert(text, path, None, item)
                _note(added, path, [item])
        elif known is ABSENT:
            text = _set(text, now, path, value, place)
            _note(added, path, value)
        elif isinstance(value, list):
            raise _mistaken(path, "list", "[ ]", place)
    return text, added


def subtracted(text: str, added: Fragment, place: str) -> str:
    """Return the text without what was added; what was changed since is theirs by now, and stays."""
    for path, value in _leaves(added, ()):
        known = _at(_read(text, place), path)
        if isinstance(value, list) and isinstance(known, list):
            for item in value:
                known = _at(_read(text, place), path)
                if item in known:
                    text = remove(text, (*path, known.index(item)))
            if not _at(_read(text, place), path):
                text = _emptied(text, path, place)
        elif known == value:
            text = _emptied(text, path, place)
    return text


def _emptied(text: str, path: tuple[str, ...], place: str) -> str:
    """Return the text without a value, and without the objects that held nothing else."""
    text = remove(text, path)
    while len(path) > 1 and _at(_read(text, place), path[:-1]) == {}:
        path = path[:-1]
        text = remove(text, path)
    return text


def _set(text: str, now: Any, path: tuple[str, ...], value: object, place: str) -> str:
    """Return the text with a value at a path, in the nearest object that is there."""
    depth = len(path) - 1
    while _at(now, path[:depth]) is ABSENT:
        depth -= 1
    for key in reversed(path[depth + 1 :]):
        value = {key: value}
    if not isinstance(_at(now, path[:depth]), dict):
        raise _mistaken(path[:depth], "object", "{ }", place)
    return insert(text, path[:depth], path[depth], value)


def _mistaken(path: tuple[str, ...], kind: str, wanted: str, place: str) -> BadContent:
    """Return that a client would take nothing of such a file: what was added to it would never be seen."""
    return BadContent(
        f"{'.'.join(path)} is no {kind}", wanted=wanted, todo="mend it, then run it again", place=place
    )


def _leaves(fragment: Fragment, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every list and single value of a fragment with the keys that lead to it."""
    for key, value in fragment.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _note(added: Fragment, path: tuple[str, ...], value: Any) -> None:
    for key in path[:-1]:
        added = added.setdefault(key, {})
    if isinstance(value, list) and path[-1] in added:
        added[path[-1]] += value
    else:
        added[path[-1]] = value


def _at(value: Any, path: Path) -> Any:
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return ABSENT
        value = value[key]
    return value


def _read(text: str, place: str) -> Any:
    try:
        value = json.loads(text.removeprefix(MARK))
    except NO_JSON as error:
        line = getattr(error, "lineno", 1)
        raise BadContent(
            f"not JSON: {error}", todo="mend it, then run it again", place=f"{place}:{line}"
        ) from None
    if not isinstance(value, dict):
        raise BadContent(
            "not a JSON object",
            wanted="settings in { }",
            todo="mend it, then run it again",
            place=f"{place}:1",
        )
    places(text)
    return value
