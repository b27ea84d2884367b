"""A session while it goes on: what was done since it was looked at last, and all of it so far."""

from batonpass.extract.evidence import facts as evidence
from batonpass.flow.context import find
from batonpass.flow.setup import Setup
from batonpass.model.fact import Fact
from batonpass.model.source import Block, Source
from batonpass.read.live import LiveTranscript


class Following:
    """Follows one transcript; a line counts once it is finished."""

    def __init__(self, setup: Setup, transcript: str = "") -> None:
        """Follow a transcript that may not be there yet; by default that of the project's newest session."""
        self.transcript = transcript or find(setup)
        self._root = setup.root
        self._live = LiveTranscript(self.transcript, setup.redact)
        self._blocks: list[Block] = []

    def new(self) -> tuple[Block, ...]:
        """Return the turns, calls and results that were added since the last time."""
        added = self._live.new()
        if self._live.begun_anew:
            self._blocks.clear()
        self._blocks += added
        return added

    def facts(self) -> tuple[Fact, ...]:
        """Return what was done so far: files, checks, errors, demands and questions; ask `new` first."""
        so_far = Source(self.transcript, self._live.client, b"", "", "", blocks=tuple(self._blocks))
        return tuple(evidence.find(so_far, self._root))
