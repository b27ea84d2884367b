"""What people wrote into a settings file stays to the byte, whatever goes in and out beside it."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.model.edit import Edit
from batonpass.model.errors import BadContent
from batonpass.store import edits
from batonpass.store.json_merge import merged, subtracted
from batonpass.store.json_text import insert, places, remove

HOOK = {"hooks": [{"type": "command", "command": "baton hook Stop"}]}
OURS = {
    "hooks": {"Stop": [HOOK]},
    "permissions": {"allow": ["Bash(baton show:*)"]},
    "statusLine": {"type": "command"},
}
THEIRS = """{
    "model": "opus",
    "hooks": {
        "Stop": [ {"hooks": [{"type": "command", "command": "say done"}]} ]
    },
    "permissions": {"allow": ["Bash(ls:*)"], "deny": []},
    "statusLine": {"type": "command", "command": "mine"}
}"""
KEYS = st.text(alphabet='ab"\\{[é ', max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | KEYS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=4)
LAYOUTS: list[dict[str, Any]] = [{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}]


def test_every_line_of_theirs_stands_as_it_stood() -> None:
    text, added = merged(THEIRS, OURS, "settings.json")
    assert subtracted(text, added, "settings.json") == THEIRS
    assert [line for line in THEIRS.splitlines() if line not in text] == [
        '        "Stop": [ {"hooks": [{"type": "command", "command": "say done"}]} ]',
        '    "permissions": {"allow": ["Bash(ls:*)"], "deny": []},',
    ]
    assert added == {"hooks": {"Stop": [HOOK]}, "permissions": {"allow": ["Bash(baton show:*)"]}}
    assert json.loads(text)["statusLine"]["command"] == "mine"
    assert json.loads(text)["hooks"]["Stop"][1] == HOOK


def test_what_they_had_already_is_not_taken_from_them() -> None:
    text = json.dumps({"permissions": {"allow": ["Bash(baton show:*)"]}})
    both, added = merged(text, OURS, "settings.json")
    assert "permissions" not in added
    assert json.loads(subtracted(both, added, "settings.json")) == json.loads(text)


def test_their_later_changes_stay_when_ours_goes() -> None:
    both, added = merged(THEIRS, OURS, "settings.json")
    later = both.replace('"model": "opus"', '"model": "haiku"').replace(
        '"deny": []', '"deny": ["Read(.env)"]'
    )
    wanted = json.loads(THEIRS) | {"model": "haiku"}
    wanted["permissions"]["deny"] = ["Read(.env)"]
    assert json.loads(subtracted(later, added, "settings.json")) == wanted


@given(OBJECTS, st.sampled_from(LAYOUTS))
def test_places_are_where_the_values_are(value: dict[str, Any], layout: dict[str, Any]) -> None:
    text = json.dumps(value, **layout)
    for key, node in (places(text).members or {}).items():
        assert json.loads(text[node.value_start : node.end]) == value[str(key)]


@given(OBJECTS, KEYS, VALUES, st.sampled_from(LAYOUTS))
def test_what_is_inserted_is_there_and_comes_out_again(
    value: dict[str, Any], key: str, new: object, layout: dict[str, Any]
) -> None:
    text = json.dumps(value, **layout)
    if key in value:
        return
    longer = insert(text, (), key, new)
    assert json.loads(longer) == value | {key: new}
    assert json.loads(remove(longer, (key,))) == value
    assert not value or remove(longer, (key,)) == text


@given(OBJECTS, OBJECTS, st.sampled_from(LAYOUTS))
def test_merge_adds_and_subtraction_takes_back(
    theirs: dict[str, Any], ours: dict[str, Any], layout: dict[str, Any]
) -> None:
    text = json.dumps(theirs, **layout)
    with suppress(BadContent):  # a value of theirs stands where ours wants an object
        both, added = merged(text, ours, "x")
        _check_merge(theirs, ours, text, both, added)


def _check_merge(
    theirs: dict[str, Any], ours: dict[str, Any], text: str, both: str, added: dict[str, Any]
) -> None:
    assert merged(both, ours, "x")[1] == {}
    for key, value in theirs.items():
        assert isinstance(value, dict | list) or json.loads(both)[key] == value
    assert subtracted(both, {}, "x") == both
    if not added:
        assert both == text


@pytest.mark.parametrize("before", [THEIRS, "{}", '{\r\n\t"a": 1\r\n}\r\n', None])
def test_a_project_gets_its_bytes_back(tmp_path: Path, before: str | None) -> None:
    file = tmp_path / ".claude/settings.json"
    if before is not None:
        file.parent.mkdir()
        file.write_bytes(before.encode())
    edit = Edit(path=".claude/settings.json", kind="json", text=json.dumps(OURS))
    edits.apply(str(tmp_path), [edit])
    assert "baton hook Stop" in file.read_text("utf-8")
    assert edits.apply(str(tmp_path), [edit]).changes == ()
    edits.uninstall(str(tmp_path))
    assert file.exists() == (before is not None)
    assert before is None or file.read_bytes() == before.encode()
    assert file.parent.exists() == (before is not None)


def test_a_newer_fragment_replaces_the_older_one(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"a": 1}', "utf-8")
    for command in ("old", "new"):
        fragment = {"hooks": {"Stop": [command]}}
        edits.apply(str(tmp_path), [Edit(path="settings.json", kind="json", text=json.dumps(fragment))])
        file.write_text(file.read_text("utf-8").replace('"a": 1', '"a": 2'), "utf-8")
    assert json.loads(file.read_text("utf-8")) == {"a": 2, "hooks": {"Stop": ["new"]}}
    edits.uninstall(str(tmp_path))
    assert file.read_text("utf-8") == '{"a": 2}'


@pytest.mark.parametrize(
    ("text", "said"), [('{\n"a": 1\n"b": 2}', "settings.json:3"), ("[]", "not a JSON object")]
)
def test_a_broken_file_is_named_and_not_touched(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(text, "utf-8")
    with pytest.raises(BadContent, match=said):
        edits.apply(str(tmp_path), [Edit(path="settings.json", kind="json", text="{}")])
    assert file.read_text("utf-8") == text


def test_a_byte_order_mark_stays_where_it_was() -> None:
    theirs = "\ufeff" + THEIRS
    both, added = merged(theirs, OURS, "settings.json")
    assert both.count("\ufeff") == 1
    assert json.loads(both.removeprefix("\ufeff"))["hooks"]["Stop"][1] == HOOK
    assert subtracted(both, added, "settings.json") == theirs


@pytest.mark.parametrize(
    ("theirs", "found"),
    [('{"hooks": {"Stop": "weird"}}', "hooks.Stop is no list"), ('{"hooks": []}', "hooks is no object")],
)
def test_a_file_whose_client_would_take_nothing_of_it_is_not_added_to(theirs: str, found: str) -> None:
    with pytest.raises(BadContent, match=found):
        merged(theirs, OURS, "settings.json")
