from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.brief.yaml import dump
from tests.brief.json_values import TEXTS, VALUES
from tests.brief.sample import loads


@given(st.dictionaries(TEXTS, VALUES, max_size=6))
def test_whatever_is_written_reads_back_equal(value: dict[str, Any]) -> None:
    assert loads(dump(value)) == value


@pytest.mark.parametrize(
    "text", ["no", "Yes", "null", "~", "12", "1e3", "0x1F", "2026-03-01", "1:30", "- a", "a: b", "#x", ""]
)
def test_a_text_that_looks_like_something_else_is_quoted(text: str) -> None:
    assert dump({"key": text}) == f'key: "{text}"\n'


@pytest.mark.parametrize("text", ["research", "src/api/auth.ts", "full-plan.md", "READY_FOR_QA"])
def test_a_name_or_path_stands_bare(text: str) -> None:
    assert dump({"key": text}) == f"key: {text}\n"


def test_collections_are_indented_and_empty_ones_stand_in_line() -> None:
    value = {
        "changes": {"files_to_create": ["a.ts", "b.ts"], "files_to_delete": []},
        "why": [{"x": 1, "z": None}],
        "o": {},
    }
    assert dump(value) == (
        "changes:\n  files_to_create:\n    - a.ts\n    - b.ts\n  files_to_delete: []\n"
        "why:\n  - x: 1\n    z: null\no: {}\n"
    )
