"""Agents say why: it is kept, found again, shown to who comes next, and missed where it must be there."""

from pathlib import Path

import pytest

from batonpass.flow.hand_over import hand_over
from batonpass.flow.reasoning import block, lacking, query, relevant, save
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import brief
from batonpass.flow.upkeep import rebuild
from batonpass.flow.wish import Wish
from batonpass.model.errors import Refused, WrongUse
from batonpass.model.handoff import Selection
from batonpass.model.reasoning import Thought
from batonpass.model.terms import Terms
from tests.flow.project import Clock, opened

BUILT = "# Login\n\n## Overview\n\nLogin works with tokens now.\n"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def setup(tmp_path: Path, clock: Clock) -> Setup:
    return opened(tmp_path, clock, 'playbook = "bazinga"\n')


def said(
    setup: Setup, text: str, agent: str = "developer", phase: str = "understanding", group: str = "A"
) -> Thought:
    return save(setup, text, session="s", group=group, agent=agent, phase=phase).thought


def texts(thoughts: tuple[Thought, ...]) -> list[str]:
    return [thought.text for thought in thoughts]


def view(setup: Setup, name: str = "A_developer") -> Path:
    return Path(setup.root, "bazinga/artifacts/s/reasoning", f"{name}.md")


def test_it_is_asked_for_by_session_group_agent_and_phase(setup: Setup) -> None:
    said(setup, "one")
    said(setup, "two", phase="risks")
    said(setup, "three", agent="qa_expert", group="B")
    assert texts(query(setup, session="s", group="A")) == ["one", "two"]
    assert texts(query(setup, phases=("risks",))) == ["two"]
    assert texts(query(setup, agent="qa")) == ["three"]
    assert query(setup, session="another") == ()


def test_a_person_reads_it_in_one_file_for_each_agent_of_a_group(setup: Setup) -> None:
    said(setup, "Tokens expire.\n\nNothing refreshes them.")
    said(setup, "Cookies it is.", phase="decisions")
    text = view(setup).read_text("utf-8")
    assert text.startswith("# Reasoning of developer, group A, session s\n\n## understanding\n")
    assert "Tokens expire.\n\nNothing refreshes them.\n\n## decisions\n" in text
    assert text.endswith("Cookies it is.\n")


def test_what_speaks_to_the_whole_session_belongs_to_every_group(setup: Setup) -> None:
    said(setup, "for all", agent="tech_lead", group="global")
    assert view(setup, "global_tech_lead").is_file()
    assert texts(query(setup, session="s", group="A")) == ["for all"]


def test_the_same_thought_said_twice_is_one_entry(setup: Setup, clock: Clock) -> None:
    first = save(setup, "once", session="s", group="A", agent="dev", phase="risks")
    clock.forward(hours=1)
    again = save(setup, "once", session="s", group="A", agent="developer", phase="Risks")
    assert (first.new, again.new, again.thought.id) == (True, False, first.thought.id)
    assert len(query(setup)) == view(setup).read_text("utf-8").count("## risks") == 1


def test_secrets_are_taken_out_before_anything_is_written(setup: Setup) -> None:
    said(setup, "It logs in with ghp_0123456789abcdefghijABCDEFGHIJ456789.")
    for path in Path(setup.root).rglob("*"):
        assert not path.is_file() or b"ghp_0123" not in path.read_bytes()
    assert "[redacted" in query(setup)[0].text


def test_ledger_and_files_are_made_again_from_the_journal(setup: Setup) -> None:
    said(setup, "one")
    said(setup, "two", phase="risks")
    before, shown = query(setup), view(setup).read_bytes()
    view(setup).unlink()
    Path(setup.root, ".baton/ledger.db").unlink()
    rebuild(setup)
    assert query(setup) == before
    assert view(setup).read_bytes() == shown


def test_a_file_keeps_what_a_person_wrote_into_it(setup: Setup) -> None:
    said(setup, "one")
    view(setup).write_text(view(setup).read_text("utf-8") + "\nI doubt that.\n", "utf-8")
    said(setup, "two", phase="risks")
    text = view(setup).read_text("utf-8")
    assert text.index("I doubt that.") < text.index("two")


