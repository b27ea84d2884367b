"""What could go wrong, how badly, and what is done about it."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.names import Named, named
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact, is_weighed, severity_for
from batonpass.extract.titles import split_title
from batonpass.model.fact import Fact

# `[Risk] → what is done about it`, on one line
# `…. Mitigation: …`: a label in the middle of a text
LABEL = re.compile(
    r"(?:^|[.;,，。；(]|\s[—–-]\s)\s*\**(?P<label>[^\s.;,，。；:：*()][^.;,，。；:：*()]{1,24})[:：]\**\s*"
)
ARROWS = (" → ", " -> ", " ➜ ", " => ")


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what could go wrong."""
    for claim in (*reading.of("risk"), *filter(is_weighed, reading.of("insight"))):
        text, mitigation = parted(claim)
        made = fact(
            "risk",
            claim,
            text,
            (*claim.prove("mitigation"), *claim.prove("resolution")),
            severity=severity_for(claim),
            mitigation=mitigation,
            resolved=True if claim.block.checked else None,
        )
        if made:
            yield made


def parted(claim: Claim) -> tuple[str, str]:
    """Return the risk and its mitigation, which may stand behind an arrow or in a sentence of its own."""
    told = claim.first("mitigation", "resolution")
    if told:
        return claim.text, told
    for arrow in ARROWS:
        if arrow in claim.text:
            risk, _, mitigation = claim.text.partition(arrow)
            return risk.strip(" []"), split_title(mitigation)[1] or mitigation.strip()
    for label in LABEL.finditer(claim.text):
        if label.start() and named(label["label"], "label") == Named("mitigation"):
            return claim.text[: label.start()].strip(" .;*(—–-,，；"), claim.text[label.end() :].strip(" *)")
    return claim.text, ""
