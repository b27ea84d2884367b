"""Where every line of a manifest was read, and what the compaction did."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from batonpass.model.fact import Attributes, Basis, Kind, Standing
from batonpass.model.problem import Problem
from batonpass.model.source import Span

State = Literal["verified", "moved", "drifted", "missing"]
Why = Literal["cap", "budget", "duplicate", "standing", "no slot", "unattributed"]
Finding = Literal[
    "contradicted",  # claimed, and evidence shows otherwise
    "unconfirmed",  # claimed, and the evidence that should show it does not
    "unmentioned",  # shown by evidence, and no document says it
    "unattributed",  # shown by git, and no call of the agent explains it
]


class SourceEntry(Struct, frozen=True):
    """One source of a handoff: where it was, and where its copy is kept."""

    name: str
    path: str  # the original, POSIX, relative to the root; "" when it came as text
    stored: str  # the copy, relative to the artifacts directory
    format: str
    digest: str  # of the stored copy
    original: str  # of the original before redaction
    lines: int
    tokens: int


class Item(Struct, frozen=True, omit_defaults=True):
    """What stands behind one place of the manifest."""

    spans: tuple[Span, ...]
    basis: Basis = "verbatim"
    kind: Kind | None = None
    text: str = ""  # the whole original text where the manifest shows it shortened
    attributes: Attributes = Attributes()
    confidence: float = 1.0
    note: str = ""  # how a computed value was computed


class LeftOut(Struct, frozen=True, omit_defaults=True):
    """A fact that was found and not kept: recoverable, with the reason."""

    kind: Kind
    text: str
    spans: tuple[Span, ...]
    why: Why
    standing: Standing = "current"
    attributes: Attributes = Attributes()


class Difference(Struct, frozen=True, omit_defaults=True):
    """One place where what was claimed and what was measured differ."""

    finding: Finding
    kind: Kind
    claimed: str = ""
    shown: str = ""  # by evidence
    path: str = ""  # of a file
    spans: tuple[Span, ...] = ()  # of the claim
    evidence: tuple[Span, ...] = ()
    count: int = 1  # how many this stands for, where only their number is kept


class KindCount(Struct, frozen=True):
    """What became of the facts of one kind."""

    found: int
    kept: int
    recoverable: int


class Receipt(Struct, frozen=True):
    """What the compaction did."""

    profile: str
    profile_digest: str
    meter: str
    source_tokens: int
    manifest_tokens: int
    required_reading_tokens: int
    ratio: float
    target: int
    limit: int
    kinds: dict[str, KindCount]
    brief_tokens: int = 0  # of the prompt block stored beside the manifest


class Proof(Struct, frozen=True):
    """The file beside a manifest, bound to it by digest."""

    manifest_digest: str
    id: str
    sources: tuple[SourceEntry, ...]
    items: dict[str, Item]  # JSON pointer → what stands behind it
    receipt: Receipt
    left_out: tuple[LeftOut, ...] = ()
    differences: tuple[Difference, ...] = ()
    problems: tuple[Problem, ...] = ()
    standing: Literal["published", "rejected"] = "published"
    fields: dict[str, Item] | UnsetType = (
        UNSET  # of the role's handoff file: JSON pointer → what stands behind it
    )
    schema_version: str = "1.0"

    @property
    def every_item(self) -> dict[str, Item]:
        """Return what stands behind the places of the manifest, and behind those of the role's file beside them."""
        return self.items if self.fields is UNSET else {**self.fields, **self.items}


class Resolution(Struct, frozen=True):
    """What re-reading a span found: the same bytes there, elsewhere, changed or gone."""

    state: State
    first: int = 0  # where the bytes stand now
    last: int = 0
