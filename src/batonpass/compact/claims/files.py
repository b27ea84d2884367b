"""Files: claimed and not changed, changed and not mentioned, changed and not by this agent."""

from collections.abc import Iterator, Sequence

from batonpass.compact.claims.ground import Ground, is_change, is_claim, is_evidence
from batonpass.compact.claims.paths import Paths, is_outside, plain
from batonpass.model.fact import Fact
from batonpass.model.proof import Difference
from batonpass.tables import load


def differences(facts: Sequence[Fact], ground: Ground) -> Iterator[Difference]:
    """Yield where documents and evidence disagree about files."""
    if not (ground.git or ground.actions):
        return
    shown = [fact for fact in facts if is_evidence(fact) and is_change(fact)]
    claims = [fact for fact in facts if is_claim(fact) and is_change(fact)]
    known = Paths(p for f in shown for p in (f.attributes.path, f.attributes.from_path) if p)
    yield from _unconfirmed(claims, known)
    yield from _contradicted(claims, shown)
    named = frozenset(
        plain(f.attributes.path or "") for f in facts if f.kind == "file" and f.basis != "derived"
    )
    yield from _unmentioned(shown, Paths(named), ground)


def _unconfirmed(claims: Sequence[Fact], known: Paths) -> Iterator[Difference]:
    for path, claim in _by_path(claims).items():
        if not (known.holds(path) or is_outside(path)):
            yield Difference(
                "unconfirmed",
                "file",
                claimed=f"{claim.attributes.change} {path}",
                path=path,
                spans=claim.spans,
            )


def _contradicted(claims: Sequence[Fact], shown: Sequence[Fact]) -> Iterator[Difference]:
    """Yield what is claimed to be there and is gone, and what is claimed to be gone and is there."""
    least: float = load.table("evidence")["claims"]["least"]  # a guess contradicts nobody
    last = {fact.attributes.path or "": fact for fact in shown if fact.confidence >= least}
    known = Paths(last)
    for path, claim in _by_path(claims).items():
        fact = last.get(known.called(path))
        gone = fact is not None and fact.attributes.change == "deleted"
        if fact is not None and gone != (claim.attributes.change == "deleted"):
            yield Difference(
                "contradicted",
                "file",
                claimed=f"{claim.attributes.change} {path}",
                shown=f"{fact.attributes.change} {fact.attributes.path}",
                path=fact.attributes.path or path,
                spans=claim.spans,
                evidence=fact.spans,
            )


def _by_path(claims: Sequence[Fact]) -> dict[str, Fact]:
    """Return the last claim about each path: documents tell things in their order."""
    return {claim.attributes.path or "": claim for claim in claims}


def _unmentioned(shown: Sequence[Fact], named: Paths, ground: Ground) -> Iterator[Difference]:
    for fact in shown:
        about = fact.attributes
        path = about.path or ""
        if path in ground.own:
            continue  # it is handed over itself
        if about.attributed is False:
            yield Difference(
                "unattributed", "file", shown=f"{about.change} {path}", path=path, evidence=fact.spans
            )
        elif (
            about.by == "git"
            and about.attributed is None
            and not (named.holds(path) or ground.mentions(path))
        ):
            yield Difference(
                "unmentioned", "file", shown=f"{about.change} {path}", path=path, evidence=fact.spans
            )
