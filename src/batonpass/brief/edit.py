"""A handoff as a text that a person corrects, and the corrections read back from it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from batonpass.brief.edit_text import Line, Written, field, joined, mistake, parse, write, write_name
from batonpass.brief.editable import ITEM_FIELDS, Place, is_taken, new_item_fields, places
from batonpass.brief.sections import ORDER, handle, said
from batonpass.model.errors import BadContent
from batonpass.model.manifest import escape
from batonpass.model.may_be_json import NO_JSON

INTRODUCTION = """\
# {agent}, {type}: {handle}
# Correct what is wrong, then save and close. Lines that start with # are ignored.
# Delete a line to delete what it says. "- text" under a section adds something to it.
# A text may go on over lines that start with spaces.
"""


class Correction(Struct, frozen=True):
    """One thing a person said otherwise. A pointer ends in `/-` where an item was added to a list."""

    pointer: str
    before: Any = None  # None = it was not there
    after: Any = None  # None = it is gone


class Corrections(Struct, frozen=True):
    """All that a person changed. Pointers are those of the manifest before."""

    changed: tuple[Correction, ...] = ()
    added: tuple[Correction, ...] = ()
    removed: tuple[Correction, ...] = ()

    def __bool__(self) -> bool:
        """Say whether anything was changed at all."""
        return bool(self.changed or self.added or self.removed)


def to_text(manifest: Mapping[str, Any]) -> str:
    """Return the text to edit; read back unchanged it gives no corrections."""
    about = INTRODUCTION.format(
        agent=said(manifest.get("from_agent")),
        type=said(manifest.get("artifact_type")),
        handle=handle(manifest),
    )
    return "\n".join([about, *("\n".join([*_section(place), ""]) for place in places(manifest))])


def _section(place: Place) -> Iterator[str]:
    if place.pointer:
        yield f"[{write(place.pointer)}]"
    if isinstance(place.value, Mapping):
        yield from (f"{write_name(name)}: {_shown(value)}".rstrip() for name, value in place.value.items())
    else:
        for number, item in enumerate(place.value, 1):
            yield from _item(f"{number}. ", item)


def _item(lead: str, item: Any) -> Iterator[str]:
    if not isinstance(item, Mapping):
        yield f"{lead}{_shown(item)}".rstrip()
        return
    for index, (name, value) in enumerate(item.items()):
        yield f"{' ' * len(lead) if index else lead}{write_name(name)}: {_shown(value)}".rstrip()


def _shown(value: Any) -> str:
    return write(value) if isinstance(value, str) else json.dumps(value)


def from_text(text: str, manifest: Mapping[str, Any]) -> Corrections:
    """Return what a person changed in `to_text(manifest)`; a line that cannot be understood is an error."""
    written = parse(text)
    if list(written) == [""] and not written[""]:
        raise BadContent(
            "nothing left in the text",
            wanted="the handoff as it should be",
            todo="to leave it as it is, leave the editor without saving",
        )
    known = {place.pointer: place for place in places(manifest)}
    made = [known.get(pointer) or _new_place(pointer, lines, manifest) for pointer, lines in written.items()]
    gone = [place for pointer, place in known.items() if pointer not in written]
    found = [c for place in made for c in _compared(place, written[place.pointer])]
    found += [c for place in gone for c in _compared(place, ())]
    return Corrections(
        changed=tuple(c for c in found if c.before is not None and c.after is not None),
        added=tuple(c for c in found if c.before is None),
        removed=tuple(c for c in found if c.after is None),
    )


def _new_place(pointer: str, lines: tuple[Written, ...], manifest: Mapping[str, Any]) -> Place:
    """Return an empty list for a section the text did not have; one that cannot be added is an error."""
    line = lines[0].at - 1 if lines else 0
    allowed = {at for at, _, _ in ORDER} | set(ITEM_FIELDS)
    if pointer and pointer not in allowed and not pointer.startswith("/summary/"):
        raise mistake(line, f"no section {pointer}", f"one of {', '.join(sorted(allowed))}")
    if pointer and is_taken(manifest, pointer):
        raise mistake(line, f"{pointer} is no list", "the field under the section it stands in")
    return Place(pointer, [] if pointer else {})


def _compared(place: Place, written: tuple[Written, ...]) -> Iterator[Correction]:
    if isinstance(place.value, Mapping):
        yield from _fields(place.pointer, place.value, written)
    else:
        yield from _items(place, written)


def _fields(pointer: str, before: Mapping[str, Any], written: tuple[Written, ...]) -> Iterator[Correction]:
    """Compare an object's plain fields."""
    seen: set[str] = set()
    for line in written:
        if line.name is None:
            raise mistake(line.at, "an item where fields stand", '"name: text"')
        if line.name in seen:
            raise mistake(line.at, f"{line.name} a second time", "each field once")
        if not pointer and line.name not in before:
            raise mistake(line.at, f"no field {line.name}", "scope, or a section such as [/summary]")
        seen.add(line.name)
        yield from _value(
            f"{pointer}/{escape(line.name)}", before.get(line.name), joined(line.lines), line.at
        )
    for name, value in before.items():
        if name not in seen:
            yield Correction(f"{pointer}/{escape(name)}", value, None)


