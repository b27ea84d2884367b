"""Test runs: what the reports come to together, and claims that no report confirms."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from msgspec.structs import replace

from batonpass.compact.claims.ground import Ground, checks, is_claim, is_evidence, together
from batonpass.model.fact import Attributes, Fact
from batonpass.model.proof import Difference, Finding
from batonpass.model.source import Span
from batonpass.tables import load

COUNTS = ("passed", "failed", "errors", "skipped", "total")


def reported(facts: Sequence[Fact], ground: Ground) -> list[Fact]:
    """Return the runs evidence tells of: the same run in a transcript, a log and a file once."""
    runs: list[Fact] = []
    for fact in (f for f in facts if f.kind == "tests" and is_evidence(f)):
        at = next((i for i, run in enumerate(runs) if _is_same_run(run, fact, ground)), None)
        if at is None:
            runs.append(fact)
        else:
            runs[at] = replace(runs[at], spans=together([runs[at], fact]))
    return runs


def _is_same_run(one: Fact, other: Fact, ground: Ground) -> bool:
    a, b = one.attributes, other.attributes
    counted = a.total is not None and (a.passed, a.failed, a.errors, a.total) == (
        b.passed,
        b.failed,
        b.errors,
        b.total,
    )
    return counted and not _tellers(one, ground) & _tellers(other, ground)


def _tellers(run: Fact, ground: Ground) -> set[str]:
    """Return what sorts of sources tell of a run; two of one sort tell of two runs."""
    return {_teller(span.source, ground) for span in run.spans}


def _teller(digest: str, ground: Ground) -> str:
    if digest not in ground.reports:
        return "transcript"
    return "log" if digest in ground.consoles else "file"


def counted(runs: Sequence[Fact], ground: Ground) -> list[Fact]:
    """Return the runs that count together: what a session shows is often part of what a report has as a whole."""
    given = [run for run in runs if _tellers(run, ground) - {"transcript"}]
    if any("file" in _tellers(run, ground) for run in given):
        return given  # whoever wrote a report file names the format there, not the runner
    known = {run.attributes.runner for run in given}
    return given + [run for run in runs if run not in given and run.attributes.runner not in known]


def summed(runs: Sequence[Fact]) -> Fact | None:
    """Return all runs as one, None where there is none."""
    if len(runs) < 2:  # noqa: PLR2004 - one run needs no sum
        return runs[0] if runs else None
    about = [run.attributes for run in runs]
    counts = {name: _sum([getattr(a, name) for a in about]) for name in COUNTS}
    times = [a.duration_s for a in about if a.duration_s is not None]
    return replace(
        runs[0],
        text=told(Attributes(**counts)),  # type: ignore[arg-type] # five counts by their names
        spans=together(runs),
        attributes=Attributes(
            runner=", ".join(dict.fromkeys(a.runner or "" for a in about)),
            **counts,  # type: ignore[arg-type] # the same
            duration_s=round(sum(times), 3) if times else None,
            complete=all(a.complete is not False for a in about),
        ),
        note=f"summed over {len(runs)} runs",
    )


def _sum(values: Sequence[int | None]) -> int | None:
    told_ = [value for value in values if value is not None]
    return sum(told_) if told_ else None


def differences(facts: Sequence[Fact], runs: Sequence[Fact], whole: Fact | None) -> Iterator[Difference]:
    """Yield claims no run confirms; a document that tells one right may tell of earlier runs too."""
    sure: float = load.table("evidence")["claims"]["tests"]
    claims = [f for f in facts if f.kind == "tests" and is_claim(f) and f.confidence >= sure]
    if not runs:
        yield from _against_commands(claims, facts)
        return
    if any(_confirms(run.attributes, claim.attributes) for claim in claims for run in _sums(runs)):
        return
    for claim, spans in _once(claims):
        belied = whole is not None and is_bad(whole.attributes) and _says_fine(claim.attributes)
        finding: Finding = "contradicted" if belied else "unconfirmed"
        yield Difference(
            finding,
            "tests",
            claimed=told(claim.attributes) or claim.text,
            shown=told(whole.attributes) if whole else "",
            spans=spans,
            evidence=whole.spans if whole else (),
        )


def _once(claims: Sequence[Fact]) -> Iterator[tuple[Fact, tuple[Span, ...]]]:
    """Yield each claim with all places that make it."""
    same: dict[str, list[Fact]] = {}
    for claim in claims:
        same.setdefault(told(claim.attributes) or claim.text, []).append(claim)
    for alike in same.values():
        yield alike[0], together(alike)


def _sums(runs: Sequence[Fact]) -> Iterator[Fact]:
    """Yield every run, every two of a few, and all: a claim may speak of any of them."""
    yield from runs
    few: int = load.table("evidence")["claims"]["few_runs"]
    pairs = combinations(runs, 2) if len(runs) <= few else ()
    yield from (whole for pair in (*pairs, runs) if (whole := summed(pair)))


def _confirms(run: Attributes, claim: Attributes) -> bool:
    """Tell whether every number a claim gives is the run's; errors may be counted among the failed."""
    if run.complete is False and not (claim.failed or claim.errors):
        return False
    failed = {run.failed or 0, (run.failed or 0) + (run.errors or 0)}
    given = [
        claim.passed is None or claim.passed == run.passed,
        claim.failed is None or claim.failed in failed,
        claim.total is None or claim.total in (run.total, (run.passed or 0) + max(failed)),
    ]
    says = any(n is not None for n in (claim.passed, claim.failed, claim.total))
    silent = claim.failed is None and claim.errors is None and max(failed) > 0
    return says and all(given) and not silent


def _says_fine(claim: Attributes) -> bool:
    return bool(claim.passed) and not claim.failed and not claim.errors


def _against_commands(claims: Sequence[Fact], facts: Sequence[Fact]) -> Iterator[Difference]:
    """Yield what is claimed to be fine while every test command failed when it was run last."""
    ran = checks(facts, "tests")
    if not ran or any(gate.attributes.passed for gate in ran):
        return
    for claim in claims:
        if _says_fine(claim.attributes):
            shown = "; ".join(f"{gate.text} failed" for gate in ran)
            yield Difference(
                "contradicted", "tests", claim.text, shown, spans=claim.spans, evidence=together(ran)
            )


def is_bad(run: Attributes) -> bool:
    """Tell a run with failures, or one that never came to its end."""
    return bool(run.failed or run.errors or run.complete is False)


def told(about: Attributes) -> str:
    """Return counts in words."""
    counts = ((getattr(about, name), name) for name in COUNTS[:-1])
    parts = [f"{value} {name}" for value, name in counts if value or (value == 0 and name == "failed")]
    if not any(value for value in (about.passed, about.failed, about.errors)) and about.total is not None:
        parts.append(f"{about.total} in all")
    parts += ["not run to the end"] if about.complete is False else []
    return ", ".join(parts)
