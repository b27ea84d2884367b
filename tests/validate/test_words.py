"""What counts as standing in a source."""

from typing import Any

import pytest

from batonpass.validate.words import lacking

STANDS = [
    ("Redis has no TTL", "Redis has no TTL"),
    ("- Tokens **expire** after\n  1 hour.", "tokens expire after 1 hour"),
    ("| `refresh\\_token` | 7 days |", "`refresh_token`: 7 days"),
    ("see [the **spec**](docs/spec.md)s", "see the specs"),
    ("the **un**believable", "The unbelievable"),
    ("latency &lt; 100 ms &eacute;t&eacute;", "latency < 100 ms été"),
    ('"note": "first\\nsecond \\u00e9t\\u00e9"', "first second été"),
    ("coverage: 92.5%", "92.5 % coverage"),
    ("1,200 lines", 1200),
    ("took 0.25 s", 0.25),
    ("47 passed", 47),
    ("認証は一時間で切れる。更新なし。", "認証は一時間で切れる。"),
]
LACKS = [
    ("Tokens expire", "Tokens never expire", ("never",)),
    ("the catalog", "log", ("log",)),
    ("47 passed", 7, ("7",)),
    ("version 1.5", "5", ("5",)),
    ("47 of 92", "47.92", ("47.92",)),
    ("passed", "passed passed failed failed", ("failed",)),
    ("", "anything", ("anything",)),
]


@pytest.mark.parametrize(("source", "shown"), STANDS)
def test_stands(source: str, shown: Any) -> None:
    assert lacking(source, shown) == ()


@pytest.mark.parametrize(("source", "shown", "words"), LACKS)
def test_does_not_stand(source: str, shown: Any, words: tuple[str, ...]) -> None:
    assert lacking(source, shown) == words
