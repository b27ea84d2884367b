"""An agent ends: what it left becomes a published handoff, once, whole, or not at all."""

import errno
import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import open_handoff
from batonpass.flow.setup import open_project
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import BadContent, NotFound, StorageFailed
from batonpass.model.handoff import Selection
from batonpass.model.terms import Terms
from batonpass.model.tokens import Tokens
from batonpass.store import files
from tests.flow.project import PLAN, RESEARCH, Clock, opened, put, tree

TERMS = Terms(agent="researcher", type="research", to=("planner",))


def events(root: Path) -> list[str]:
    journal = sorted((root / ".baton" / "journal").glob("*.jsonl"))
    return [json.loads(line)["event"] for path in journal for line in path.read_bytes().splitlines()]


def test_a_document_becomes_a_handoff_with_all_its_files(tmp_path: Path) -> None:
    put(tmp_path, "docs/login.md", RESEARCH)
    told = hand_over(opened(tmp_path), TERMS, ["docs/login.md"])
    folder = tmp_path / told.opened.handoff.directory
    assert told.new
    assert told.problems == ()
    assert sorted(p.name for p in folder.iterdir()) == ["brief.md", "login.md", "manifest.json", "proof.json"]
    assert (folder / "login.md").read_text("utf-8") == RESEARCH
    assert (tmp_path / "artifacts" / "researcher" / "latest" / "manifest.json").is_file()
    assert told.opened.manifest["to_agents"] == ["planner"]
    assert told.opened.manifest["scope"] == "How login works today"


