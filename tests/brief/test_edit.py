from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from batonpass.brief.correct import corrected
from batonpass.brief.edit import Correction, Corrections, from_text, to_text
from batonpass.model.errors import BadContent
from tests.brief.json_values import manifests
from tests.brief.sample import TYPES, handoff, seed

Edit = Callable[[str], str]


def edited(manifest: dict[str, Any], *changes: tuple[str, str]) -> Corrections:
    """Edit a handoff as a person would: this text becomes that."""
    text = to_text(manifest)
    for before, after in changes:
        assert text.count(before) == 1, f"{before!r} stands {text.count(before)} times"
        text = text.replace(before, after)
    return from_text(text, manifest)


@pytest.mark.parametrize("name", TYPES)
def test_what_nobody_touched_is_unchanged(name: str) -> None:
    assert not from_text(to_text(seed(name)), seed(name))


@given(manifests())
def test_whatever_the_manifest_holds_unchanged_is_unchanged(manifest: dict[str, Any]) -> None:
    assert from_text(to_text(manifest), manifest) == Corrections()


@given(manifests())
def test_line_ends_and_trailing_spaces_of_editors_change_nothing(manifest: dict[str, Any]) -> None:
    text = to_text(manifest)
    bare = "".join(f"{line.rstrip(' ')}\r\n" for line in text.split("\n"))
    assert not from_text("\ufeff" + bare, manifest)


def test_an_item_is_changed() -> None:
    found = edited(seed("research"), ("JWT tokens expire after 1 hour", "JWT tokens expire after 2 hours"))
    assert found == Corrections(
        changed=(
            Correction(
                "/summary/key_insights/0",
                "JWT tokens expire after 1 hour with no refresh token mechanism",
                "JWT tokens expire after 2 hours with no refresh token mechanism",
            ),
        )
    )


def test_an_item_is_removed_by_deleting_its_line() -> None:
    found = edited(seed("research"), ("2. Session storage in Redis has no TTL causing memory leaks\n", ""))
    assert found.removed == (
        Correction("/summary/key_insights/1", "Session storage in Redis has no TTL causing memory leaks"),
    )
    assert not found.changed
    assert not found.added


def test_an_item_is_added_by_a_dash() -> None:
    found = edited(
        seed("research"), ("[/blockers]\n", "[/blockers]\n- No staging database\n  until Friday\n")
    )
    assert found.added == (Correction("/blockers/-", None, "No staging database until Friday"),)


def test_a_decision_is_added_with_or_without_its_fields() -> None:
    found = edited(
        handoff(),
        (
            "[/key_decisions]\n",
            "[/key_decisions]\n- decision: Rotate keys\n  rationale: Audit\n    finding 3\n- Use TLS\n",
        ),
    )
    assert [c.after for c in found.added] == [
        {"decision": "Rotate keys", "rationale": "Audit finding 3"},
        {"decision": "Use TLS", "rationale": ""},
    ]


def test_one_field_of_a_decision_is_changed() -> None:
    found = edited(handoff(), ("rationale: They clean up", "rationale: Entries clean up"))
    assert [c.pointer for c in found.changed] == ["/key_decisions/0/rationale"]


def test_numbers_stay_numbers() -> None:
    assert edited(handoff(), ("passed: 47", "passed: 46")).changed == (Correction("/tests/passed", 47, 46),)


def test_a_field_is_added_and_removed() -> None:
    found = edited(handoff(), ("total_lines: 310\n", "strategy: Small steps\n"))
    assert found.added == (Correction("/summary/strategy", None, "Small steps"),)
    assert found.removed == (Correction("/summary/total_lines", 310, None),)


