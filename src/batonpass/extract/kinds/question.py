"""What nobody has answered yet."""

from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact
from batonpass.tables.load import words


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what nobody has answered yet."""
    for claim in reading.of("question"):
        answered = True if is_answered(claim) else None
        if made := fact("question", claim, owner=claim.first("owner"), done=answered):
            yield made


def is_answered(claim: Claim) -> bool:
    """Tell whether the source gives the answer beside the question."""
    if claim.block.checked or claim.details.get("resolution"):
        return True
    said = " ".join((*claim.said("status"), claim.headings[-1] if claim.headings else ""))
    return in_words(said, words("outcomes")["resolved"]["words"])
