"""What lies where the paths point."""

import os
import sys
from pathlib import Path

import pytest

from batonpass.model.errors import NotFound, Outside, WrongUse
from batonpass.read.gather import gather


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.md",
        "a.md",
        "deep/c.md",
        ".hidden/d.md",
        "node_modules/e.md",
        "deep/.env",
        "docs/[x].md",
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {name}\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def paths(root: Path, *given: str) -> list[str]:
    return [found.path for found in gather(given, root=str(root)) if found.data]


def rules(root: Path, *given: str) -> list[tuple[str, str, str]]:
    return [(p.rule, p.severity, p.path) for found in gather(given, root=str(root)) for p in found.problems]


def test_a_file_has_its_name_its_path_and_its_bytes(root: Path) -> None:
    (found,) = gather(["deep/c.md"], root=str(root))
    assert (found.name, found.path, found.data, found.problems) == ("c.md", "deep/c.md", b"# deep/c.md\n", ())


def test_a_folder_is_read_whole_and_in_order(root: Path) -> None:
    assert paths(root, ".") == ["a.md", "b.md", "deep/c.md", "docs/[x].md"]


def test_hidden_entries_of_a_folder_are_told_and_folders_of_tools_are_not(root: Path) -> None:
    (note,) = [found for found in gather(["."], root=str(root)) if found.problems]
    assert not note.data
    (problem,) = note.problems
    assert (problem.rule, problem.severity) == ("source-hidden", "note")
    assert ".env, .hidden/" in problem.message
    assert "node_modules" not in problem.message


def test_what_is_named_is_read_even_if_hidden(root: Path) -> None:
    assert paths(root, ".hidden", "deep/.env", "node_modules") == [
        ".hidden/d.md",
        "deep/.env",
        "node_modules/e.md",
    ]


def test_each_file_is_read_once(root: Path) -> None:
    assert paths(root, "b.md", ".", "./b.md", "*.md") == ["b.md", "a.md", "deep/c.md", "docs/[x].md"]


def test_globs(root: Path) -> None:
    assert paths(root, "*.md") == ["a.md", "b.md"]
    assert paths(root, "**/*.md") == ["a.md", "b.md", "deep/c.md", "docs/[x].md"]
    assert paths(root, "**/?.md") == ["a.md", "b.md", "deep/c.md"]


def test_a_name_that_looks_like_a_glob_is_a_name_first(root: Path) -> None:
    assert paths(root, "docs/[x].md") == ["docs/[x].md"]


def test_a_path_is_looked_for_from_here_and_then_from_the_root(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root / "deep")
    assert paths(root, "c.md", "a.md", "docs/*.md") == ["deep/c.md", "a.md", "docs/[x].md"]


def test_a_file_outside_of_the_root_has_an_absolute_path(root: Path) -> None:
    (found,) = gather(["a.md"], root=str(root / "deep"))
    assert found.path == (root / "a.md").resolve().as_posix()


def test_standard_input_is_read_once(root: Path) -> None:
    found = gather(["-", "a.md", "-"], root=str(root), stdin=lambda: b"typed")
    assert [(f.name, f.path, f.data) for f in found] == [
        ("stdin", "", b"typed"),
        ("a.md", "a.md", b"# a.md\n"),
    ]


def test_no_standard_input_is_wrong_use(root: Path) -> None:
    with pytest.raises(WrongUse, match="standard input"):
        gather(["-"], root=str(root))


def test_a_missing_file_names_the_nearest_that_exists(root: Path) -> None:
    with pytest.raises(NotFound, match=r"deep/d\.md: does not exist.*did you mean deep/c\.md\?"):
        gather(["deep/d.md"], root=str(root))
    with pytest.raises(NotFound, match=r"nowhere/d\.md: does not exist.*check the path"):
        gather(["nowhere/d.md"], root=str(root))


def test_a_glob_without_a_match_is_not_found(root: Path) -> None:
    with pytest.raises(NotFound, match=r"\*\.rst: nothing matches"):
        gather(["*.rst"], root=str(root))


@pytest.mark.parametrize(("name", "data"), [("x.png", b"text"), ("x.md", b"\x00\x01"), ("noname", b"MZ\x00")])
def test_a_binary_is_told_and_not_read(root: Path, name: str, data: bytes) -> None:
    (root / name).write_bytes(data)
    (found,) = gather([name], root=str(root))
    assert found.data == b""
    assert rules(root, name) == [("source-binary", "warning", name)]


def test_utf_16_is_text(root: Path) -> None:
    (root / "log.txt").write_bytes("text\n".encode("utf-16"))
    assert rules(root, "log.txt") == []


@pytest.mark.parametrize("data", [b"", b" \n\t\n"])
def test_an_empty_file_is_told(root: Path, data: bytes) -> None:
    (root / "x.md").write_bytes(data)
    assert rules(root, "x.md") == [("source-empty", "warning", "x.md")]


