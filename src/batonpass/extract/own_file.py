"""A handoff file that an agent wrote itself, as facts: every field is what its name says, whatever words stand in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from batonpass.extract.nothing import says_nothing
from batonpass.extract.stating import basis_of
from batonpass.model.fact import Attributes, Change, Fact, Kind
from batonpass.model.source import Source, Span
from batonpass.tables.load import table

Own = Mapping[str, Any]


def facts(source: Source, own: Own) -> tuple[Fact, ...]:
    """Return what an agent's own handoff file says, in the order of the kinds."""
    kinds: dict[Kind, list[str]] = table("handoff_fields")["kinds"]
    texts = (
        one for kind, places in kinds.items() for place in places for one in _texts(source, own, kind, place)
    )
    return (*texts, *_files(source, own), *_tests(source, own))


def _texts(source: Source, own: Own, kind: Kind, place: str) -> Iterator[Fact]:
    path = tuple(place.split("."))
    values = _items(_at(own, path))
    for value, spans in zip(values, _spans(source, path, len(values)), strict=True):
        text, about = _told(kind, value)
        if text and not says_nothing(text) and any(c.isalpha() for c in text):
            yield Fact(_kind(kind, text), text, spans, basis_of(kind), attributes=Attributes(**about))


def _kind(kind: Kind, text: str) -> Kind:
    """Return the kind of a text: a concern that asks is a question."""
    return "question" if kind == "risk" and text.rstrip().endswith(("?", "？")) else kind


def _told(kind: Kind, value: Any) -> tuple[str, dict[str, Any]]:
    """Return a value as one text, and what is known of it beside: an object's first words, then what it says more."""
    if isinstance(value, str):
        return " ".join(value.split()), {}
    if not isinstance(value, Mapping):
        return "", {}
    said = {
        key: " ".join(text.split()) for key, text in value.items() if isinstance(text, str) and text.strip()
    }
    if kind == "decision":
        rationale = said.get("rationale")
        return said.get("decision", ""), {"rationale": rationale} if rationale else {}
    parts = table("handoff_fields")["told"]
    first = next((said[key] for key in parts["first"] if key in said), "")
    rest = [said[key] for key in parts["rest"] if key in said]
    severity = (
        {"severity": said["severity"].lower()} if "severity" in said and kind in ("risk", "error") else {}
    )
    return ": ".join(filter(None, (first, "; ".join(rest)))), severity


def _files(source: Source, own: Own) -> Iterator[Fact]:
    changes: dict[Change, list[str]] = table("handoff_fields")["files"]
    for change, places in changes.items():
        for place in places:
            path = tuple(place.split("."))
            values = _items(_at(own, path))
            for value, spans in zip(values, _spans(source, path, len(values)), strict=True):
                if isinstance(value, str) and value.strip():
                    about = Attributes(path=value.strip(), change=change, by="text")
                    yield Fact("file", value.strip(), spans, "asserted", attributes=about)


def _tests(source: Source, own: Own) -> Iterator[Fact]:
    """Yield the counts of the tests as one fact, and their coverage."""
    for place in ("tests", "total_tests"):
        told = own.get(place)
        if not isinstance(told, Mapping):
            continue
        passed, failed = _count(told, "passing", "passed"), _count(told, "failing", "failed")
        counts = {"passed": passed, "failed": failed, "total": _count(told, "total")}
        if text := ", ".join(f"{value} {key}" for key, value in counts.items() if value is not None):
            about = Attributes(passed=passed, failed=failed, total=counts["total"])
            yield Fact("tests", text, _all_spans(source, (place,)), "asserted", attributes=about)
            break
    for path in (("tests", "coverage"), ("coverage",)):
        share = _share(_at(own, path))
        if share is not None:
            about = Attributes(name="coverage", value=share, unit="%")
            yield Fact(
                "metric", f"coverage: {share:g}%", _all_spans(source, path), "asserted", attributes=about
            )
            break


def _count(told: Own, *names: str) -> int | None:
    for name in names:
        value = told.get(name)
        if isinstance(value, str) and value.strip().isdigit():
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def _share(value: Any) -> float | None:
    if isinstance(value, str):
        value = value.strip().removesuffix("%").strip()
        return float(value) if value.replace(".", "", 1).isdigit() else None
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _at(own: Own, path: Sequence[str]) -> Any:
    value: Any = own
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _spans(source: Source, path: tuple[str, ...], count: int) -> list[tuple[Span, ...]]:
    """Return where each of so many values stands: each on its own where they can be told apart."""
    every = _all_spans(source, path)
    below = [
        b.span for b in source.blocks if b.kind in ("item", "row") and b.headings == path and b.parent < 0
    ]
    return [(span,) for span in below] if len(below) == count else [every] * count


def _all_spans(source: Source, path: tuple[str, ...]) -> tuple[Span, ...]:
    """Return where everything below a key stands, the whole file where that cannot be told."""
    keys = ((b, (*b.headings, b.label) if b.label else b.headings) for b in source.blocks)
    found = tuple(dict.fromkeys(b.span for b, at in keys if at[: len(path)] == path))
    return found or tuple(b.span for b in source.blocks[:1])
