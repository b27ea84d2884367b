"""The severity that a source names comes before how well a fact is told."""

from batonpass.compact.rank import quality
from batonpass.model.fact import Attributes, Fact

TERSE = "All data can be read by anybody"
TELLING = "`config/legacy.toml` holds 14 keys that nobody has read since 2019, at a cost of 12 ms"


def risk(text: str, severity: str) -> float:
    return quality(Fact("risk", text, (), attributes=Attributes(severity=severity)), 0.5)


def test_a_critical_risk_in_few_words_is_worth_more_than_a_low_one_told_well() -> None:
    assert risk(TERSE, "critical") > risk(TERSE, "high") > risk(TELLING, "low")


def test_a_test_is_worth_less_than_what_it_tests() -> None:
    source, test = (
        quality(Fact("file", path, (), attributes=Attributes(path=path, change="created")), 0.5)
        for path in ("src/token.ts", "test/token.test.ts")
    )
    assert test < source
