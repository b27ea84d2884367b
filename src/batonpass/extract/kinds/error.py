"""What failed, and whether it still does."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.reading import Reading
from batonpass.extract.stating import fact, severity_for
from batonpass.model.fact import Fact
from batonpass.tables.load import words

CLASS = re.compile(
    r"\b((?:[a-z_]+\.)*[A-Z][A-Za-z]*(?:Error|Exception|Fault|Panic|Failure|Timeout)|E[A-Z]{4,}|[A-Z]{2,5}\d{3,5}|SIG[A-Z]+)\b"
)
COMMAND = re.compile(r"`((?:[a-z][\w.-]*/)?[a-z][\w.-]*(?: [^`]+)+)`")


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what failed."""
    for claim in reading.of("error"):
        named = CLASS.search(claim.text)
        command = COMMAND.search(claim.text)
        made = fact(
            "error",
            claim,
            "",
            claim.prove("resolution"),
            severity=severity_for(claim),
            mitigation=claim.first("resolution", "mitigation"),
            resolved=True if is_resolved(claim) else None,
            error_class=named[1] if named else "",
            command=command[1] if command else "",
        )
        if made:
            yield made


def is_resolved(claim: Claim) -> bool:
    """Tell whether the source says the error is gone: a fix beside it, a status, a section of fixed ones."""
    if claim.details.get("resolution") or claim.block.checked:
        return True
    said = " ".join((*claim.said("status"), *claim.headings[-2:], " ".join(claim.text.split()[:1])))
    return in_words(said, words("outcomes")["resolved"]["words"])
