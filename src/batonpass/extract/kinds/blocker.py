"""What keeps the work from going on."""

from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact, severity_for
from batonpass.model.fact import Fact
from batonpass.tables.load import words


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what keeps the work from going on."""
    for claim in reading.of("blocker"):
        made = fact(
            "blocker",
            claim,
            "",
            claim.prove("resolution"),
            severity=severity_for(claim),
            mitigation=claim.first("mitigation", "resolution"),
            resolved=True if is_resolved(claim) else None,
        )
        if made:
            yield made


def is_resolved(claim: Claim) -> bool:
    """Tell whether the source says it is out of the way."""
    said = " ".join((*claim.said("status"), *claim.headings[-1:]))
    return bool(claim.block.checked) or in_words(said, words("outcomes")["resolved"]["words"])