def test_the_same_call_again_is_the_same_handoff(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    clock = Clock()
    setup = opened(tmp_path, clock)
    first = hand_over(setup, TERMS, ["login.md"])
    before = tree(tmp_path, ".baton/ledger")
    clock.forward(hours=1)
    for again in (
        hand_over(setup, TERMS, ["login.md"]),
        hand_over(opened(tmp_path, clock), TERMS, ["login.md"]),
    ):
        assert not again.new
        assert again.opened == first.opened
    assert tree(tmp_path, ".baton/ledger") == before
    assert events(tmp_path) == ["handoff.published"]


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        put(tmp_path / name, "login.md", RESEARCH)
        hand_over(opened(tmp_path / name), TERMS, ["login.md"])
        written.append(tree(tmp_path / name / "artifacts"))
    assert written[0] == written[1]


@pytest.mark.parametrize(
    "other",
    [
        Terms(agent="researcher", type="research", to=("builder",)),
        Terms(agent="researcher", type="handoff", to=("planner",)),
        Terms(agent="researcher", type="research", to=("planner",), run="2"),
    ],
)
def test_other_terms_are_another_handoff(tmp_path: Path, other: Terms) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup = opened(tmp_path)
    first = hand_over(setup, TERMS, ["login.md"])
    assert hand_over(setup, other, ["login.md"]).opened.handoff.id != first.opened.handoff.id


def test_a_changed_document_is_another_handoff_which_supersedes_the_first(tmp_path: Path) -> None:
    path, clock = put(tmp_path, "login.md", RESEARCH), Clock()
    setup = opened(tmp_path, clock)
    first = hand_over(setup, TERMS, ["login.md"])
    clock.forward(minutes=5)
    path.write_text(RESEARCH.replace("1 hour", "2 hours"), "utf-8")
    second = hand_over(setup, TERMS, ["login.md"])
    assert second.opened.handoff.supersedes == first.opened.handoff.id
    assert [h.id for h in setup.store.open_handoffs(Selection())] == [second.opened.handoff.id]


@pytest.mark.parametrize(
    "apart",
    [
        Terms(agent="researcher", type="research", to=("planner",), workflow="wf-1"),
        Terms(agent="researcher", type="research", to=("planner",), group="B", session="s"),
        Terms(agent="researcher", type="research", to=("planner",), scope="Something else"),
        Terms(agent="reviewer", type="research", to=("planner",)),
    ],
)
def test_another_matter_supersedes_nothing(tmp_path: Path, apart: Terms) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup = opened(tmp_path)
    for terms in (apart, TERMS):
        assert hand_over(setup, terms, ["login.md"]).opened.handoff.supersedes == ""
    assert len(setup.store.open_handoffs(Selection())) == 2


def test_a_changed_required_file_is_another_handoff(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    spec = put(tmp_path, "specs/api.yaml", "paths: {}\n")
    terms = Terms(agent="researcher", type="research", require=("specs/api.yaml",))
    setup = opened(tmp_path)
    first = hand_over(setup, terms, ["login.md"])
    spec.write_text("paths: {/login: {}}\n", "utf-8")
    second = hand_over(setup, terms, ["login.md"])
    assert second.new
    folder = tmp_path / second.opened.handoff.directory
    assert (folder / "api.yaml").read_text("utf-8") == "paths: {/login: {}}\n"
    assert second.opened.handoff.supersedes == first.opened.handoff.id


def test_required_reading_is_copied_beside_and_counted(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    put(tmp_path, "specs/api.yaml", "paths:\n  /login: {}\n")
    terms = Terms(agent="researcher", type="research", require=("specs/api.yaml",))
    told = hand_over(opened(tmp_path), terms, ["login.md"])
    manifest = told.opened.manifest
    assert manifest["required_reading"] == [{"file": "api.yaml", "description": ""}]
    assert manifest["context_budget"]["required_reading_tokens"] > 0
    assert (tmp_path / told.opened.handoff.directory / "api.yaml").is_file()
    assert told.problems == ()


def test_reading_a_document_asks_for_is_found_without_being_named(tmp_path: Path) -> None:
    put(tmp_path, "docs/plan.md", f"{PLAN}\n## Required reading\n\n- `specs/api.yaml`: read this first\n")
    put(tmp_path, "specs/api.yaml", "paths: {}\n")
    told = hand_over(opened(tmp_path), Terms(agent="planner", type="plan"), ["docs/plan.md"])
    assert [r["file"] for r in told.opened.manifest["required_reading"]] == ["api.yaml"]
    assert "api.yaml" in told.opened.manifest["detail_files"]


def test_a_file_required_twice_is_read_once(tmp_path: Path) -> None:
    put(tmp_path, "specs/api.yaml", "paths: {}\n")
    once, twice = (
        hand_over(opened(tmp_path), Terms(agent="planner", require=names), texts={"plan.md": PLAN})
        for names in (("specs/api.yaml",), ("specs/api.yaml", "./specs/api.yaml"))
    )
    assert [r["file"] for r in twice.opened.manifest["required_reading"]] == ["api.yaml"]
    assert twice.opened.handoff.required_reading_tokens == once.opened.handoff.required_reading_tokens


def test_a_required_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    terms = Terms(agent="researcher", type="research", require=("specs/gone.yaml",))
    with pytest.raises(NotFound, match=r"specs/gone\.yaml"):
        hand_over(opened(tmp_path), terms, ["login.md"])
    assert tree(tmp_path, ".baton") == {"login.md": RESEARCH.encode()}


def test_text_is_kept_under_the_name_of_its_kind(tmp_path: Path) -> None:
    told = hand_over(opened(tmp_path), TERMS, texts={"full-analysis.md": RESEARCH})
    assert told.opened.manifest["detail_files"] == ["full-analysis.md"]
    assert (tmp_path / told.opened.handoff.directory / "full-analysis.md").read_text("utf-8") == RESEARCH
    assert told.problems == ()


def test_standard_input_is_a_source(tmp_path: Path) -> None:
    told = hand_over(opened(tmp_path), TERMS, ["-"], stdin=RESEARCH.encode)
    assert told.opened.manifest["summary"]["constraints"]
    assert told.problems == ()


@pytest.mark.parametrize(
    ("name", "text", "scope"),
    [
        ("a.yaml", "type: plan\nscope: Move the login\napproach:\n  scope: inner\n", "Move the login"),
        ("a.json", '{"title": "Title", "scope": "Move the login"}', "Move the login"),
        ("a.md", "---\ntitle: Other\n---\n# Move the login\n\nText.\n", "Move the login"),
        ("a.md", "---\ntitle: Move the login\n---\nText.\n", "Move the login"),
        ("a.md", "Text alone.\n", "a.md"),
    ],
)
def test_the_scope_is_what_a_source_says_of_itself(tmp_path: Path, name: str, text: str, scope: str) -> None:
    told = hand_over(opened(tmp_path), Terms(agent="researcher"), texts={name: text})
    assert told.opened.manifest["scope"] == scope


def test_files_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    put(tmp_path, "a/notes.md", RESEARCH)
    put(tmp_path, "b/notes.md", PLAN)
    put(tmp_path, "c/manifest.json", '{"strategy": "none"}')
    told = hand_over(opened(tmp_path), Terms(agent="researcher"), ["a", "b", "c"])
    assert told.opened.manifest["detail_files"] == ["notes.md", "notes-2.md", "manifest-2.json"]


def test_a_secret_is_stored_nowhere(tmp_path: Path) -> None:
    put(tmp_path, "login.md", f"{RESEARCH}\n- The key AKIAIOSFODNN7EXAMPLE is in use.\n")
    hand_over(opened(tmp_path), TERMS, ["login.md"])
    assert not any(b"AKIAIOSFODNN7EXAMPLE" in data for data in tree(tmp_path, "login.md").values())


@pytest.mark.parametrize("mode", ["observe", "warn"])
def test_problems_are_published_with_the_handoff(tmp_path: Path, mode: str) -> None:
    put(tmp_path, "plan.md", "# A plan\n\nWe will see.\n")
    setup = opened(tmp_path, config=f'mode = "{mode}"\n')
    told = hand_over(setup, Terms(agent="planner", type="plan"), ["plan.md"])
    assert not told.rejected
    assert "/key_decisions" in {p.pointer for p in told.problems}
    proof = open_handoff(setup, "planner").proof
    assert proof
    assert proof.problems == told.problems
    assert [h.agent for h in setup.store.open_handoffs(Selection())] == ["planner"]


def test_enforcing_rejects_what_has_errors(tmp_path: Path) -> None:
    put(tmp_path, "plan.md", "# A plan\n\nWe will see.\n")
    setup = opened(tmp_path, config='mode = "enforce"\n')
    told = hand_over(setup, Terms(agent="planner", type="plan"), ["plan.md"])
    assert told.rejected
    assert setup.store.open_handoffs(Selection()) == ()
    assert not (tmp_path / "artifacts" / "planner" / "latest").exists()
    assert events(tmp_path) == ["handoff.rejected"]
    assert hand_over(setup, Terms(agent="planner", type="plan"), ["plan.md"]).rejected


def test_what_was_rejected_is_published_once_the_mode_is_changed(tmp_path: Path) -> None:
    put(tmp_path, "plan.md", "# A plan\n\nWe will see.\n")
    hand_over(opened(tmp_path, config='mode = "enforce"\n'), Terms(agent="planner", type="plan"), ["plan.md"])
    setup = opened(tmp_path, config='mode = "warn"\n')
    told = hand_over(setup, Terms(agent="planner", type="plan"), ["plan.md"])
    assert told.new
    assert not told.rejected


@pytest.mark.parametrize("at", [0, 2, 4, 6])
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup, real, calls = opened(tmp_path), os.write, iter(range(1000))

    def full(descriptor: int, data: bytes) -> int:
        if next(calls) >= at:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(descriptor, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StorageFailed, match="No space left"):
        hand_over(setup, TERMS, ["login.md"])
    monkeypatch.undo()
    assert [n for n in tree(tmp_path, "login.md") if n.endswith((".md", ".json", ".tmp"))] == []
    assert hand_over(setup, TERMS, ["login.md"]).new


def test_a_failing_rename_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup = opened(tmp_path)

    def refused(old: str, new: str) -> None:
        raise OSError(errno.EROFS, "Read-only file system", new, None, old)

    monkeypatch.setattr(files, "rename", refused)
    with pytest.raises(StorageFailed, match="Read-only"):
        hand_over(setup, TERMS, ["login.md"])
    monkeypatch.undo()
    assert [n for n in tree(tmp_path, "login.md") if n.endswith((".md", ".json"))] == []
    assert setup.store.open_handoffs(Selection()) == ()
    assert hand_over(setup, TERMS, ["login.md"]).new


class Interrupting(Vocabulary):
    """Counts until the prompt block is made: a person presses Ctrl-C there."""

    def count(self, text: str) -> Tokens:
        if text.startswith("## "):
            raise KeyboardInterrupt
        return super().count(text)


def test_an_interruption_leaves_nothing(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup = replace(opened(tmp_path), meter=Interrupting())
    with pytest.raises(KeyboardInterrupt):
        hand_over(setup, TERMS, ["login.md"])
    assert [n for n in tree(tmp_path, "login.md") if n.endswith((".md", ".json"))] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "empty"), (" \n\t\n", "empty"), ("\0\1\2\0PNG", "binary")],
    ids=["empty", "blank", "binary"],
)
def test_what_cannot_be_read_is_no_handoff(tmp_path: Path, text: str, said: str) -> None:
    put(tmp_path, "login.md", text)
    with pytest.raises(BadContent, match=said):
        hand_over(opened(tmp_path), TERMS, ["login.md"])
    assert tree(tmp_path, ".baton") == {"login.md": text.encode()}


def test_what_could_not_be_read_is_told_where_the_rest_could(tmp_path: Path) -> None:
    put(tmp_path, "leavings/login.md", RESEARCH)
    put(tmp_path, "leavings/picture.png", "\0\1")
    told = hand_over(opened(tmp_path), TERMS, ["leavings"])
    assert [p.path for p in told.problems] == ["leavings/picture.png"]
    assert told.new


def test_a_large_document_is_stored_and_not_extracted_unless_forced(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup = opened(tmp_path, config="max_source_bytes = 100\n")
    told = hand_over(setup, Terms(agent="researcher"), ["login.md"])
    assert (tmp_path / told.opened.handoff.directory / "login.md").read_text("utf-8") == RESEARCH
    assert "insights" not in told.opened.manifest["summary"]
    assert any("--force" in p.todo for p in told.problems)
    forced = hand_over(setup, Terms(agent="researcher", force=True), ["login.md"])
    assert forced.opened.manifest["summary"]["insights"]


def test_a_workflow_is_told_to_its_dashboards(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    terms = Terms(
        agent="researcher", type="research", to=("planner", "reviewer"), workflow="wf-1", session="s"
    )
    hand_over(setup, terms, texts={"login.md": RESEARCH})
    hand_over(setup, terms, texts={"login.md": RESEARCH})
    lines = (tmp_path / ".baton/telemetry/workflow_events.jsonl").read_text("utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    assert [(e["event"], e["to_agent"], e["session_id"]) for e in told] == [
        ("agent_handoff", "planner", "s"),
        ("agent_handoff", "reviewer", "s"),
    ]
    assert told[0]["context_budget"]["utilization_pct"] > 0


def test_one_sentence_fills_one_slot(tmp_path: Path) -> None:
    told = hand_over(opened(tmp_path), Terms(agent="planner"), texts={"plan.md": PLAN})
    said = [text for text in told.opened.manifest["summary"].values() if isinstance(text, str)]
    assert len(said) == len(set(said)) == 1
    assert told.opened.proof
    assert "duplicate" in [left.why for left in told.opened.proof.left_out]


def test_a_budget_of_ones_own_is_kept(tmp_path: Path) -> None:
    terms = Terms(agent="researcher", type="research", budget=220)
    told = hand_over(opened(tmp_path), terms, texts={"login.md": RESEARCH})
    assert told.opened.handoff.manifest_tokens <= 220
    assert told.opened.proof
    assert told.opened.proof.left_out


def test_an_unknown_kind_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="poem"):
        hand_over(opened(tmp_path), Terms(agent="researcher", type="poem"), texts={"login.md": RESEARCH})


@pytest.mark.skipif(os.name == "nt", reason="no file can be called so there")
def test_a_document_of_any_name_is_kept_under_one_that_every_system_can_have(tmp_path: Path) -> None:
    names = ["docs/what now?.md", "docs/[x]*.md", "docs/a\nb.md", "docs/what now-.md"]
    for name in names:
        put(tmp_path, name, f"{RESEARCH}\n{len(name)}\n")
    told = hand_over(opened(tmp_path), TERMS, [str(tmp_path / "docs")])
    kept = sorted(p.name for p in (tmp_path / told.opened.handoff.directory).glob("*.md"))
    assert kept == ["[x]-.md", "a-b.md", "brief.md", "what now--2.md", "what now-.md"]
    assert told.problems == ()


NAMES = (
    "what? why*.md",
    "a [1] *.md",
    "a:b.md",
    "aux.md",
    "a|b<c>.md",
    "dot..md",
    "manifest.1.json",
    "a\\b.md",
)


@pytest.mark.skipif(os.name == "nt", reason="there are no such names there")
def test_any_name_of_a_file_can_be_handed_over(tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        put(tmp_path, f"docs/{name}", f"# Part {number}\n\n## Risks\n\n- It breaks in way {number}.\n")
    setup = opened(tmp_path)
    for name in NAMES:
        told = hand_over(setup, Terms(agent="builder", require=(f"docs/{name}",)), [f"docs/{name}"])
        assert not [p for p in told.problems if p.severity == "error"], name
    whole = hand_over(setup, Terms(agent="planner"), [str(tmp_path / "docs")])
    proof = whole.opened.proof
    assert proof is not None
    assert sorted(entry.path for entry in proof.sources) == sorted(f"docs/{name}" for name in NAMES)
    assert not [p for p in whole.problems if p.severity == "error"]


def test_a_second_document_with_the_same_title_is_another_matter(tmp_path: Path) -> None:
    clock = Clock()
    setup = replace(opened(tmp_path), clock=clock)
    for name in ("login.md", "billing.md", "login.md"):
        put(tmp_path, name, f"# Report\n\n## Findings\n\n- {name} says something new: {clock()}.\n")
        hand_over(setup, Terms(agent="researcher", type="research"), [name])
        clock.now += timedelta(minutes=1)
    open_ones = setup.store.open_handoffs(Selection(agent="researcher"))
    assert len(open_ones) == 2
    assert sum(bool(one.supersedes) for one in open_ones) == 1


def test_a_place_elsewhere_is_served_though_the_handoff_stands_at_home(tmp_path: Path) -> None:
    put(tmp_path, "docs/login.md", RESEARCH)
    setup = opened(tmp_path)
    away = open_project(str(tmp_path), artifacts="elsewhere", clock=setup.clock, ids=setup.ids)
    terms = Terms(agent="researcher", type="research")
    told = [hand_over(s, terms, ["docs/login.md"]) for s in (setup, away, setup, away)]
    assert [one.new for one in told] == [True, True, False, False]
    assert len({one.opened.handoff.id for one in told}) == 1
    folders = [one.opened.handoff.directory.partition("/")[0] for one in told]
    assert folders == ["artifacts", "elsewhere", "artifacts", "elsewhere"]
    assert not any(one.opened.manifest.get("supersedes") for one in told)


def test_a_folder_in_the_place_of_latest_stops_no_handoff(tmp_path: Path) -> None:
    said: list[str] = []
    put(tmp_path, "artifacts/researcher/latest/notes.md", "mine")
    put(tmp_path, "docs/login.md", RESEARCH)
    setup = open_project(str(tmp_path), say=said.append)
    told = hand_over(setup, Terms(agent="researcher"), ["docs/login.md"])
    assert told.new
    assert "artifacts/researcher/latest does not lead to the newest handoff" in said[0]
    assert open_handoff(setup, "researcher").handoff.id == told.opened.handoff.id
