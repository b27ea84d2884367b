"""Checks that are said to pass and did not."""

from collections.abc import Iterator, Sequence

from batonpass.compact.claims.ground import checks, is_claim, together
from batonpass.compact.claims.tests import is_bad, told
from batonpass.model.fact import Fact
from batonpass.model.proof import Difference


def differences(facts: Sequence[Fact], runs: Sequence[Fact]) -> Iterator[Difference]:
    """Yield every check that is claimed to have passed while its last run failed."""
    for claim in facts:
        if claim.kind != "gate" or not is_claim(claim) or claim.attributes.passed is not True:
            continue
        if against := _against(claim, facts, runs):
            yield Difference(
                "contradicted",
                "gate",
                claimed=claim.text,
                shown="; ".join(told(f.attributes) if f.kind == "tests" else f.text for f in against),
                spans=claim.spans,
                evidence=together(against),
            )


def _against(claim: Fact, facts: Sequence[Fact], runs: Sequence[Fact]) -> list[Fact]:
    """Return the evidence against a claim, [] where any of the same name speaks for it."""
    name = claim.attributes.name
    if name == "tests" and runs:
        bad = [run for run in runs if is_bad(run.attributes)]
        return bad if bad and not _told_apart(claim, bad) else []
    same = checks(facts, name or "")
    meant = [f for f in same if _names(claim, f)] or same
    return [f for f in meant if f.attributes.passed is False] if _all_failed(claim, meant) else []


def _all_failed(claim: Fact, meant: Sequence[Fact]) -> bool:
    """Tell whether the evidence a claim may mean is all against it; a claim that names its tool means that one."""
    failed = [f for f in meant if f.attributes.passed is False]
    return bool(failed) and (len(failed) == len(meant) or not any(_names(claim, f) for f in meant))


def _names(claim: Fact, fact: Fact) -> bool:
    """Tell whether a claim names the tool or the command a fact comes from."""
    words = (fact.attributes.runner or "", (fact.attributes.command or "").split(" ", 1)[0])
    return any(word and word.casefold() in claim.text.casefold() for word in words)


def _told_apart(claim: Fact, bad: Sequence[Fact]) -> bool:
    """Tell whether a claim says itself how many failed."""
    said = {word.strip(".,;:()") for word in claim.text.split()}
    return all(str(run.attributes.failed or run.attributes.errors or "") in said for run in bad)
