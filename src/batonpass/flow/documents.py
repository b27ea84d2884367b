"""The documents an agent wrote, as its transcript shows them: what it leaves behind, whether or not it says so."""

import os
from collections.abc import Sequence

from batonpass.flow.setup import Setup
from batonpass.model.paths import relative
from batonpass.model.source import Source
from batonpass.read import look
from batonpass.tables import load

MADE = frozenset({"written", "created"})


def documents(setup: Setup, transcripts: Sequence[Source], skip: Sequence[str]) -> tuple[str, ...]:
    """Return the documents these transcripts' agents wrote, in their order, as far as they still stand below the root.

    What lies in a folder of `skip` belongs to a handoff already.
    """
    wanted = tuple(load.table("hosts")["documents"])
    named = (path for source in transcripts for path in _made(source) if path.lower().endswith(wanted))
    below = dict.fromkeys(relative(setup.root, os.path.join(setup.root, path)) for path in named)
    return tuple(
        path
        for path in below
        if path
        and look.stat(setup.root, path) == "file"
        and not path.startswith(tuple(f"{s}/" for s in skip))
    )


def _made(source: Source) -> list[str]:
    """Return the files a transcript's calls made, without those that were refused or failed."""
    acts = [block.act for block in source.blocks if block.act is not None]
    failed = {act.call for act in acts if act.ok is False and act.call}
    return [
        os.path.join(act.folder, touch.path)
        for act in acts
        if act.call not in failed
        for touch in act.touches
        if touch.how in MADE
    ]
