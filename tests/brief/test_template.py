import pytest

from batonpass.brief.template import artifact_type, description, section
from tests.brief.sample import size

DEFINITION = "---\nname: {name}\ndescription: {text}\n---\n\n# Role\n\nYou are an agent.\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "top-down-analyzer",
            "Architectural impact analyzer that evaluates design pattern consistency.",
            "research",
        ),
        (
            "backend-architect",
            "Backend architecture specialist for database design. Handles implementation.",
            "plan",
        ),
        ("frontend-developer", "Frontend development specialist for UI/UX implementation.", "implementation"),
        ("backend-architect", "Design and review. This agent plans, it does not implement.", "plan"),
        ("general-purpose", "Restricted agent. Cannot handle implementation work.", "handoff"),
        ("agent-creator", "Designs and implements new agents, plans and builds them.", "handoff"),
        ("后端", "负责API设计、数据库建模", "handoff"),
        ("nobody", "", "handoff"),
    ],
)
def test_the_type_is_what_the_description_clearly_says(name: str, text: str, expected: str) -> None:
    assert artifact_type(name, DEFINITION.format(name=name, text=text)) == expected


def test_what_an_agent_does_not_do_says_nothing_about_it() -> None:
    text = "Audits and inspects. Does not implement, never builds, works without coding."
    assert artifact_type("x", DEFINITION.format(name="x", text=text)) == "research"


def test_sample_dialogues_say_nothing_about_the_agent() -> None:
    text = "Analyzes and audits code. Examples: <example>user: implement, build and develop it</example>"
    assert artifact_type("x", DEFINITION.format(name="x", text=text)) == "research"


@pytest.mark.parametrize(
    "definition",
    [
        "---\nname: a\ndescription: Audits code.\n---\nbody",
        '---\ndescription: "Audits code."\nname: a\n---\nbody',
        "---\ndescription: |\n  Audits\n  code.\nname: a\n---\nbody",
        "---\r\ndescription: >\r\n  Audits\r\n\r\n  code.\r\nname: a\r\n---\r\nbody",
        "\ufeff---\ndescription: Audits code.\n---\n",
        "# Agent\n\nAudits\ncode.\n\nAnd more.",
        "---\nname: a\n---\n\n# Agent\n\nAudits code.\n",
    ],
)
def test_the_description_is_found_in_any_definition(definition: str) -> None:
    assert description(definition) == "Audits code."


def test_the_section_tells_to_work_to_compact_and_to_tell() -> None:
    text = section(
        "backend-architect", DEFINITION.format(name="backend-architect", text="Designs and plans.")
    )
    assert "--agent backend-architect --type plan --scope" in text
    assert text.index("Execute work") < text.index("Compact it") < text.index("Tell the main LLM")
    assert "{" not in text
    assert size(text) <= 250


def test_a_name_with_a_space_survives_the_shell() -> None:
    assert "--agent 'QA Lead'" in section("QA Lead", "")
