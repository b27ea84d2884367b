"""Why something was missed: where a document says it, and what was made of that place."""

from collections.abc import Iterable, Iterator, Sequence

from batonpass.extract.reading import Reading
from batonpass.extract.units import Unit
from batonpass.model.fact import Fact
from batonpass.model.source import Source
from evaluation.documents.case import of_kind
from evaluation.texts import overlap, same_path

SHOWN = 90  # characters of a text


def missed_texts(texts: Iterable[str], kind: str, facts: Sequence[Fact], source: Source) -> str:
    """Return a line for every text that was not found under its kind."""
    units = Reading(source).units
    return "\n".join(_of_text(text, kind, facts, units) for text in texts)


def _of_text(text: str, kind: str, facts: Sequence[Fact], units: Sequence[Unit]) -> str:
    said = [(max(overlap(text, u.block.text), overlap(text, u.text)), u) for u in units if u.block.text]
    near, unit = max(said, key=lambda pair: pair[0])
    made = [_made(f, of_kind(facts, kind)) for f in facts if _stands_in(f, unit)] or ["nothing"]
    return f"- {text[:SHOWN]!r}\n    {near:.2f} {_place(unit)} -> {', '.join(made)}"


def _made(fact: Fact, rivals: Sequence[Fact]) -> str:
    rank = f", {rivals.index(fact) + 1}. of {len(rivals)}" if fact in rivals else ""
    return f"{fact.standing} {fact.kind} {fact.confidence:.2f}{rank}"


def _place(unit: Unit) -> str:
    path = " > ".join(unit.block.headings)[-SHOWN:]
    return f"L{unit.block.span.first} {unit.block.kind} in {path!r} as {unit.family or 'no family'}"


def _stands_in(fact: Fact, unit: Unit) -> bool:
    return any(unit.block.span.start <= s.start and s.end <= unit.block.span.end for s in fact.spans)


def wrong_paths(found: Iterable[str], truth: Iterable[str], facts: Sequence[Fact], source: Source) -> str:
    """Return a line for every file claimed without being one, and for every file missed."""
    found, truth = sorted(found), sorted(truth)
    units = Reading(source).units
    extra = [f for f in found if not any(same_path(f, t) for t in truth)]
    missed = [t for t in truth if not any(same_path(t, f) for f in found)]
    lines = [line for path in extra for line in _claims(path, facts, units)]
    return "\n".join([*lines, *(line for path in missed for line in _mentions(path, facts, units))])


def _claims(path: str, facts: Sequence[Fact], units: Sequence[Unit]) -> Iterator[str]:
    for fact in facts:
        if fact.kind == "file" and fact.attributes.path == path:
            about = f"{fact.standing} {fact.attributes.change} {fact.confidence:.2f}"
            unit = next(u for u in units if _stands_in(fact, u))
            yield f"- claimed {path} ({about})\n    {_place(unit)}: {unit.block.text[: SHOWN * 2]!r}"


def _mentions(path: str, facts: Sequence[Fact], units: Sequence[Unit]) -> Iterator[str]:
    known = [f"{f.standing} {f.attributes.change}" for f in facts if f.attributes.path == path]
    yield f"- missed {path}{f' ({known})' if known else ''}"
    names = (path, path.rsplit("/", 1)[-1])
    for unit in [u for u in units if any(name in u.block.text for name in names)][:3]:
        at = max(unit.block.text.find(names[1]) - SHOWN, 0)
        yield f"    {_place(unit)}: {unit.block.text[at : at + SHOWN * 2]!r}"
