"""What nobody has answered yet."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact
from batonpass.tables.load import table, words

MARKED = re.compile(r"\[NEEDS CLARIFICATION:\s*([^\[\]]+)\]", re.IGNORECASE)


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what nobody has answered yet."""
    for claim in (*reading.of("question"), *clarifications(reading)):
        answered = True if is_answered(claim) else None
        if made := fact("question", claim, owner=claim.first("owner"), done=answered):
            yield made


def clarifications(reading: Reading) -> Iterator[Claim]:
    """Yield what a specification marks as still to be clarified."""
    for unit in reading.units:
        for asked in MARKED.findall(unit.block.text):
            claim = Claim.of(unit, asked, table("extract")["confidence"]["label"])
            yield claim


def is_answered(claim: Claim) -> bool:
    """Tell whether the source gives the answer beside the question."""
    if claim.block.checked or claim.details.get("resolution"):
        return True
    said = " ".join((*claim.said("status"), claim.headings[-1] if claim.headings else ""))
    return in_words(said, words("outcomes")["resolved"]["words"])
