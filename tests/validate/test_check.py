"""All rules together: every problem at once, the worst first, whatever the manifest looks like."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batonpass.model.errors import NotFound
from batonpass.model.manifest import Manifest
from batonpass.tables import load
from batonpass.validate.check import check, chosen, has_errors
from batonpass.validate.rule import Case
from batonpass.validate.subject import Senses, Subject
from tests.validate.world import DIRECTORY, encode, senses, world

WRONG = Case(
    title="many things at once",
    agents=("top-down-analyzer", "backend-architect"),
    manifest={
        "artifact_type": "implementation",
        "timestamp": "today",
        "to_agents": ["backend-architekt"],
        "detail_files": [f"part-{n}.md" for n in range(11)],
        "optional_context": [{"file": "notes.md", "description": "Notes"}],
        "dependencies_satisfied": [],
    },
)


def test_all_problems_come_at_once_the_worst_first() -> None:
    found = check(*world(WRONG))
    order = [p.severity for p in found]
    assert order == sorted(order, key=["error", "warning", "note"].index)
    assert {p.rule for p in found} == {"schema", "completeness", "files", "agents", "proof"}
    assert has_errors(found)


def test_items_stand_in_their_order() -> None:
    found = [p.pointer for p in check(*world(WRONG), only=["files"]) if p.severity == "error"]
    assert found == [f"/detail_files/{n}" for n in range(11)]


def test_two_rules_that_ask_for_the_same_say_it_once() -> None:
    asked = [p for p in check(*world(WRONG)) if p.pointer == "/dependencies_satisfied"]
    assert [p.rule for p in asked] == ["completeness"]
    alone = check(*world(WRONG), only=["dependencies"])
    assert [(p.rule, p.message) for p in alone] == [("dependencies", asked[0].message)]


def test_rules_can_be_chosen() -> None:
    assert {p.rule for p in check(*world(WRONG), only=["schema", "agents"])} == {"schema", "agents"}
    assert "files" not in {p.rule for p in check(*world(WRONG), skip=["files"])}


def test_a_misspelled_rule_is_not_silently_skipped() -> None:
    with pytest.raises(NotFound, match="no rule called fiels; wanted any of schema, size"):
        chosen(skip=["fiels"])


def test_a_problem_has_its_line() -> None:
    subject, sensed = world(WRONG)
    problem = next(p for p in check(subject, sensed) if p.pointer == "/timestamp")
    assert subject.data.splitlines()[problem.line - 1] == b'  "timestamp": "today",'


def test_the_lower_of_profile_and_playbook_is_the_limit() -> None:
    subject, sensed = world(Case(title="sound"))
    budgets = load.playbook("oak").budgets
    small = replace(subject, budgets=replace(budgets, manifest=50))
    smaller = replace(small, profile=replace(load.profile("research"), limit=40))
    assert "wanted at most 50" in check(small, sensed, only=["size"])[0].message
    assert "wanted at most 40" in check(smaller, sensed, only=["size"])[0].message


def test_a_profile_of_ones_own_says_what_is_required() -> None:
    subject, sensed = world(Case(title="sound", manifest={"artifact_type": "handoff"}))
    plan = replace(load.profile("plan"), name="rfc")
    found = check(replace(subject, profile=plan), sensed, only=["completeness"])
    assert [p.pointer for p in found] == ["/key_decisions", "/summary/strategy"]
    assert "of type rfc" in found[0].message
    assert "`**Decision**" in found[0].todo


def test_a_source_counted_in_the_proof_is_not_counted_again() -> None:
    case = Case(
        title="proven",
        manifest={"detail_files": ["full-analysis.md"]},
        read={"full-analysis.md": "a finding " * 10_000},
        proven={"/summary": "written by hand"},
    )
    subject, sensed = world(case)
    unable = replace(sensed, file_tokens=lambda _: pytest.fail("counted again"))
    assert check(subject, unable, only=["compression"]) == ()


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMED = st.sampled_from(Manifest.__struct_fields__)
TYPES = st.sampled_from(["research", "plan", "implementation", "handoff", "other"])


@given(st.dictionaries(NAMED | st.text(max_size=8), JSON, max_size=8), TYPES)
def test_no_shape_of_a_manifest_makes_a_rule_fall_over(fields: dict[str, Any], kind: str) -> None:
    manifest = {"artifact_type": kind} | fields
    subject, sensed = Subject(manifest=manifest, data=encode(manifest)), _anywhere()
    assert check(subject, sensed) == check(subject, sensed)


def _anywhere() -> Senses:
    return senses({f"{DIRECTORY}full-analysis.md": "text"}, agents=("top-down-analyzer",))
