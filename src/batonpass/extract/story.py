"""Blocks of a story's document to what a switch says of it: its id, its status, and the first task that is not done."""

import os
import re
from collections.abc import Iterator, Sequence

from batonpass.model.source import Block
from batonpass.model.switch import StoryContext
from batonpass.tables.load import table

WORD = re.compile(r"\w+")


def story(blocks: Sequence[Block], path: str) -> StoryContext:
    """Return what a story's own words say; its file's name is its id where it names none."""
    words = table("switch")["story"]
    named = os.path.basename(path).removesuffix(".md").removesuffix(".story")
    return StoryContext(
        story_id=_id(blocks) or next(_fields(blocks, words["ids"]), "") or named,
        story_path=path,
        story_status=next(_fields(blocks, words["statuses"]), ""),
        current_task=_task(blocks),
    )


def _id(blocks: Sequence[Block]) -> str:
    pattern = re.compile(table("switch")["story"]["title"], re.IGNORECASE)
    titles = (pattern.search(block.text) for block in blocks if block.kind == "heading")
    return next((found["id"] for found in titles if found), "")


def _fields(blocks: Sequence[Block], names: Sequence[str]) -> Iterator[str]:
    """Yield what stands under a name: in a table, behind a label, or as the first words below a heading."""
    for place, block in enumerate(blocks):
        if block.kind == "row" and len(block.cells) > 1 and _plain(block.cells[0]) in names:
            yield block.cells[1]
        elif block.label and _plain(block.label) in names and block.rest:
            yield _first_line(block.rest)
        elif block.kind == "heading" and _plain(block.text) in names:
            below = blocks[place + 1] if place + 1 < len(blocks) else None
            if below is not None and below.kind in ("paragraph", "item") and below.text:
                yield _first_line(below.text)


def _task(blocks: Sequence[Block]) -> str:
    """Return the first open task with what it is a part of; a part that is open comes before its whole."""
    tasks = [(place, block) for place, block in enumerate(blocks) if _is_task(block)]
    whole = {block.parent for _, block in tasks if block.checked is False}
    for place, block in tasks:
        if block.checked is False and place not in whole:
            above = blocks[block.parent] if block.parent >= 0 else None
            lead = f"{above.text} › " if above is not None and above.checked is not None else ""
            return lead + block.text
    return ""


def _is_task(block: Block) -> bool:
    words = set(table("switch")["story"]["tasks"])
    return block.checked is not None and any(words & set(WORD.findall(h.casefold())) for h in block.headings)


def _plain(text: str) -> str:
    return text.strip(" :*`").casefold()


def _first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0].strip(" *`")
