"""Which phase is under way, in a small file that hooks can read at once. On the fast path.

A cache: the journal is what counts, and every move writes this again.
"""

import json
import os

from batonpass.model.may_be_json import fields
from batonpass.store import runs

PATH = ".baton/cache/phase.json"


def keep(root: str, **told: object) -> None:
    """Keep what hooks must know of the phase under way."""
    runs.keep(os.path.join(root, PATH), json.dumps(told).encode())


def get(root: str) -> dict[str, object]:
    """Return what is kept, nothing where no workflow has phases."""
    try:
        with open(os.path.join(root, PATH), "rb") as file:
            return fields(file.read())
    except OSError:
        return {}
