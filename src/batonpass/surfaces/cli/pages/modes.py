"""What each mode means, in a few words."""

from collections.abc import Iterator

from batonpass.model.config import Mode
from batonpass.surfaces.cli.page import Line, line

MEANINGS: dict[Mode, str] = {
    "observe": "problems are recorded",
    "warn": "problems are said, nothing is blocked",
    "enforce": "a handoff with errors is rejected, a closed gate blocks",
}


def modes() -> Iterator[Line]:
    """Yield every mode with its meaning."""
    for mode, meaning in MEANINGS.items():
        yield line((mode, "name"), f"  {meaning}", indent=2)