def test_deleting_a_section_deletes_its_items() -> None:
    found = edited(handoff(), ("[/summary/risks]\n1. Refresh tokens are not rotated yet\n", ""))
    assert [c.pointer for c in found.removed] == ["/summary/risks/0"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("passed: 47", "passed: many", "line 32: /tests/passed is 'many'; wanted a number; it was 47"),
        ("1. tsc: no errors", "5. tsc: no errors", 'has no item 5; wanted "- text"'),
        (
            "2. src/oauth/pkce.ts (",
            "1. src/oauth/pkce.ts (",
            "item 1 after item 1; wanted the items in their order",
        ),
        ("1. tsc: no errors", "tsc no errors", "'tsc no errors' without number, dash or name"),
        ("[/tests]", "[tests]", "[tests]; wanted a section such as"),
        ("[/blockers]", "[/blocked]", "no section /blocked; wanted one of"),
        ("[/blockers]", "[/questions]", "/questions a second time"),
        ("[/blockers]", "[/summary/overview]", "/summary/overview is no list"),
        ("scope: Login", "scpoe: Login", "no field scpoe; wanted scope"),
        ("total_lines: 310", "overview: twice", "overview a second time"),
        ("total_lines: 310", "- 310", "an item where fields stand"),
        ("1. tsc: no errors", "gate: no errors", "a field gate where items stand"),
        ("[/blockers]\n", "[/blockers]\n-\n", "a new item that says nothing"),
        ("[/blockers]\n", "[/blockers]\n  and so on\n", "a continued line with nothing above it"),
    ],
)
def test_what_cannot_be_understood_is_told_by_its_line(before: str, after: str, message: str) -> None:
    with pytest.raises(BadContent) as raised:
        edited(handoff(), (before, after))
    assert message in str(raised.value)
    assert str(raised.value).startswith("line ")


def test_an_emptied_text_is_no_order_to_delete_everything() -> None:
    with pytest.raises(BadContent, match="nothing left in the text"):
        from_text("# only this\n\n", handoff())


def test_corrections_are_put_in_and_every_line_knows_where_it_was() -> None:
    manifest = seed("research")
    found = edited(
        manifest,
        ("2. Session storage in Redis has no TTL causing memory leaks\n", ""),
        ("3. Auth middleware duplicated across 12", "3. Auth middleware duplicated across 14"),
        ("[/blockers]\n", "[/blockers]\n- No staging database\n"),
    )
    done = corrected(manifest, found)
    assert (
        done.manifest["summary"]["key_insights"][1] == "Auth middleware duplicated across 14 route handlers"
    )
    assert done.manifest["blockers"] == ["No staging database"]
    assert done.own == ("/summary/key_insights/1", "/blockers/0")
    assert done.kept["/summary/key_insights/2"] == "/summary/key_insights/3"
    assert manifest == seed("research"), "the manifest given stays as it is"


def test_several_items_of_one_list_are_removed_together() -> None:
    manifest = seed("research")
    text = to_text(manifest)
    kept = [line for line in text.splitlines() if not line.startswith(("1. JWT", "3. Auth", "4. No rate"))]
    after = corrected(manifest, from_text("\n".join(kept), manifest))
    assert after.manifest["summary"]["key_insights"] == [
        manifest["summary"]["key_insights"][1],
        manifest["summary"]["key_insights"][4],
    ]
    assert after.kept["/summary/key_insights/1"] == "/summary/key_insights/4"


@given(manifests())
def test_without_corrections_everything_is_kept_in_place(manifest: dict[str, Any]) -> None:
    done = corrected(manifest, Corrections())
    assert done.manifest == manifest
    assert done.own == ()
    assert all(now == before for now, before in done.kept.items())


def test_what_was_corrected_reads_back_as_corrected() -> None:
    manifest = handoff()
    found = edited(
        manifest,
        ("[/summary/risks]\n", "[/summary/risks]\n- Clock skew\n"),
        ("1. Which clients may skip PKCE?\n", ""),
    )
    after = corrected(manifest, found).manifest
    assert after["summary"]["risks"] == ["Refresh tokens are not rotated yet", "Clock skew"]
    assert after["questions"] == []
    assert not from_text(to_text(after), after)
