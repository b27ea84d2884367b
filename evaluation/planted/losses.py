"""Where a planted fact was lost: never read, read as another kind or standing, dropped, or cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from batonpass.extract.facts import extract
from batonpass.read.parse import parse_text
from evaluation.planted.judge import shows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from batonpass.model.fact import Fact
    from evaluation.planted.measure import Trial
    from evaluation.planted.wordings import Planted

SHORT = 110


def lost(trial: Trial, kept: Sequence[bool]) -> str:
    """Return a line for every fact that is not kept."""
    facts = extract(parse_text(trial.text, "full-text.md", str))
    missed = (pair for pair, there in zip(trial.worded, kept, strict=True) if not there)
    return "\n".join(f"{fact.kind:10} {_why(trial, facts, fact)}: {_short(said)}" for fact, said in missed)


def leaked(trial: Trial, leaking: Sequence[bool]) -> str:
    """Return a line for every distractor that is shown as so."""
    shown = (d for d, there in zip(trial.author.distractor, leaking, strict=True) if there)
    return "\n".join(f"{d.standing:12} {', '.join(d.value)}" for d in shown)


def _short(text: str) -> str:
    return " ".join(text.split())[:SHORT]


def _why(trial: Trial, facts: Sequence[Fact], fact: Planted) -> str:
    about = [f for f in facts if _tells(f, fact)]
    right = [f for f in about if f.kind == fact.kind]
    if not about:
        parts = {f.kind for f in facts if shows(f.text, fact.value[:1]) or shows(f.text, fact.value[-1:])}
        return f"read in part, as {', '.join(sorted(parts))}" if parts else "not read"
    if not right:
        return f"read as {', '.join(sorted({f'{f.kind} ({f.standing})' for f in about}))}"
    if all(f.standing != "current" for f in right):
        return f"standing {right[0].standing}"
    if any(shows(item.text, fact.value[:1]) for item in trial.handed.items if item.kind == fact.kind):
        return "cut, or without its subject"
    return f"dropped ({', '.join(sorted(set(_reasons(trial, right)))) or 'as another item'})"


def _tells(read: Fact, fact: Planted) -> bool:
    """Tell whether what was read holds the value, in its text or beside it."""
    about = read.attributes
    if fact.kind == "tests" and read.kind == "tests":
        return shows(f"{about.passed} passed {about.failed} failed", fact.value)
    return shows(" ".join(filter(None, (read.text, about.rationale, about.path))), fact.value)


def _reasons(trial: Trial, right: Sequence[Fact]) -> Iterator[str]:
    texts = {fact.text for fact in right}
    return (left.why for left in trial.handed.draft.proof.left_out if left.text in texts)
