"""Where agents that worked side by side are in each other's way. The cases stand in `cases/conflicts.md`."""

from pathlib import Path

import pytest

from batonpass.compact.conflicts import Voice, conflicts
from batonpass.model.fact import Attributes, Fact
from tests import cases

CASES = cases.load(Path(__file__).parent / "cases" / "conflicts.md")
KEYS = {"created", "modified", "deleted"}


def voices(text: str) -> list[Voice]:
    """Read lines such as `ann decided Use Redis (not Memcached)`, `ann created a.py`, `ann did Build the login page`."""
    facts: dict[str, list[Fact]] = {}
    about: dict[str, str] = {}
    for line in text.splitlines():
        name, verb, said = line.split(" ", 2)
        told = facts.setdefault(name, [])
        if verb in KEYS:
            told.append(Fact("file", said, (), attributes=Attributes(path=said, change=verb)))  # type: ignore[arg-type]
        elif verb == "did":
            about[name] = said
        else:
            told.append(decision(verb, said))
    return [Voice(name, f"{name}.json", tuple(told), about.get(name, "")) for name, told in facts.items()]


def decision(verb: str, said: str) -> Fact:
    text, _, rest = said.partition(" (not ")
    instead = tuple(filter(None, rest.rstrip(")").split(", ")))
    standing = "rejected" if verb == "rejected" else "current"
    return Fact("decision", text, (), standing=standing, attributes=Attributes(alternatives=instead))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_conflicts(case: cases.Case) -> None:
    found = conflicts(voices(case.parts["input"]))
    cases.check(case, "".join(f"{problem.rule}: {problem.message}\n" for problem in found))


def test_many_that_agree_are_told_in_one_line() -> None:
    lines = [f"d{n} decided Keep sessions for {30 if n % 9 else 7} days" for n in range(100)]
    found = conflicts(voices("\n".join(lines)))
    assert len(found) == 1
    assert found[0].message.startswith(
        "d0, d9, d18, d27, d36 and 7 more decided “Keep sessions for 7 days”, d1"
    )
