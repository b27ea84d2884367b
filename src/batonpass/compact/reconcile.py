"""What was said and what was measured to one statement each, and every place where the two disagree."""

from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from batonpass.compact.attribution import acts, attribute
from batonpass.compact.claims import failures, files, gates, metrics, tests
from batonpass.compact.claims.ground import NO_GROUND, Ground, is_change, is_claim, is_evidence
from batonpass.compact.claims.paths import GLOB, Paths, is_outside
from batonpass.compact.one_path import one_path
from batonpass.model.fact import Fact
from batonpass.model.pattern import matched
from batonpass.model.proof import Difference
from batonpass.tables import load

TESTS, TESTS_GATE = ("tests", ""), ("gate", "tests")


class Reconciled(Struct, frozen=True):
    """Facts of which each stands once, and where claims and evidence differ."""

    facts: tuple[Fact, ...]
    differences: tuple[Difference, ...] = ()


def reconcile(facts: Sequence[Fact], ground: Ground = NO_GROUND) -> Reconciled:
    """Return the facts as they hold: evidence wins over what is said, and every path is told once."""
    known = _attributed([fact for fact in facts if not _is_written_by_tool(fact, ground)], ground)
    runs = tests.reported(known, ground)
    counted = tests.counted(runs, ground)
    whole = tests.summed(counted)
    found = (
        *files.differences(known, ground),
        *tests.differences(known, runs, whole),
        *gates.differences(known, counted),
        *metrics.differences(known),
    )
    settled = _shown_only(_renamed(_tests(_outdone(_file_by_file(failures.once(known))), whole)), ground)
    return Reconciled(one_path(settled), tuple(_bounded(found)))


def _is_written_by_tool(fact: Fact, ground: Ground) -> bool:
    """Tell a report or a transcript that git shows among the changes: no work of an agent."""
    return fact.attributes.by == "git" and fact.attributes.path in ground.tools


def _file_by_file(facts: Sequence[Fact]) -> list[Fact]:
    """Let single files stand for what a command did to a folder as a whole, or to all that match a pattern."""
    done = [fact for fact in facts if is_evidence(fact) and is_change(fact)]
    listed = [fact.attributes.path or "" for fact in done if fact.attributes.by == "git"]
    plain = [p for fact in done if GLOB.isdisjoint(p := fact.attributes.path or "")]
    return [
        replace(fact, standing="superseded")
        if fact.attributes.by == "shell" and _holds_any(fact.attributes.path or "", listed, plain)
        else fact
        for fact in facts
    ]


def _holds_any(path: str, listed: Iterable[str], plain: Iterable[str]) -> bool:
    if not GLOB.isdisjoint(path):
        return any(matched(path, one) for one in plain)
    return bool(path) and any(one.startswith(path.rstrip("/") + "/") for one in listed)


def _attributed(facts: Sequence[Fact], ground: Ground) -> list[Fact]:
    """Mark what git shows as the agent's or not, where there is a transcript to tell by."""
    if not ground.actions:
        return list(facts)
    actions = acts(facts)
    return [
        attribute([fact], actions)[0]
        if fact.attributes.by == "git" and fact.attributes.attributed is None
        else fact
        for fact in facts
    ]


def _outdone(facts: Iterable[Fact]) -> list[Fact]:
    """Let evidence replace what is said of the very same matter: what is said stays, as superseded."""
    facts = list(facts)
    measured = {_matter(fact) for fact in facts if is_evidence(fact)}
    if TESTS in measured:
        measured.add(TESTS_GATE)  # the numbers tell more than that they are fine
    measured.discard(None)
    return [
        replace(fact, standing="superseded")
        if fact.basis == "asserted" and _is_now(fact) and _matter(fact) in measured
        else fact
        for fact in facts
    ]


def _is_now(fact: Fact) -> bool:
    return fact.standing == "current"


def _matter(fact: Fact) -> tuple[str, str] | None:
    """Return what a test result, a check or a measured value is about, None for all else."""
    if fact.kind == "tests":
        return TESTS
    if fact.kind in ("gate", "metric"):
        return fact.kind, (fact.attributes.name or "").casefold()
    return None


def _tests(facts: Iterable[Fact], whole: Fact | None) -> list[Fact]:
    """Put one fact in place of all runs."""
    kept: list[Fact] = []
    for fact in facts:
        if fact.kind != "tests" or not is_evidence(fact):
            kept.append(fact)
        elif whole is not None:
            kept.append(whole)
            whole = None
    return kept


def _renamed(facts: Sequence[Fact]) -> list[Fact]:
    """Give claims the path evidence knows, so that both are told once."""
    known = Paths(fact.attributes.path or "" for fact in facts if is_evidence(fact) and is_change(fact))
    return [_with_path(fact, known) if is_claim(fact) and is_change(fact) else fact for fact in facts]


def _with_path(fact: Fact, known: Paths) -> Fact:
    path = known.called(fact.attributes.path or "")
    return replace(fact, attributes=replace(fact.attributes, path=path)) if path else fact


def _shown_only(facts: Sequence[Fact], ground: Ground) -> list[Fact]:
    """Where git lists every change, let no claim and no guess add one; what is outside of the project it cannot know."""
    if not ground.git:
        return [replace(fact, standing="superseded") if _is_faint(fact) else fact for fact in facts]
    shown = {f.attributes.path for f in facts if is_evidence(f) and is_change(f) and not _is_guess(f)}
    return [
        replace(fact, standing="superseded")
        if (fact.basis == "asserted" or _is_guess(fact))
        and _is_now(fact)
        and is_change(fact)
        and not _stands(fact, shown)
        else fact
        for fact in facts
    ]


def _is_guess(fact: Fact) -> bool:
    """Tell what a command may have done or not."""
    least: float = load.table("evidence")["claims"]["least"]
    return fact.attributes.by == "shell" and fact.confidence < least


def _is_faint(fact: Fact) -> bool:
    """Tell what explains a change that git shows, and is none by itself: `rm -f` of what nobody has seen."""
    least: float = load.table("evidence")["claims"]["faint"]
    return fact.attributes.by == "shell" and fact.confidence < least


def _stands(claim: Fact, shown: Container[str | None]) -> bool:
    return claim.attributes.path in shown or is_outside(claim.attributes.path or "")


def _bounded(found: Iterable[Difference]) -> Iterator[Difference]:
    """Yield the differences; of the many of one sort the rest as a number."""
    most: int = load.table("evidence")["claims"]["differences"]
    sorts: dict[tuple[str, str], int] = {}
    for difference in found:
        sort = (difference.finding, difference.kind)
        sorts[sort] = sorts.get(sort, 0) + 1
        if sorts[sort] <= most:
            yield difference
    for (finding, kind), count in sorts.items():
        if count > most:
            yield Difference(finding, kind, count=count - most)  # type: ignore[arg-type] # taken from differences
