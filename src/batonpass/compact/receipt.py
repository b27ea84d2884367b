"""What the compaction did, per kind."""

from collections import Counter
from collections.abc import Sequence

from batonpass.compact.materials import Materials
from batonpass.model.fact import KINDS, Fact
from batonpass.model.proof import KindCount, Receipt


def receipt(
    materials: Materials, facts: Sequence[Fact], kept: set[int], manifest_tokens: int, reading_tokens: int
) -> Receipt:
    """Return found, kept and recoverable per kind, and tokens before and after."""
    found = Counter(fact.kind for fact in facts)
    shown = Counter(facts[index].kind for index in kept)
    source_tokens = sum(source.tokens for source in materials.sources)
    return Receipt(
        profile=materials.profile.name,
        profile_digest=materials.profile_digest,
        meter=materials.meter,
        source_tokens=source_tokens,
        manifest_tokens=manifest_tokens,
        required_reading_tokens=reading_tokens,
        ratio=round(source_tokens / manifest_tokens, 2),
        target=materials.profile.target,
        limit=materials.profile.limit,
        kinds={k: KindCount(found[k], shown[k], found[k] - shown[k]) for k in KINDS if found[k]},
    )
