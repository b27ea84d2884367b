"""The story of `examples/oauth2`: long enough, dense enough, and its planted key points really stand in it."""

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import splintr

from batonpass.tables import load

EXAMPLES = Path(__file__).parents[2] / "examples"
STORY = EXAMPLES / "oauth2"
DOCUMENTS: list[dict[str, Any]] = tomllib.loads((STORY / "key-points.toml").read_text("utf-8"))["document"]
POINTS = [(document, point) for document in DOCUMENTS for point in document["point"]]
LINES = {"research": (1950, 2100), "plan": (950, 1080), "implementation": (2350, 2500)}

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d["type"])
each_point = pytest.mark.parametrize(
    ("document", "point"), POINTS, ids=[f"{d['type']}-{i}-{p['kind']}" for i, (d, p) in enumerate(POINTS)]
)


def text_of(document: dict[str, Any]) -> str:
    return (STORY / str(document["path"])).read_text("utf-8")


def tokens(text: str) -> int:
    return len(splintr.Tokenizer.from_pretrained("o200k_base").encode_ordinary(text))


def flat(text: str) -> str:
    return " ".join(text.replace("**", "").split())


def items_of(text: str) -> list[str]:
    """Split where a list item, a table row, a heading or a paragraph begins."""
    return [flat(piece) for piece in re.split(r"\n\s*\n|\n(?=\s*(?:[-*>|#]|\d+\.) ?)", text)]


@each_document
def test_has_the_promised_length(document: dict[str, Any]) -> None:
    least, most = LINES[document["type"]]
    assert least <= text_of(document).count("\n") <= most


@each_document
def test_is_dense_but_at_most_twelve_tokens_a_line(document: dict[str, Any]) -> None:
    text = text_of(document)
    assert 9 <= tokens(text) / text.count("\n") <= 12


@each_document
def test_can_reach_its_ratio_with_its_key_points_alone(document: dict[str, Any]) -> None:
    text = text_of(document)
    planted = [x for p in document["point"] for x in [*p.get("all", []), *p.get("each", [])]]
    assert tokens(" ".join(planted)) < tokens(text) / document["ratio"] / 2


@each_point
def test_key_point_stands_in_one_item_of_the_document(
    document: dict[str, Any], point: dict[str, Any]
) -> None:
    wanted = point.get("all") or point["each"][:1]
    assert any(all(word in item for word in wanted) for item in items_of(text_of(document)))


@each_point
def test_listed_values_stand_in_the_document(document: dict[str, Any], point: dict[str, Any]) -> None:
    text = flat(text_of(document))
    numbers = [f"{value:,}" for value in point.get("values", {}).values()]
    missing = [x for x in [*point.get("each", []), *numbers] if x not in text]
    assert missing == []


@each_point
def test_what_must_not_appear_is_there_to_tempt(document: dict[str, Any], point: dict[str, Any]) -> None:
    text = flat(text_of(document))
    assert [x for x in point.get("never", []) if x not in text] == []


@each_document
def test_no_key_point_is_also_forbidden(document: dict[str, Any]) -> None:
    wanted = [x for p in document["point"] for x in [*p.get("all", []), *p.get("each", [])]]
    forbidden = [x for p in document["point"] for x in p.get("never", [])]
    assert [x for x in forbidden if any(x in word for word in wanted)] == []


@each_document
def test_key_points_fit_the_slots_and_caps_of_their_profile(document: dict[str, Any]) -> None:
    slots = load.profile(document["type"]).slots
    for slot in slots:
        mine = [p for p in document["point"] if p["kind"] == slot.kind and p["at"] == slot.at]
        assert len(mine) <= (slot.cap or len(mine))
    places = {(slot.kind, slot.at) for slot in slots}
    assert [p["at"] for p in document["point"] if (p["kind"], p["at"]) not in places] == []


def test_plan_names_its_required_reading_which_fits_the_reading_budget() -> None:
    plan = STORY / "plan"
    names = ["api-spec.yaml", "data-models.ts"]
    assert all(f"`{name}`" in (plan / "full-plan.md").read_text("utf-8") for name in names)
    sizes = [tokens((plan / name).read_text("utf-8")) for name in names]
    assert sizes[0] <= 850
    assert sizes[1] <= 500


def test_lines_of_created_files_add_up_to_the_stated_total() -> None:
    text = (STORY / "implementation" / "implementation-notes.md").read_text("utf-8")
    section = text.split("## Files Created")[1].split("\n### ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (\d+) \|", section, re.MULTILINE)
    assert f"{len(rows)} files, {sum(int(lines) for _, lines in rows):,} lines" in section


def test_no_paragraph_is_repeated() -> None:
    for document in DOCUMENTS:
        prose = sorted(
            p for p in text_of(document).split("\n\n") if len(p) > 150 and not p.startswith(("|", "`"))
        )
        assert [a for a, b in pairwise(prose) if a == b] == []


def test_readme_states_the_true_sizes() -> None:
    readme = (EXAMPLES / "README.md").read_text("utf-8")
    for document in DOCUMENTS:
        text = text_of(document)
        assert f"| {text.count(chr(10)):,} | {tokens(text) / 1000:.1f} k |" in readme


def test_agent_definitions_come_in_three_shapes() -> None:
    agents = EXAMPLES / "agents"
    assert (agents / "berth-planner.md").read_text("utf-8").startswith("---\nname: berth-planner\n")
    assert (agents / "tide-checker.md").read_text("utf-8").startswith("# ")
    assert (agents / "release-scribe" / "AGENT.md").is_file()
