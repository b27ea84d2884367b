"""What can go wrong, as one tree.

    BatonError             every error a user can meet
    ├── WrongUse           2   the call cannot be carried out as given
    │   ├── NotFound       2   a path, manifest or agent that does not exist
    │   └── Outside        2   a path that leaves the root
    ├── BadContent         1   a source or a manifest that cannot be used at all
    │   ├── HandoffMissing 1   an agent cannot start without the handoff of another
    │   └── OverBudget     1   more tokens than the reader was promised
    │       ├── ManifestTooLargeError
    │       ├── RequiredReadingTooLargeError
    │       └── HandoffTooLargeError
    ├── Refused            1   a rule said no, and the mode is `enforce`
    └── StorageFailed      1   the disk is full, read-only or locked

Expected bad content is a Problem (data, `model/problem.py`); these are raised
only where a command cannot go on.
"""


class BatonError(Exception):
    """One clear sentence: what was found, what was wanted, what to do, and where."""

    exit_code = 1
    slug = "error"

    def __init__(self, found: str, *, wanted: str = "", todo: str = "", place: str = "") -> None:
        """Keep the parts, so that JSON output and terminals can show them apart."""
        self.found, self.wanted, self.todo, self.place = found, wanted, todo, place
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """Return the parts as the one line a person reads."""
        parts = [f"{self.place}: {self.found}" if self.place else self.found]
        parts += [f"wanted {self.wanted}"] if self.wanted else []
        parts += [self.todo] if self.todo else []
        return "; ".join(parts)


class WrongUse(BatonError):
    """The call cannot be carried out as given."""

    exit_code = 2
    slug = "wrong-use"


class NotFound(WrongUse):
    """A path, manifest or agent that does not exist."""

    slug = "not-found"


class Outside(WrongUse):
    """A path that leaves the root."""

    slug = "outside"


class BadContent(BatonError):
    """A source or a manifest that cannot be used at all."""

    slug = "bad-content"


class HandoffMissing(BadContent):
    """An agent cannot start without the handoff of another, and there is none."""

    slug = "handoff-missing"


class OverBudget(BadContent):
    """More tokens than the reader was promised."""

    slug = "over-budget"


class ManifestTooLargeError(OverBudget):
    """A manifest above its limit."""

    slug = "manifest-too-large"


class RequiredReadingTooLargeError(OverBudget):
    """Required reading above its limit."""

    slug = "required-reading-too-large"


class HandoffTooLargeError(OverBudget):
    """Manifest and required reading together above the handoff's limit."""

    slug = "handoff-too-large"


class Refused(BatonError):
    """A rule said no, and the mode is `enforce`."""

    slug = "refused"


class StorageFailed(BatonError):
    """The disk is full, read-only or locked; nothing was half-written."""

    slug = "storage-failed"
