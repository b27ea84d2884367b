"""`baton show`: a handoff to read, and to correct before it is handed on."""

import sys
from pathlib import Path

import pytest

from tests.cli.sample import baton, compact, pointer

pytestmark = pytest.mark.usefixtures("researched")


def test_every_line_has_its_place() -> None:
    lines = baton("show", "top-down-analyzer").out.splitlines()
    assert lines[0].startswith("top-down-analyzer → backend-architect · research · ")
    assert lines[1] == "  How login works today"
    assert "  • Tokens expire after one hour.  research.md:9" in lines


def test_a_handoff_to_nobody_in_particular_says_what_kind_it_is() -> None:
    compact("plan")
    assert baton("show", "backend-architect").out.startswith("backend-architect · plan · ")


def test_advice_stands_below_its_problems_and_nowhere_else() -> None:
    baton("compact", "docs/plan.md", "--agent", "stranger", "--to", "somebody", "--type", "plan")
    lines = baton("show", "stranger").out.splitlines()
    assert "Problems" in lines
    assert [line for line in lines if "mend the name" in line] == [
        "    → mend the name, or add it to `agents` in .baton/config.toml"
    ]


def test_a_handoff_has_many_names(project: Path) -> None:
    path = next(project.glob("artifacts/*/2*/manifest.json"))
    names = [
        "top-down-analyzer",
        str(path),
        str(path.parent.relative_to(project)),
        "top-down-analyzer/latest",
    ]
    handoff = baton("show", "top-down-analyzer", "--json").json["handoff"]["id"]
    told = {baton("show", name).out for name in [*names, handoff, handoff[:6]]}
    assert len(told) == 1


def test_the_manifest_view_is_exactly_its_bytes(project: Path) -> None:
    path = next(project.glob("artifacts/*/2*/manifest.json"))
    assert baton("show", "top-down-analyzer", "--view", "manifest").out.encode() == path.read_bytes()


def test_the_receipt_is_a_table() -> None:
    lines = baton("show", "top-down-analyzer", "--receipt").out.splitlines()
    assert lines[2].split() == ["facts", "found", "kept", "recoverable"]
    assert "  insights         2     2            0" in lines


def test_what_was_left_out_is_shown_in_part_or_as_a_whole(project: Path) -> None:
    insights = "\n".join(f"- Fact number {n} stands in the report." for n in range(40))
    (project / "docs" / "long.md").write_text(f"# Long\n\n## Insights\n\n{insights}\n", "utf-8")
    baton("compact", "docs/long.md", "--agent", "code-reviewer", "--type", "research")
    some, whole = (baton("show", "code-reviewer", *more).out for more in ([], ["--all"]))
    assert "more: `--all` shows every one" in some
    assert some.count("Fact number") < whole.count("Fact number") == 40


def test_a_correction_is_the_users_word() -> None:
    at = pointer("Tokens expire after one hour.")
    text = baton("show", "top-down-analyzer", "--editable").out
    edited = text.replace("Tokens expire after one hour.", "Tokens expire after two hours.")
    done = baton("show", "top-down-analyzer", "--edit", stdin=edited)
    assert done.code == 0, done.err
    assert done.out.splitlines() == [
        f"~ {at}",
        "  - Tokens expire after one hour.",
        "  + Tokens expire after two hours.",
    ]
    shown = baton("show", "top-down-analyzer").out
    assert "  • Tokens expire after two hours.  said by the user" in shown.replace(
        ", corrected by a person", ""
    )


@pytest.mark.parametrize(
    ("stdin", "code", "said"),
    [("", 1, "nothing left in the text"), ("rubbish\n", 1, "line 1: 'rubbish' without number, dash or name")],
)
def test_rubbish_changes_nothing(stdin: str, code: int, said: str) -> None:
    before = baton("show", "top-down-analyzer").out
    done = baton("show", "top-down-analyzer", "--edit", stdin=stdin)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert baton("show", "top-down-analyzer").out == before


def test_the_same_text_changes_nothing() -> None:
    text = baton("show", "top-down-analyzer", "--editable").out
    assert baton("show", "top-down-analyzer", "--edit", stdin=text).out == "Nothing was changed.\n"


def editor(folder: Path, old: str, new: str) -> str:
    """Return the command of an editor that replaces one text by another in the file it opens."""
    script = folder / "editor.py"
    script.write_text(
        "import sys; from pathlib import Path; p = Path(sys.argv[1]); "
        f"p.write_text(p.read_text('utf-8').replace({old!r}, {new!r}), 'utf-8')\n",
        "utf-8",
    )
    return f"{sys.executable} {script}"


def test_a_person_edits_in_their_editor(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", editor(project, "no rate limit", "a rate limit"))
    done = baton("show", "top-down-analyzer", "--edit", terminal=True)
    assert done.code == 0, done.err
    assert "a rate limit" in baton("show", "top-down-analyzer").out


def test_a_mistake_can_be_opened_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", editor(project, "[/instructions]", "[instructions]"))
    done = baton("show", "top-down-analyzer", "--edit", terminal=True, stdin="n\n")
    assert done.code == 1
    assert "Open it again? [Y/n]" in done.err
    assert "baton: line" in done.err


def test_one_thing_at_a_time() -> None:
    done = baton("show", "top-down-analyzer", "--receipt", "--edit")
    assert (done.code, done.out) == (2, "")


def test_nobody_known_by_that_name() -> None:
    done = baton("show", "nobody")
    assert (done.code, done.out) == (2, "")
    assert "no handoff 'nobody'" in done.err
