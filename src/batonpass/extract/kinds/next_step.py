"""What is to be done next, by whom, and whether it already was."""

from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.extract.titles import identified
from batonpass.model.fact import Fact
from batonpass.tables.load import words


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what is to be done next."""
    for claim in reading.of("next_step"):
        if made := fact("next_step", claim, owner=claim.first("owner"), done=done(claim)):
            yield made
    for claim in reading.of("tasks"):
        found = identified(claim.text)
        text = found.rest if found and found.rest else claim.text
        if made := fact("next_step", claim, text, done=done(claim)):
            yield made


def done(claim: Claim) -> bool | None:
    """Tell whether a step is done: its box, a tick, or a status says so; None where nothing does."""
    if claim.block.checked is not None:
        return claim.block.checked
    ticked = any(sign in claim.block.text[:4] for sign in words("marks")["signs"]["passed"])
    if ticked or in_words(" ".join(claim.said("status")), words("outcomes")["done"]["words"]):
        return True
    return None
