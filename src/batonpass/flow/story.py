"""Which story is worked on: the one whose file was touched or named last, read as it stands now."""

import os
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from batonpass.extract.story import story
from batonpass.flow.setup import Setup
from batonpass.model.paths import relative
from batonpass.model.source import Block
from batonpass.model.switch import StoryContext
from batonpass.read import look
from batonpass.read.found import Found
from batonpass.read.git.branch import branch
from batonpass.read.parse import parse
from batonpass.tables import load

NAMED = re.compile(r"[\w./\\-]*\w")  # a path or an id, as people type it
NUMBERED = re.compile(r"\d")
SHORTEST = 3  # characters of an id; a lone number may count anything


def story_of(setup: Setup, blocks: Sequence[Block], known: str = "") -> StoryContext:
    """Return the story that a part of a transcript works on, else the one that is `known`, with git's branch."""
    path = _last(setup.root, blocks) or known
    data = look.data(setup.root, path) if path else None
    if data is None:
        return StoryContext(branch=branch(setup.root))
    source = parse(Found(os.path.basename(path), path, data), redact=setup.redact, max_bytes=setup.max_source)
    return replace(story(source.blocks, path), branch=branch(setup.root))


def _last(root: str, blocks: Sequence[Block]) -> str:
    """Return the story that was touched or named last, "" where none was."""
    known = _files(root)
    told = [path for block in blocks for path in _paths(root, block, known)] if known else []
    return told[-1] if told else ""


def _files(root: str) -> tuple[str, ...]:
    patterns = load.table("switch")["story"]["files"]
    return tuple(dict.fromkeys(path for pattern in patterns for path in look.matches(root, pattern)))


def _paths(root: str, block: Block, known: Sequence[str]) -> Iterator[str]:
    """Yield the stories a block touches; of the user's words also those that are named by path or number."""
    act = block.act
    if act is None:
        return
    for touch in act.touches:
        place = relative(root, os.path.join(act.folder or root, touch.path))
        yield from (path for path in known if path == place)
    if block.kind == "turn" and act.role == "user":
        for word in NAMED.findall(block.text):
            yield from (path for path in known if _means(word.replace("\\", "/"), path))


def _means(word: str, path: str) -> bool:
    """Say whether a word names a story: its path, or the number in its file's name: `1.2` in `1.2.login.story.md`."""
    if "/" in word or word.endswith(".md"):
        return path == word or path.endswith(f"/{word}")
    if len(word) < SHORTEST or not NUMBERED.search(word):
        return False
    name = os.path.basename(path).casefold()
    return re.search(rf"(?<![\w.]){re.escape(word.casefold())}(?!\w|[.-]\d)", name) is not None
