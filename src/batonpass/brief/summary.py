"""What the next phase needs to know of a handoff, in words: a response's context_summary."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from batonpass.brief.ranked import Ranked, fitted
from batonpass.brief.sections import at, listed, references, said, tests_line
from batonpass.tables import load

DONE = ("/summary/overview", "/summary/system_overview", "/summary/strategy", "/summary/approach")
FOUND = ("/summary/key_insights", "/summary/insights")


def summary(manifest: Mapping[str, Any], size: Callable[[str], int]) -> str:
    """Return it in at most the protocol's tokens: files and decisions stay longest."""
    limit: int = load.table("exchange")["summary_tokens"]
    return fitted(_sentences(manifest), limit, size, between=" ") + "\n"


def _sentences(manifest: Mapping[str, Any]) -> Iterator[Ranked]:
    yield 0, _sentence(next((text for at_ in DONE if (text := said(at(manifest, at_)))), _scope(manifest)))
    for kind, rank in (("created", 1), ("modified", 1), ("deleted", 2)):
        yield rank, _named(kind.capitalize(), listed(manifest, f"files_{kind}"))
    yield 2, _named("Read first", [entry.text for entry in references(manifest, "required_reading")])
    yield from ((2 + place, _sentence(text)) for place, text in enumerate(_decisions(manifest)))
    tests = manifest.get("tests")
    yield 1, _sentence(f"Tests: {tests_line(tests)}" if isinstance(tests, Mapping) else "")
    for lead, pointer, rank in (("Blocked", "/blockers", 0), ("Must hold", "/summary/constraints", 3)):
        yield from ((rank, _sentence(f"{lead}: {text}")) for text in _texts(manifest, pointer))
    for pointer in FOUND:
        yield from ((5 + place, _sentence(text)) for place, text in enumerate(_texts(manifest, pointer)))
    yield from ((4, _sentence(f"Open: {text}")) for text in _texts(manifest, "/questions"))
    yield from ((6, _sentence(f"Next: {text}")) for text in _texts(manifest, "/next_steps"))


def _scope(manifest: Mapping[str, Any]) -> str:
    return said(manifest.get("scope"))


def _decisions(manifest: Mapping[str, Any]) -> Iterator[str]:
    told = manifest.get("key_decisions")
    for one in told if isinstance(told, list) else ():
        why = said(one.get("rationale")) if isinstance(one, Mapping) else ""
        decided = said(one.get("decision") if isinstance(one, Mapping) else one)
        yield f"{decided.rstrip('.')} ({why.rstrip('.')})" if why else decided


def _texts(manifest: Mapping[str, Any], pointer: str) -> tuple[str, ...]:
    value = at(manifest, pointer)
    return tuple(said(item) for item in value) if isinstance(value, list) else ()


def _named(lead: str, paths: list[str] | tuple[str, ...]) -> str:
    """Return the files of a kind; of many the first, and how many more."""
    most: int = load.limits()["views"]["block_files"]
    more = f" and {len(paths) - most} more" if len(paths) > most else ""
    return f"{lead}: {', '.join(paths[:most])}{more}." if paths else ""


def _sentence(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?", "…", "。")) else f"{text}."
