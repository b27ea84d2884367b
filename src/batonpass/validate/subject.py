"""What a rule judges, and through which senses it sees the world outside the manifest."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct, field

from batonpass.model.playbook import Budgets
from batonpass.model.profile import Profile
from batonpass.model.proof import Proof, Resolution, SourceEntry
from batonpass.model.source import Span
from batonpass.tables import load

Stat = Literal["file", "directory", "missing", "outside"]


def _default_budgets() -> Budgets:
    return load.playbook("oak").budgets


class Subject(Struct, frozen=True, kw_only=True):
    """A manifest as it stands on the disk, with all that is known about it."""

    manifest: Mapping[str, Any]  # plain JSON values, of whatever shape somebody wrote
    data: bytes  # its exact bytes: the limit is counted on these
    path: str = ""  # where it stands; the path problems are reported at
    proof: Proof | None = None  # None: a foreign manifest, or its proof.json is gone
    profile: Profile | None = None  # None: the profile named like its artifact_type
    budgets: Budgets = field(default_factory=_default_budgets)  # of the playbook it is used under


class Senses(Struct, frozen=True, kw_only=True):
    """All that rules may know of the world. `flow` builds them; rules touch no disk.

    Paths are POSIX, relative to the root, or absolute. No sense raises because of
    what a manifest says: an impossible path is "missing", an unreadable file None.
    """

    size: Callable[[str], int]
    """Count the tokens of a text with the one named vocabulary."""

    stat: Callable[[str], Stat]
    """Say what stands at a path; "outside" where it leads out of the root, links followed."""

    file_tokens: Callable[[str], int | None]
    """Count the tokens of a file; None where it is no text that can be read."""

    expand: Callable[[str], tuple[str, ...]]
    """Return the files below the root a glob matches, sorted; `**` crosses directories."""

    resolve: Callable[[SourceEntry, Span], Resolution]
    """Read a span again in the original: `missing` where `entry.path` is gone."""

    stored_digest: Callable[[SourceEntry], str | None]
    """Return the digest of the stored copy as it is now; None where it is gone."""

    span_text: Callable[[SourceEntry, Span], str | None]
    """Return the span's text from the stored copy; None unless its bytes have the span's digest."""

    known_agents: frozenset[str] = frozenset()
    """The registry: a playbook's agents and those a project defines. Empty: nobody asked."""
