"""The one way out of a format: what came is not what its suffix says."""

from batonpass.model.errors import BadContent


class Unreadable(BadContent):
    """A source that is not in the format it claims; it is read as plain text instead."""

    def __init__(self, found: str, line: int) -> None:
        """Say what was found, and on which line."""
        self.line = line
        super().__init__(found, place=f"line {line}")
