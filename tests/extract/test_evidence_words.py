"""What a user says without asking for anything."""

import pytest

from batonpass.extract.evidence.words import acknowledges


@pytest.mark.parametrize(
    "text", ["ok", "Yes, please.", "ok continue", "Great! Go ahead", "looks good, thanks", "好的。继续", "👍"]
)
def test_it_asks_for_nothing(text: str) -> None:
    assert acknowledges(text)


@pytest.mark.parametrize("text", ["ok, but keep the API", "continue with the tests", "no, revert it", "go"])
def test_it_asks_for_something(text: str) -> None:
    assert not acknowledges(text)
