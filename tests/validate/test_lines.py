"""Where in a manifest's bytes a pointer stands."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from batonpass.model.manifest import leaves
from batonpass.validate.lines import lines

WRITTEN = b"""{
  "scope": "a \\"quoted\\" brace { and a comma,",
  "a/b": {"~": 1},
  "key_decisions": [
    {"decision": "Use PKCE",
     "rationale": "safer"}, true
  ]
}
"""


def test_keys_and_items_are_found_in_their_lines() -> None:
    assert lines(WRITTEN) == {
        "": 1,
        "/scope": 2,
        "/a~1b": 3,
        "/a~1b/~0": 3,
        "/key_decisions": 4,
        "/key_decisions/0": 5,
        "/key_decisions/0/decision": 5,
        "/key_decisions/0/rationale": 6,
        "/key_decisions/1": 6,
    }


def test_what_is_no_json_has_no_lines() -> None:
    assert lines(b"}] : , what is this") == {"": 1}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.text(), VALUES), st.sampled_from([None, 2]))
def test_every_value_is_found_however_it_is_written(value: dict[str, Any], indent: int | None) -> None:
    found = lines(json.dumps(value, indent=indent).encode())
    assert {pointer for pointer, _ in leaves(value)} <= set(found)
    assert indent or set(found.values()) == {1}
