"""Whether the user agreed to a skip: the cases in `cases/consent.md`."""

from pathlib import Path

import pytest

from batonpass.decide.consent import Said, agreed, heard
from batonpass.tables import load
from tests.cases import Case, check
from tests.cases import load as cases

TERMS = load.words("consent")
RISK = "Context window exhaustion in later phases"
CASES = cases(Path(__file__).parent / "cases" / "consent.md")


def talk(text: str) -> tuple[Said, ...]:
    """Return what was said, a line each."""
    lines = (line.replace("RISKS", f"Risks:\n- {RISK}\nProceed?") for line in text.splitlines())
    return tuple(Said(n, line.startswith("> "), line.removeprefix("> ")) for n, line in enumerate(lines, 1))


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    after = 1 if "1" in case.parts else 0
    told = []
    for words in case.parts.get("words", case.parts.get("1", "")).splitlines():
        found = agreed(talk(case.parts["talk"]), words, (RISK,), TERMS, after=after)
        told.append(f"{words} → {found.why_not or f'agreed, line {found.line}'}")
    check(case, "\n".join(told) + "\n")


def test_words_that_approve_anything_must_be_said_and_not_refuse() -> None:
    said = talk("Which way?\n> Option B looks good, build it.\n> No, not the other one.")
    assert heard(said, "option B looks good", TERMS).line == 2
    assert heard(said, "not the other one", TERMS).why_not
    assert heard(said, "approved", TERMS).why_not
    assert heard(said, "Which way?", TERMS).why_not
