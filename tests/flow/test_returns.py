"""Whatever an agent says last, what goes back from it is valid, small and tells how it ended."""

import json
from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import Opened
from batonpass.flow.returns import goes_back, of_handoff, understood
from batonpass.flow.setup import Setup
from batonpass.model.returns import UNKNOWN
from batonpass.model.terms import Terms
from batonpass.read.redact import redact
from batonpass.read.reply import reply
from batonpass.read.stated.vocabulary import Vocabulary
from tests.flow.messages import FORMS, ROLES, SILENT, messages
from tests.flow.project import PLAN, RESEARCH, opened, put

LONG = "The parser reads one more harbour and says so in a whole sentence of its own.\n" * 40
PLAYBOOK = """\
extends = "oak"
name = "crew"
agents = ["developer", "qa_expert", "explore"]

[returns]
answers = ["explore"]
implementers = ["developer"]

[returns.statuses]
developer = ["READY_FOR_QA", "BLOCKED"]
qa_expert = ["PASS", "FAIL"]
"""


def crew(root: Path) -> Setup:
    put(root, ".baton/playbooks/crew.toml", PLAYBOOK)
    return opened(root, config='playbook = "crew"\n')


def said(setup: Setup, text: str, **more: Any) -> tuple[str, str, tuple[str, ...]]:
    told = understood(setup, text.encode(), **more)
    return told.value.status, told.understood, told.value.summary


def test_every_status_is_read_in_every_form_it_is_stated_in() -> None:
    all_of_them = list(messages())
    assert len(all_of_them) > 300
    wrong = [
        (message.form, message.status, got)
        for message in all_of_them
        for agent in (message.agent, "")  # known who speaks, and not
        if (got := _status(message.text, agent)) != message.status
    ]
    assert wrong == []


def _status(text: str, agent: str) -> str:
    team = frozenset(status for statuses in ROLES.values() for status in statuses)
    vocabulary = Vocabulary(frozenset(ROLES.get(agent, ())), team)
    return reply(text.encode("utf-8", "surrogatepass"), vocabulary, redact=redact).status


ONE_OF_EACH: dict[str, str] = {form: written("BLOCKED") for form, written in FORMS.items()} | SILENT


@pytest.mark.parametrize("form", ONE_OF_EACH)
def test_a_valid_return_comes_of_anything(form: str, tmp_path: Path) -> None:
    setup = opened(tmp_path)
    told = understood(setup, ONE_OF_EACH[form].encode())
    assert told.value.status == ("BLOCKED" if form in FORMS else UNKNOWN)
    assert len(told.value.summary) == 3
    assert all(told.value.summary)
    assert told.tokens <= setup.playbook.returns.limit
    assert (told.understood == "unknown") == (form in SILENT)


def test_a_return_to_the_letter_passes_as_it_is(tmp_path: Path) -> None:
    text = json.dumps({"status": "PASS", "summary": ["Tested it", "Ran 4 tests", "All passed"]})
    assert said(opened(tmp_path), text) == ("PASS", "given", ("Tested it", "Ran 4 tests", "All passed"))


def test_a_report_is_composed_of_what_it_says(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    status, how, (what, changed, result) = said(setup, FORMS["old report"]("READY_FOR_QA"))
    assert (status, how) == ("READY_FOR_QA", "composed")
    assert what.startswith("The parser now reads tide tables")
    assert changed == "Created 2 files: tides.py, test_tides.py"
    assert result == "All 12 tests pass (unconfirmed)"


def test_lines_that_are_too_long_are_shortened_until_all_fit(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    long = json.dumps({"status": "PASS", "summary": [LONG, "Two files", LONG]})
    told = understood(setup, long.encode())
    assert told.understood == "repaired"
    assert told.tokens <= 150
    assert told.value.summary[1] == "Two files", "a short line is not shortened for a long one"


def handed_over(setup: Setup, agent: str, text: str, **more: Any) -> Opened:
    return hand_over(setup, Terms(agent=agent, **more), texts={"work.md": text}).opened


def test_what_a_handoff_proves_stands_before_what_is_said(tmp_path: Path) -> None:
    setup = crew(tmp_path)
    done = handed_over(setup, "developer", FORMS["old report"]("READY_FOR_QA"), type="implementation")
    boast = json.dumps(
        {"status": "READY_FOR_QA", "summary": ["Parsed tides", "Created 40 files", "All 900 tests pass"]}
    )
    _, how, (what, changed, result) = said(setup, boast, agent="developer", handoff=done)
    assert how == "repaired"
    assert what == "Parsed tides"
    assert changed.startswith("Created 2 files")
    assert result.startswith("All 12 tests pass")


def test_a_handoff_alone_has_a_return_too(tmp_path: Path) -> None:
    setup = crew(tmp_path)
    told = of_handoff(setup, handed_over(setup, "developer", PLAN, status="READY_FOR_QA"))
    assert (told.value.status, told.understood) == ("READY_FOR_QA", "composed")
    assert told.value.summary[0].startswith("Add OAuth2 with PKCE")


def test_the_agents_own_statuses_are_meant_first(tmp_path: Path) -> None:
    setup = crew(tmp_path)
    text = "The developer said READY_FOR_QA, and I ran it. FAIL: two tests do not pass."
    assert said(setup, text, agent="qa_expert")[0] == "FAIL"


def test_a_short_message_passes_unchanged(tmp_path: Path) -> None:
    back = goes_back(crew(tmp_path), "developer", "Done, see the diff.")
    assert (back.view, back.text) == ("message", "Done, see the diff.")


def test_an_implementer_gives_back_its_return(tmp_path: Path) -> None:
    setup = crew(tmp_path)
    done = handed_over(setup, "developer", FORMS["old report"]("READY_FOR_QA"))
    back = goes_back(setup, "developer", f"{LONG}\nStatus: READY_FOR_QA", done)
    assert back.view == "return"
    assert json.loads(back.text)["status"] == "READY_FOR_QA"
    assert back.tokens <= 150


def test_an_agent_whose_product_is_its_answer_gives_that_back(tmp_path: Path) -> None:
    setup = crew(tmp_path)
    found = handed_over(setup, "Explore", RESEARCH, type="research")
    assert goes_back(setup, "Explore", RESEARCH, found).view == "message"
    back = goes_back(setup, "Explore", RESEARCH * 40, found)
    assert back.view == "manifest"
    assert "Access tokens expire after 1 hour" in back.text
    assert back.tokens <= 1000


def test_of_an_agent_nobody_knows_its_work_decides(tmp_path: Path) -> None:
    setup = crew(tmp_path)
    read_only = handed_over(setup, "stranger", RESEARCH)
    assert goes_back(setup, "stranger", RESEARCH * 40, read_only).view == "manifest"
    wrote = handed_over(setup, "stranger", FORMS["old report"]("PASS"))
    assert goes_back(setup, "stranger", LONG, wrote).view == "return"


def test_secrets_do_not_go_back(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    text = json.dumps({"status": "PASS", "summary": [f"Used {token}", "nothing", "fine"]})
    assert token not in str(said(opened(tmp_path), text))