def _value(pointer: str, before: Any, text: str, line: int) -> Iterator[Correction]:
    after = text if before is None or isinstance(before, str) else _number(pointer, before, text, line)
    if after != before:
        yield Correction(pointer, before, after)


def _number(pointer: str, before: float, text: str, line: int) -> Any:
    """Return a number or a truth value; what was one stays one."""
    try:
        after = json.loads(text)
    except NO_JSON:
        after = None
    same = isinstance(after, bool) == isinstance(before, bool) and isinstance(after, int | float)
    if not same or (isinstance(before, int) and not isinstance(after, int)):
        wanted = "true or false" if isinstance(before, bool) else "a number"
        raise mistake(line, f"{pointer} is {text!r}", wanted, f"it was {json.dumps(before)}")
    return after


def _items(place: Place, written: tuple[Written, ...]) -> Iterator[Correction]:
    """Compare a list: numbered items with those that stood there, the rest is new."""
    last = 0
    for line in written:
        if line.name is not None:
            raise mistake(line.at, f"a field {line.name} where items stand", '"1. text" or "- text"')
        if not line.number:
            yield Correction(f"{place.pointer}/-", None, _new_item(place, line))
            continue
        if not last < line.number <= len(place.value):
            raise _misnumbered(place, line, last)
        yield from _removed(place, range(last, line.number - 1))
        last = line.number
        yield from _item_compared(f"{place.pointer}/{last - 1}", place.value[last - 1], line)
    yield from _removed(place, range(last, len(place.value)))


def _removed(place: Place, indices: range) -> Iterator[Correction]:
    for index in indices:
        yield Correction(f"{place.pointer}/{index}", place.value[index], None)


def _misnumbered(place: Place, line: Written, last: int) -> BadContent:
    if line.number > len(place.value):
        return mistake(line.at, f"{place.pointer} has no item {line.number}", '"- text" for something new')
    return mistake(line.at, f"item {line.number} after item {last}", "the items in their order, each once")


def _item_compared(pointer: str, before: Any, line: Written) -> Iterator[Correction]:
    if isinstance(before, Mapping):
        yield from _fields(pointer, before, tuple(_parts(line, tuple(before))))
    else:
        yield from _value(pointer, before, joined(line.lines), line.at)


def _parts(line: Written, names: tuple[str, ...]) -> Iterator[Written]:
    """Yield an item's fields; a text that names none is its first field."""
    current: list[Line] = []
    name = names[0]
    for part in line.lines:
        named = field(part.text.strip())
        if named and named[0] in names:
            if current:
                yield Written(current[0].number, name, 0, tuple(current))
            name, current = named[0], [Line(named[1], part.number)]
        elif current or part.text.strip():
            current.append(part)
    if current:
        yield Written(current[0].number, name, 0, tuple(current))


def _new_item(place: Place, line: Written) -> Any:
    names = new_item_fields(place)
    if not names:
        after: Any = joined(line.lines)
        said_something = bool(after)
    else:
        told = {part.name: joined(part.lines) for part in _parts(line, names)}
        after = {name: told.get(name, "") for name in names}
        said_something = bool(after[names[0]])
    if not said_something:
        raise mistake(line.at, "a new item that says nothing", "its text", "or delete the line")
    return after