@pytest.mark.parametrize("name", ["{SESSION_ID}", "<session>", "$SESSION_ID", "${SESSION}", "%SESSION%"])
def test_a_placeholder_nobody_filled_in_is_refused(setup: Setup, name: str) -> None:
    with pytest.raises(WrongUse, match="placeholder"):
        save(setup, "lost", session=name, agent="developer", phase="risks")


def test_an_unknown_phase_names_those_there_are(setup: Setup) -> None:
    with pytest.raises(WrongUse, match="understanding, approach, decisions, risks, blockers, pivot"):
        said(setup, "lost", phase="afterthought")


def test_neither_nothing_nor_a_book_is_kept(setup: Setup) -> None:
    with pytest.raises(WrongUse, match="no reasoning"):
        said(setup, " \n")
    with pytest.raises(WrongUse, match=r"at most 48000.*--reference"):
        said(setup, "word " * 12_000)
    assert query(setup) == ()


def test_the_tester_is_shown_the_last_five_of_the_builders(setup: Setup, clock: Clock) -> None:
    for number in range(7):
        said(setup, f"thought {number}")
        clock.forward(minutes=1)
    said(setup, "a review", agent="tech_lead")
    assert texts(relevant(setup, "qa_expert", "s", "A")) == [f"thought {n}" for n in range(2, 7)]
    assert texts(relevant(setup, "developer", "s", "A"))[-1] == "a review"
    assert relevant(setup, "validator", "s", "A") == ()


def test_each_thought_is_given_its_share_of_the_prompt(setup: Setup) -> None:
    for number in range(5):
        said(setup, f"Number {number}. " + "The reason is a long story of tokens and cookies. " * 100)
    lines = block(setup, "tech_lead", "s", "A").splitlines()
    told = [line for line in lines if line.startswith("- developer on understanding: Number")]
    assert len(told) == 5
    assert all(30 < setup.meter.count(line) <= 75 for line in told)
    assert block(setup, "validator", "s", "A") == ""


def test_nobody_tests_before_the_builder_has_said_why(setup: Setup) -> None:
    terms = Terms(agent="developer", type="implementation", session="s", group="A")
    hand_over(setup, terms, texts={"notes.md": BUILT})
    said(setup, "what it is about")
    missing = lacking(setup, "qa", "s", "A")
    assert [p.message for p in missing] == [
        "developer handed over in group A of session s and saved no reasoning of its completion"
    ]
    assert "--session s --group A --agent developer --phase completion" in missing[0].todo
    assert lacking(setup, "tech_lead", "s", "A") == ()
    said(setup, "it is done", phase="completion")
    assert lacking(setup, "qa", "s", "A") == ()


def test_of_builders_side_by_side_each_says_its_own(setup: Setup) -> None:
    for agent in ("developer_1", "developer_2"):
        terms = Terms(agent=agent, type="implementation", session="s", group="A")
        hand_over(setup, terms, texts={"notes.md": BUILT})
    for phase in ("understanding", "completion"):
        said(setup, phase, agent="developer_1", phase=phase)
    missing = lacking(setup, "qa_expert", "s", "A")
    assert [p.message.split()[0] for p in missing] == ["developer_2", "developer_2"]


@pytest.mark.parametrize("mode", ["observe", "warn", "enforce"])
def test_a_brief_for_the_tester_asks_for_it_as_the_mode_says(tmp_path: Path, mode: str) -> None:
    setup = opened(tmp_path, config=f'playbook = "bazinga"\n[rules]\nreasoning = "{mode}"\n')
    terms = Terms(agent="developer", type="implementation", session="s", group="A")
    hand_over(setup, terms, texts={"notes.md": BUILT})
    asked = Selection(to="qa_expert", session="s", group="A")
    if mode == "enforce":
        with pytest.raises(Refused, match=r"understanding; .* completion; .*reasoning save"):
            brief(setup, "qa_expert", asked, Wish())
    else:
        told = brief(setup, "qa_expert", asked, Wish())
        assert len([p for p in told.problems if p.rule == "reasoning"]) == (2 if mode == "warn" else 0)
    for phase in ("understanding", "completion"):
        said(setup, phase, phase=phase)
    assert brief(setup, "qa_expert", asked, Wish()).problems == ()