def test_empty_standard_input_is_told(root: Path) -> None:
    (found,) = gather(["-"], root=str(root), stdin=lambda: b"")
    assert [p.rule for p in found.problems] == ["source-empty"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a file nobody may read from its beginning")
def test_what_cannot_be_read_is_an_error_and_nothing_is_raised(root: Path) -> None:
    assert [rule[:2] for rule in rules(root, "/proc/self/mem")] == [("source-unreadable", "error")]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need rights there")
def test_links_lead_neither_in_circles_nor_out_of_a_folder(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.md"
    secret.write_text("x", "utf-8")
    (root / "deep" / "up").symlink_to(root)
    (root / "deep" / "out.md").symlink_to(secret)
    (root / "deep" / "in.md").symlink_to(root / "deep" / "c.md")
    (root / "deep" / "gone.md").symlink_to(root / "deep" / "nothing.md")
    assert paths(root, "deep") == ["deep/c.md"]
    assert ("source-unreadable", "error", "deep/gone.md") in rules(root, "deep")


def test_who_means_a_file_elsewhere_names_it_absolutely(
    root: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.md"
    secret.write_text("x", "utf-8")
    (root / "deep" / "out.md").symlink_to(secret)
    monkeypatch.chdir(root)
    for path in ("deep/out.md", os.path.relpath(secret, root)):
        with pytest.raises(Outside, match="outside of the root"):
            paths(root, path)
    assert paths(root, str(secret)) == [secret.as_posix()]
    monkeypatch.chdir(root / "deep")
    assert paths(root, "../deep/c.md") == ["deep/c.md"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_linked_folder_leads_nobody_out(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("elsewhere")
    (outside / "o.md").write_text("x", "utf-8")
    (root / "outdir").symlink_to(outside)
    (root / "indir").symlink_to(root / "deep")
    for path in ("outdir", "outdir/o.md", "outdir/*.md", "*/o.md", "**/o.md"):
        with pytest.raises(Outside, match="outside of the root"):
            paths(root, path)
    assert "outdir/o.md" not in paths(root, "**/*.md")
    assert ("source-outside", "note", "**/*.md") in rules(root, "**/*.md")
    assert paths(root, "indir/c.md") == ["deep/c.md"]
    assert paths(root, str(root / "outdir" / "o.md")) == [(root / "outdir" / "o.md").as_posix()]


def handed_over(folder: Path) -> None:
    """Lay out what a handoff of a document leaves."""
    folder.mkdir(parents=True)
    for name in ("manifest.json", "manifest.1.json", "proof.json", "brief.md", "handoff.json", "a.md"):
        (folder / name).write_text("{}", "utf-8")


def test_handoffs_are_no_documents_unless_they_are_named(root: Path) -> None:
    before = paths(root, ".")
    handed_over(root / "artifacts" / "dev" / "x")
    (root / "artifacts" / "dev" / "notes.md").write_text("n", "utf-8")
    handed_over(root / "elsewhere" / "x")

    def named(*given: str) -> list[str]:
        told = gather(given, root=str(root), artifacts=("artifacts",))
        return [found.path for found in told if found.data]

    assert named(".") == before
    assert named("**/*.md") == before
    assert named("artifacts") == ["artifacts/dev/notes.md", "artifacts/dev/x/a.md"]
    assert named("artifacts/*/*/a.md") == ["artifacts/dev/x/a.md"]
    assert named("elsewhere/x") == ["elsewhere/x/a.md"]
    assert named("artifacts/dev/x/manifest.json") == ["artifacts/dev/x/manifest.json"]
    (note,) = [
        p for found in gather(["elsewhere"], root=str(root), artifacts=("artifacts",)) for p in found.problems
    ]
    assert (note.rule, note.message) == (
        "source-handoff",
        "handoffs are no documents and were not read: x/",
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_what_may_never_end_is_not_read(root: Path) -> None:
    os.mkfifo(root / "deep" / "pipe.md")
    assert ("source-special", "warning", "deep/pipe.md") in rules(root, "deep")
    assert rules(root, "/dev/zero") == [("source-special", "warning", "/dev/zero")]


def test_a_session_with_a_torn_line_of_nul_bytes_is_no_binary(root: Path) -> None:
    line = b'{"type":"user","sessionId":"s","uuid":"%d","message":{"role":"user","content":"Go"}}\n'
    (root / "s.jsonl").write_bytes(line % 1 + bytes(range(256)) * 9 + b"\n" + line % 2)
    assert rules(root, "s.jsonl") == []
    (root / "garbage.jsonl").write_bytes(bytes(range(256)) * 9)
    assert [rule for rule, *_ in rules(root, "garbage.jsonl")] == ["source-binary"]
