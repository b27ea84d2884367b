"""What a proof must show, beyond the examples of its rule."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batonpass.model.fact import Basis
from batonpass.model.problem import Problem
from batonpass.model.proof import Item, LeftOut
from batonpass.validate.check import check
from batonpass.validate.subject import Senses, Subject
from tests.validate.world import encode, prove, senses, span

NOTES = "# Notes\n\n- Tokens expire after 1 hour\n- Redis has no TTL\n- 47 tests passed\n"
SOURCES = {"notes.md": NOTES}


def proven(manifest: dict[str, Any], **items: str) -> tuple[Subject, Senses]:
    """Return a manifest whose fields are proven: `summary="notes.md#L3"`."""
    data = encode(manifest)
    proof = prove(data, SOURCES, {f"/{name}": behind for name, behind in items.items()})
    return Subject(manifest=manifest, data=data, proof=proof), senses(SOURCES, copies=SOURCES)


def found(subject: Subject, sensed: Senses) -> list[tuple[str, str]]:
    return [(p.severity, f"{p.pointer} {p.message}") for p in check(subject, sensed, only=["proof"])]


def with_proof(subject: Subject, **changes: Any) -> Subject:
    assert subject.proof
    return replace(subject, proof=replace(subject.proof, **changes))


def with_item(subject: Subject, pointer: str, item: Item) -> Subject:
    assert subject.proof
    return with_proof(subject, items={**subject.proof.items, pointer: item})


def test_one_item_may_stand_behind_a_whole_object() -> None:
    tests = {"passed": 47, "failed": 0, "complete": True, "runner": ""}
    assert found(*proven({"tests": tests}, tests="notes.md#L5")) == []


def test_a_number_is_read_like_a_word() -> None:
    assert found(*proven({"tests": {"passed": 470}}, tests="notes.md#L5")) == [
        ("error", "/tests/passed invented: 470 does not stand in notes.md L5")
    ]


def test_the_callers_terms_and_the_machines_stamp_need_no_source() -> None:
    stamp = {"from_agent": "a", "scope": "s", "id": "1", "detail_files": ["notes.md"], "phase": "8"}
    assert found(*proven(stamp)) == []


@pytest.mark.parametrize(
    "field", ["key_decisions", "blockers", "next_steps", "instructions", "files_deleted"]
)
def test_what_was_said_does(field: str) -> None:
    assert found(*proven({field: ["anything"]})) == [
        ("error", f"/{field}/0 invented: no line of a source stands behind it")
    ]


def test_words_may_stand_in_several_places() -> None:
    subject, sensed = proven({"summary": {"risk": "Redis tokens expire"}})
    spans = (span(NOTES, "L3"), span(NOTES, "L4"))
    assert found(with_item(subject, "/summary/risk", Item(spans)), sensed) == []
    wrong = with_item(proven({"summary": {"risk": "Redis tokens vanish"}})[0], "/summary/risk", Item(spans))
    assert found(wrong, sensed) == [
        ("error", "/summary/risk invented: vanish does not stand in notes.md L3, notes.md L4")
    ]


@pytest.mark.parametrize(("basis", "sound"), [("user", True), ("verbatim", False)])
def test_a_person_may_write_what_no_source_says(basis: Basis, *, sound: bool) -> None:
    subject, sensed = proven({"summary": {"risk": "Ask legal first"}})
    assert (found(with_item(subject, "/summary/risk", Item((), basis)), sensed) == []) is sound


def test_the_users_words_in_a_source_are_read_again_all_the_same() -> None:
    subject, sensed = proven({"instructions": ["Redis must not change"]})
    item = Item((span(NOTES, "L4"),), "user", "instruction")
    assert found(with_item(subject, "/instructions/0", item), sensed) == [
        ("error", "/instructions/0 invented: must, not, change do not stand in notes.md L4")
    ]


def test_a_shown_basis_is_our_word() -> None:
    subject, sensed = proven({"tests": {"passed": 47, "basis": "asserted"}})
    assert found(with_item(subject, "/tests", Item((span(NOTES, "L5"),), "asserted")), sensed) == []


def test_a_proof_of_what_is_not_there() -> None:
    assert found(*proven({"summary": {}}, **{"summary/risk": "notes.md#L3"})) == [
        ("error", "/summary/risk unbound: the proof speaks of this place, and the manifest has nothing there")
    ]


def test_a_span_of_a_source_nobody_named() -> None:
    subject, sensed = proven({"summary": {"risk": "Other"}})
    other = Item((span("Other\n", "L1"),))
    assert found(with_item(subject, "/summary/risk", other), sensed) == [
        ("error", "/summary/risk unbound: it points into a source the proof does not name")
    ]


def test_a_span_that_names_other_bytes_than_stand_there() -> None:
    subject, sensed = proven({"summary": {"risk": "Redis has no TTL"}})
    forged = replace(span(NOTES, "L4"), start=0, end=7)
    assert found(with_item(subject, "/summary/risk", Item((forged,))), sensed) == [
        ("error", "/summary/risk drifted: notes.md L4 cannot be read back from the stored copy")
    ]


def test_text_given_as_a_string_has_no_original_to_drift() -> None:
    subject, sensed = proven({"summary": "Redis has no TTL"}, summary="notes.md#L4")
    assert subject.proof
    entry = replace(subject.proof.sources[0], path="")
    nowhere = replace(sensed, resolve=lambda *_: pytest.fail("nothing to read again"))
    assert found(with_proof(subject, sources=(entry,)), nowhere) == []


def test_what_was_left_out_stays_recoverable() -> None:
    subject, sensed = proven({"summary": {}})
    left = LeftOut("risk", "Redis has no TTL", (span(NOTES, "L4"),), "budget")
    lost = LeftOut("risk", "Other", (span("Other\n", "L1"),), "budget")
    assert found(with_proof(subject, left_out=(left,)), sensed) == []
    assert found(with_proof(subject, left_out=(left, lost)), sensed) == [
        ("error", " unbound: 1 facts were left out and point into a source the proof does not name")
    ]


def test_a_long_list_of_words_is_not_printed_whole() -> None:
    text = "one two three four five six seven"
    assert found(*proven({"summary": text}, summary="notes.md#L4")) == [
        ("error", "/summary invented: one, two, three, four, five and 2 more do not stand in notes.md L4")
    ]


SHOWN: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["summary", "tests", "scope", "blockers"]), SHOWN))
def test_any_value_can_be_judged(manifest: dict[str, Any]) -> None:
    items = dict.fromkeys(manifest, "notes.md#L3")
    problems = check(*proven(manifest, **items), only=["proof"])
    assert all(isinstance(p, Problem) for p in problems)
