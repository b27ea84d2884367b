"""What the user demanded, in the user's own words."""

from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact
from batonpass.model.fact import Fact


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the source says the user demanded; where a section quotes the user, only the quotes."""
    claims = [claim for claim in reading.of("instruction") if claim.block.kind != "heading"]
    quoting = {claim.headings for claim in claims if is_quote(claim)}
    for claim in claims:
        if claim.headings in quoting and not is_quote(claim):
            continue
        if claim.standing == "quoted":
            claim.standing = "current"  # a quote of the user is what is looked for here
        if made := fact("instruction", claim):
            yield made


def is_quote(claim: Claim) -> bool:
    """Tell whether somebody's words stand there, not words about them."""
    return claim.block.quoted
