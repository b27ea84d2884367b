"""`baton expand`: the exact lines behind an item, and whether the original still has them."""

from pathlib import Path

import pytest

from tests.cli.sample import baton, pointer

EXPIRY = "Tokens expire after one hour."


pytestmark = pytest.mark.usefixtures("researched")


def test_piped_there_are_exactly_the_lines() -> None:
    done = baton("expand", "top-down-analyzer", pointer(EXPIRY))
    assert done.out == "- Tokens expire after one hour.\n"
    assert done.err == "research.md:9  verified\n"


def test_a_person_sees_where_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    done = baton("expand", "top-down-analyzer", pointer(EXPIRY), terminal=True)
    assert done.out.splitlines() == ["research.md:9  verified", "9 │ - Tokens expire after one hour."]


def test_a_list_is_opened_as_a_whole() -> None:
    done = baton("expand", "top-down-analyzer", "/summary/key_insights")
    assert sorted(done.out.splitlines()) == [
        "- Tokens expire after one hour.",
        "- `POST /login` has no rate limit.",
    ]


def test_moved_lines_are_found_again(project: Path) -> None:
    document = project / "docs" / "research.md"
    document.write_text("A new first line.\n\n" + document.read_text("utf-8"), "utf-8")
    done = baton("expand", "top-down-analyzer", pointer(EXPIRY))
    assert done.out == "- Tokens expire after one hour.\n"
    assert done.err == "research.md:9  moved: the original has them at 11 now\n"


def test_a_changed_original_is_said_and_the_lines_read_are_shown(project: Path) -> None:
    (project / "docs" / "research.md").write_text("Something else.\n", "utf-8")
    done = baton("expand", "top-down-analyzer", pointer(EXPIRY))
    assert done.out == "- Tokens expire after one hour.\n"
    assert "drifted" in done.err
    (project / "docs" / "research.md").unlink()
    assert "the original is gone" in baton("expand", "top-down-analyzer", pointer(EXPIRY)).err


def test_any_lines_can_be_opened() -> None:
    beside = baton("expand", "top-down-analyzer", "research.md#L1-L3")
    assert beside.out == "# How login works today\n\n## Overview\n"
    assert baton("expand", "docs/research.md#L1-L3").out == beside.out
    assert baton("expand", "docs/research.md#L3").out == "## Overview\n"


def test_a_place_is_named_from_the_current_folder_too(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(project / "docs")
    assert baton("expand", "research.md#L1").out == "# How login works today\n"


def test_a_named_reader_is_recorded() -> None:
    baton("expand", "top-down-analyzer", pointer(EXPIRY))
    baton("expand", "top-down-analyzer", pointer(EXPIRY), "--as", "backend-architect")
    (figures,) = baton("stats", "--json").json["manifests"]
    assert [(r["reader"], r["what"], r["first"]) for r in figures["reads"]] == [
        ("backend-architect", "research.md", 9)
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["top-down-analyzer", "/nothing"], "nothing at /nothing; wanted a pointer such as /summary/"),
        (["top-down-analyzer", "gone.md"], "no file 'gone.md'"),
        (["top-down-analyzer", "research.md#L90"], "research.md: no line 90; wanted lines between 1 and 18"),
        (["docs/research.md#L9-L2"], "no lines 9 to 2"),
        (["../outside.md#L1"], "no file ../outside.md"),
        (["top-down-analyzer", "../../../outside.md"], "leads out of"),
    ],
)
def test_what_is_not_there_is_said(project: Path, arguments: list[str], said: str) -> None:
    (project.parent / "outside.md").write_text("secret\n", "utf-8")
    done = baton("expand", *arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_lines_keep_their_ends(project: Path) -> None:
    (project / "dos.md").write_bytes(b"one\r\ntwo\r\nthree")
    assert baton("expand", "dos.md#L1-L2").out == "one\r\ntwo\r\n"
    assert baton("expand", "dos.md#L3").out == "three\n"
