"""The reasoning of agents as files that people read: `{session}/reasoning/{group}_{agent}.md`.

The journal holds the entries; a file is a view of them, made whole again from the ledger wherever it lacks one. What
else stands in it is never taken out.
"""

import os
from collections.abc import Iterable, Iterator

from batonpass.model.paths import inside
from batonpass.model.reasoning import Thought
from batonpass.store import files
from batonpass.store.names import segment

FOLDER = "reasoning"
SESSION = "global"  # stands for the group where an agent speaks to the whole session
MARK = "<!-- reasoning {} -->"


def place(artifacts: str, thought: Thought) -> str:
    """Return the path of the file a thought belongs to."""
    name = segment(f"{thought.group or SESSION}_{thought.agent}")
    return inside(artifacts, os.path.join(segment(thought.session), FOLDER, f"{name}.md"))


def bring_up(artifacts: str, thoughts: Iterable[Thought]) -> tuple[str, ...]:
    """Add what each file lacks, and return the files that were written."""
    by_place: dict[str, list[Thought]] = {}
    for thought in thoughts:
        by_place.setdefault(place(artifacts, thought), []).append(thought)
    return tuple(path for path, own in by_place.items() if _brought_up(path, own))


def _brought_up(path: str, thoughts: list[Thought]) -> bool:
    there = _text(path)
    lacking = [thought for thought in thoughts if MARK.format(thought.id) not in there]
    if lacking:
        head = there.rstrip("\n") or _title(thoughts[0])
        text = "\n\n".join([head, *map(section, lacking)]) + "\n"
        files.save(path, text.encode("utf-8", "replace"))
    return bool(lacking)


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""


def _title(thought: Thought) -> str:
    group = f", group {thought.group}" if thought.group else ""
    return f"# Reasoning of {thought.agent}{group}, session {thought.session}"


def section(thought: Thought) -> str:
    """Return one entry as a section of the file."""
    return "\n\n".join(_parts(thought))


def _parts(thought: Thought) -> Iterator[str]:
    yield f"## {thought.phase}\n{MARK.format(thought.id)}"
    sure = f", confidence {thought.confidence}" if thought.confidence else ""
    yield f"{thought.at}{sure}"
    yield thought.text.strip("\n")
    if thought.references:
        yield "References: " + ", ".join(f"`{path}`" for path in thought.references)
