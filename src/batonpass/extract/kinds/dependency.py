"""What the work builds on, and who provides it."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.reading import Reading
from batonpass.extract.stating import clean, fact
from batonpass.model.fact import Fact

AGENT = re.compile(
    r"^`?@?(?P<agent>[a-z][a-z0-9]*(?:[-_][a-z0-9]+)+|[a-z]{3,30})`?\s*(?:[:：]|\s[—–-]\s|→)\s*(?P<what>\S.*)$",
    re.DOTALL,
)
NOT_AGENTS = frozenset(
    {
        "note",
        "requires",
        "none",
        "see",
        "npm",
        "pip",
        "cargo",
        "dev",
        "runtime",
        "version",
        "https",
        "http",
        "file",
        "added",
        "new",
        "phase",
        "task",
        "internal",
        "external",
    }
)


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what the work builds on."""
    for claim in reading.of("dependency"):
        agent, what = provider(claim)
        if claim.prose and not agent:
            claim.confidence = min(claim.confidence, 0.4)
        if made := fact("dependency", claim, agent=agent, what=what):
            yield made


def provider(claim: Claim) -> tuple[str, str]:
    """Return who provides what, where the source says it as `agent: what`."""
    found = AGENT.match(clean(claim.text))
    if not found or found["agent"] in NOT_AGENTS or "/" in found["agent"]:
        return "", ""
    return found["agent"], found["what"].strip()
