"""What a long source is about: words that come back all over it."""

from batonpass.extract.facts import extract
from batonpass.extract.themes import Themes
from batonpass.model.fact import Fact
from batonpass.model.source import Source
from batonpass.read.parse import parse_text

ASIDE = "The copied manual of a printer fills this place: tray, toner and paper jam number {n}.\n\n"
BELLS = (
    "## Decisions\n\n- The carillon keeps its strike log on the tower's own disk.\n\n",
    "The carillon was heard from the tower at noon, and each strike was counted.\n\n",
    "A strike in the tower takes the carillon eleven milliseconds.\n\n",
)
PRINTER = "## Decisions\n\n- The printer takes its toner from tray 2.\n\n"


def report(asides: int) -> Source:
    """Return a text on bells, with long stretches of something else in between."""
    parts: list[str] = []
    for number in range(6):
        parts += (BELLS[number % 3], *(ASIDE.format(n=n) for n in range(asides)))
    return parse_text("".join([*parts[: len(parts) // 2], PRINTER, *parts[len(parts) // 2 :]]), "r.md", str)


def decisions(source: Source) -> dict[str, Fact]:
    return {fact.text.split()[1]: fact for fact in extract(source) if fact.kind == "decision"}


def test_what_the_whole_source_speaks_of_is_to_the_point_and_what_one_place_repeats_is_not() -> None:
    found = decisions(report(asides=60))
    assert found["carillon"].to_the_point > 2 * found["printer"].to_the_point


def test_in_a_short_source_nothing_is_beside_the_point() -> None:
    found = decisions(report(asides=2))
    assert {fact.to_the_point for fact in found.values()} == {1.0}


def test_a_source_without_blocks_weighs_nothing() -> None:
    assert Themes(()).share(()) == 1.0
