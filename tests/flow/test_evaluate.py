"""What a hand-over would make of documents, with nothing stored."""

from pathlib import Path
from typing import Any

import pytest

from batonpass.flow.evaluate import Evaluation, evaluate, value
from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import open_project
from batonpass.model.errors import BadContent, ManifestTooLargeError
from batonpass.model.terms import Terms

PLAN = """\
# Tide gauge

## Decisions

- **Sample at 4 Hz**, because waves under two seconds do not matter here.

## Files

- `gauge/poll.py` (planned)
"""
NOTES = "# Notes\n\n## Risks\n\n- The mast may rust through by spring (high).\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are named from the project's own folder."""
    monkeypatch.chdir(tmp_path)


def judged(root: Path, *paths: str, **more: Any) -> Evaluation:
    (root / "docs").mkdir(exist_ok=True)
    (root / "docs" / "plan.md").write_text(PLAN, "utf-8")
    (root / "docs" / "notes.md").write_text(NOTES, "utf-8")
    return evaluate(open_project(str(root)), paths or ("docs",), **more)


def test_every_document_is_judged_alone(tmp_path: Path) -> None:
    told = judged(tmp_path)
    assert [one.path for one in told.documents] == ["docs/notes.md", "docs/plan.md"]
    notes, plan = told.documents
    assert notes.kinds["risk"].kept == 1
    assert plan.kinds["decision"].kept == 1
    assert told.kinds["file"].found == plan.kinds["file"].found


def test_what_is_found_is_kept_or_left_out_with_a_reason(tmp_path: Path) -> None:
    told = judged(tmp_path)
    for one in told.documents:
        assert one.found == one.kept + len(one.left_out)
        assert all(left.spans for left in one.left_out)
    assert told.why["standing"] == {"file": 1}


def test_the_figures_are_those_of_the_handover(tmp_path: Path) -> None:
    plan = judged(tmp_path).documents[1]
    real = hand_over(open_project(str(tmp_path)), Terms(agent="baton-eval"), ["docs/plan.md"])
    assert real.opened.proof
    assert plan.kinds == real.opened.proof.receipt.kinds
    assert plan.tokens == real.opened.proof.receipt.source_tokens


def test_nothing_is_stored(tmp_path: Path) -> None:
    before = {*tmp_path.rglob("*")}
    judged(tmp_path)
    judged(tmp_path, rounds=2)
    made = {path.name for path in {*tmp_path.rglob("*")} - before}
    assert made == {"docs", "notes.md", "plan.md"}


def test_a_smaller_budget_leaves_more_out(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    rows = "".join(f"- The pump {n} stops after {n * 7} minutes of frost\n" for n in range(1, 90))
    (tmp_path / "docs" / "many.md").write_text(f"# Pumps\n\n## Findings\n\n{rows}", "utf-8")
    setup = open_project(str(tmp_path))
    large, small = (evaluate(setup, ["docs"], budget=budget).documents[0] for budget in (1000, 400))
    assert small.manifest_tokens <= 400 < large.manifest_tokens
    assert small.kept < large.kept
    assert len(small.left_out) > len(large.left_out)


def test_a_budget_nothing_fits_is_said(tmp_path: Path) -> None:
    with pytest.raises(ManifestTooLargeError, match="fixed fields alone"):
        judged(tmp_path, budget=20)


def test_what_cannot_be_read_is_named_and_the_rest_is_judged(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "photo.md").write_bytes(b"\x00\x01\x02" * 99)
    told = judged(tmp_path)
    assert len(told.documents) == 2
    assert [problem.path for problem in told.problems] == ["docs/photo.md"]


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadContent, match="nothing to read in empty"):
        evaluate(open_project(str(tmp_path)), ["empty"])


def test_all_but_the_times_is_the_same_again(tmp_path: Path) -> None:
    def plain(told: Evaluation) -> list[dict[str, object]]:
        documents: list[dict[str, object]] = value(told)["documents"]  # type: ignore[assignment]
        return [{k: v for k, v in one.items() if k != "ms"} for one in documents]

    assert plain(judged(tmp_path)) == plain(judged(tmp_path, rounds=2))
