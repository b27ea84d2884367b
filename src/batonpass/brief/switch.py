"""What the next persona is given of the one before it, as YAML within its tokens."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from batonpass.brief.sections import decided, listed, one_line, said
from batonpass.brief.yaml import dump
from batonpass.model.switch import Artifact, Switch
from batonpass.tables import load

Size = Callable[[str], int]
Shorten = Callable[[str, int], str]
LISTS = ("decisions", "files_modified", "blockers")
CALLED = {"decisions": "decision", "files_modified": "file", "blockers": "blocker"}


def switch(told: Switch, manifest: Mapping[str, Any], size: Size, shorten: Shorten) -> str:
    """Return the artifact: what `told` says of the two and their story, and what the outgoing one's handoff says.

    Texts are shortened before anything is left out; what is left out is counted, and stands in the handoff.
    """
    limits = load.table("switch")
    full = _filled(told, manifest)
    capped = replace(full, **{name: getattr(full, name)[: _most(name)] for name in LISTS})
    fitting = capped
    for chars in limits["chars"]:
        fitting = _shortened(capped, shorten, chars)
        if size(_spelled(_counted(fitting, full))) <= limits["tokens"]:
            return _spelled(_counted(fitting, full))
    while size(text := _spelled(_counted(fitting, full))) > limits["tokens"] and _longest(fitting):
        fitting = replace(fitting, **{_longest(fitting): getattr(fitting, _longest(fitting))[:-1]})
    return text


def outgoing(manifest: Mapping[str, Any]) -> Switch:
    """Return what a manifest alone says of the two and of what is due; it knows of no story."""
    most: int = load.table("switch")["sentences"]
    steps = [step.rstrip(". ") + "." for step in listed(manifest, "next_steps")[:most]]
    return Switch(
        timestamp=said(manifest.get("timestamp")),
        from_agent=said(manifest.get("from_agent")) or "unknown",
        to_agent=next(iter(listed(manifest, "to_agents")), "next"),
        next_action=" ".join(steps),
    )


def _filled(told: Switch, manifest: Mapping[str, Any]) -> Switch:
    files = dict.fromkeys(
        path for kind in ("created", "modified", "deleted") for path in listed(manifest, f"files_{kind}")
    )
    return replace(
        told,
        decisions=tuple(dict.fromkeys(decided(manifest))),
        files_modified=tuple(files),
        blockers=tuple(dict.fromkeys(listed(manifest, "blockers"))),
        full_handoff=str(manifest.get("id") or ""),
    )


def _most(name: str) -> int:
    most: int = load.table("switch")["files" if name == "files_modified" else name]
    return most


def _shortened(told: Switch, shorten: Shorten, chars: int) -> Switch:
    """Return it with every text but paths, ids and names in so many characters."""
    story = told.story_context
    return replace(
        told,
        story_context=replace(
            story,
            current_task=shorten(one_line(story.current_task), chars),
            story_status=shorten(one_line(story.story_status), chars),
        ),
        decisions=tuple(shorten(text, chars) for text in told.decisions),
        blockers=tuple(shorten(text, chars) for text in told.blockers),
        next_action=shorten(one_line(told.next_action), chars),
        last_command=shorten(one_line(told.last_command), chars),
    )


def _counted(told: Switch, full: Switch) -> Switch:
    """Return it with a line that says what stands only in the handoff."""
    missing = {name: len(getattr(full, name)) - len(getattr(told, name)) for name in LISTS}
    told_of = [
        f"{count} {CALLED[name]}{'' if count == 1 else 's'}" for name, count in missing.items() if count > 0
    ]
    return replace(told, left_out=", ".join(told_of))


def _longest(told: Switch) -> str:
    """Return the list that takes the most room, "" where all are empty."""
    rooms = {name: sum(map(len, getattr(told, name))) for name in LISTS if getattr(told, name)}
    return max(rooms, key=lambda name: rooms[name]) if rooms else ""


def _spelled(told: Switch) -> str:
    value: dict[str, Any] = msgspec.to_builtins(Artifact(handoff=told))
    for name in ("full_handoff", "left_out"):
        if not value["handoff"][name]:
            del value["handoff"][name]
    return dump(value)
