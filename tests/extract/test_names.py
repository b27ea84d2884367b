"""Titles, labels and columns, and the family each belongs to."""

import pytest

from batonpass.extract.names import is_topic, named
from batonpass.extract.standing import of_title
from batonpass.extract.titles import identified, words


@pytest.mark.parametrize(
    ("title", "family"),
    [
        ("Key Design Decisions", "decision"),
        ("4. Open Questions", "question"),
        ("🚦 Next Steps", "next_step"),
        ("Known Issues & Limitations", "risk"),
        ("Risks for the launch", "risk"),
        ("Files modified in this phase", "file_modified"),
        ("What We're NOT Doing", "non_goal"),
        ("Goals / Non-Goals", "goals"),
        ("keyInsights", "insight"),
        ("files_to_create", "file_create"),
        ("Why SQLite?", "rationale"),
        ("风险与问题", "risk"),
        ("次のステップ", "next_step"),
        ("결정 사항", "decision"),
        ("Próximos pasos", "next_step"),
        ("Decisões", "decision"),
        ("Points bloquants", "blocker"),
    ],
)
def test_headings(title: str, family: str) -> None:
    assert named(title, "heading").family == family


@pytest.mark.parametrize(
    "title", ["Error Handling", "The engine that computes every risk score we sell", "Protobuf Updates", ""]
)
def test_headings_that_tell_nothing(title: str) -> None:
    assert named(title, "heading").family in ("", "plain")


def test_a_title_may_say_more_than_its_family() -> None:
    assert named("Decision 3: Use SQLite", "heading").tail == "Use SQLite"


def test_what_bears_a_name_changes_its_meaning() -> None:
    assert named("Why", "heading").family == "context"
    assert named("Why", "label").family == "rationale"
    assert named("Change", "column").family == "remark"


def test_inside_a_telling_section_a_topic_names_nothing() -> None:
    assert is_topic("Performance")
    assert not is_topic("Open Questions")


def test_identifiers() -> None:
    found = identified("D-04: JSON, no YAML")
    assert found is not None
    assert (found.id, found.letters, found.rest) == ("D-04", "d", "JSON, no YAML")
    assert identified("A title without one") is None


def test_words_fold_case_plural_accents_and_numbers() -> None:
    assert words("3. The Décisions, 2024 ✅") == ("decision",)


def test_a_title_may_be_as_long_as_a_document() -> None:
    assert of_title("Rejected " + "and then some more of it " * 20_000) == "current"
