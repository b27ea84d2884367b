"""What must be true before a gate is passed, and what was found."""

from msgspec import Struct


class Check(Struct, frozen=True, kw_only=True):
    """One item of the checklist."""

    name: str
    says: str  # the item, as the seed spells it
    passed: bool | None  # None: nobody can say
    found: str = ""
    todo: str = ""


class Output(Struct, frozen=True, kw_only=True):
    """One file of a phase's full output, as it is stored."""

    path: str  # where it was
    stored: str  # where its copy lies, relative to the root
    lines: int
    digest: str  # of the copy, as it was promised
    reads: bool  # the copy was read again and has that digest
    exists: bool  # the original is still there, or there was none
    changed: bool = False  # it says something else now than when it was stored


class Inline(Struct, frozen=True, kw_only=True):
    """What the orchestrator's context holds of a phase."""

    known: bool = False  # there is a transcript that tells
    tokens: int = 0  # of the phase's output
    lines: tuple[int, ...] = ()  # of the transcript that hold it
    entered: bool = False  # some of it is there, or was before a compaction
    logs: tuple[tuple[int, str, int], ...] = ()  # (line, what, tokens) of long logs, code and agents' outputs
    compacted: int = 0  # line of the last compaction
    before: int = 0  # tokens right before that
    now: int = 0  # tokens of the context
    answers: int = 0
