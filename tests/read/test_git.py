"""What git shows of a working tree: one line for each file that changed since a revision or a time."""

import os
import shutil
import stat
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from batonpass.model.evidence import Changed
from batonpass.model.source import Source, digest_of
from batonpass.read.git.trail import trail
from batonpass.tables import load
from tests.read.repository import Repository

LONG = "".join(f"line {number}\n" for number in range(20))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    made.put("cart.py", "one\ntwo\n")
    made.put("mail.py", LONG)
    made.put(".gitignore", "build/\n")
    made.commit("begin", at="2026-01-01T12:00:00Z")
    return made


def shown(repository: Repository | Path, since: str = "", **more: object) -> Source:
    root = repository.root if isinstance(repository, Repository) else repository
    return trail(str(root), since, redact=str, **more)  # type: ignore[arg-type] # only `skip`


def changes(repository: Repository | Path, since: str = "", **more: object) -> list[str]:
    return shown(repository, since, **more).text.splitlines()[1:]


def test_committed_staged_unstaged_and_untracked(repository: Repository) -> None:
    began = repository.git("rev-parse", "HEAD").strip()
    repository.put("committed.py", "a\n")
    repository.commit()
    repository.put("staged.py", "a\nb\n")
    repository.git("add", "staged.py")
    repository.put("cart.py", "one\nthree\n")
    repository.put("new.py", "a\nb\nc\n")
    repository.put("build/out.js", "ignored")
    repository.take("mail.py")
    assert changes(repository, began) == [
        "modified +1 -1 cart.py [unstaged]",
        "created +1 -0 committed.py",
        "deleted +0 -20 mail.py [unstaged]",
        "created +3 -0 new.py [untracked]",
        "created +2 -0 staged.py [staged]",
    ]


def test_without_a_revision_it_is_what_is_not_committed(repository: Repository) -> None:
    repository.put("cart.py", "one\n")
    assert changes(repository) == changes(repository, "HEAD") == ["modified +0 -1 cart.py [unstaged]"]


def test_nothing_changed_is_an_answer_too(repository: Repository) -> None:
    source = shown(repository, "HEAD")
    assert source.text.splitlines()[1:] == ["nothing changed"]
    assert source.format == "git"
    assert source.problems == ()


def test_every_line_has_its_span_and_its_numbers(repository: Repository) -> None:
    repository.put("cart.py", "one\ntwo\nthree\n")
    repository.put("new.py", "a\n")
    source = shown(repository, "HEAD")
    for block in source.blocks:
        span = block.span
        assert (
            source.data[span.start : span.end].decode()
            == block.text
            == source.text.splitlines()[span.first - 1]
        )
        assert span.digest == digest_of(source.data[span.start : span.end])
    assert [block.evidence for block in source.blocks] == [
        Changed(path="cart.py", change="modified", added=1, removed=0, state="unstaged"),
        Changed(path="new.py", change="created", added=1, removed=0, state="untracked"),
    ]
    assert shown(repository, "HEAD") == source


def test_renames_committed_staged_and_only_on_the_disk(repository: Repository) -> None:
    for how in ("disk", "staged", "committed"):
        if how == "disk":
            repository.move("mail.py", "post/mail.py")
        elif how == "staged":
            repository.git("add", "-A")
        else:
            repository.commit()
        [line] = changes(repository, "HEAD~1" if how == "committed" else "HEAD")
        assert line.startswith("renamed +0 -0 post/mail.py [from mail.py]")


def test_a_rename_with_changes_and_a_copy(repository: Repository) -> None:
    repository.move("mail.py", "post.py")
    repository.put("post.py", LONG + "more\n")
    assert changes(repository, "HEAD") == ["renamed +1 -0 post.py [from mail.py] [untracked]"]
    repository.commit()
    repository.put("post.py", LONG + "more\nand more\n")
    repository.put("letter.py", LONG + "more\n")
    assert changes(repository, "HEAD") == [
        "created +0 -0 letter.py [copy of post.py] [untracked]",
        "modified +1 -0 post.py [unstaged]",
    ]


def test_a_file_that_was_changed_back_has_not_changed(repository: Repository) -> None:
    began = repository.git("rev-parse", "HEAD").strip()
    repository.put("cart.py", "other\n")
    repository.commit()
    repository.put("cart.py", "one\ntwo\n")
    assert changes(repository, began) == ["nothing changed"]


def test_a_file_becomes_a_folder_and_a_link(repository: Repository) -> None:
    repository.take("cart.py")
    repository.put("cart.py/init.py", "a\n")
    repository.take("mail.py")
    (repository.root / "mail.py").symlink_to("cart.py")
    assert changes(repository, "HEAD") == [
        "deleted +0 -2 cart.py [unstaged]",
        "created +1 -0 cart.py/init.py [untracked]",
        "modified +1 -20 mail.py [unstaged]",
    ]


def test_binary_files_have_no_lines(repository: Repository) -> None:
    repository.put("logo.png", bytes(range(256)))
    assert changes(repository, "HEAD") == ["created lines not counted logo.png [untracked]"]


def test_names_of_all_sorts(repository: Repository) -> None:
    names = ["größe.py", "with space.py", "tab\there.py", 'quote".py', "-dash.py", "emoji 🎯.py", "a -> b.py"]
    names += ["new\nline.py"] if os.name == "posix" else []
    for name in names:
        repository.put(name, "a\n")
    found = [block.evidence.path for block in shown(repository).blocks if isinstance(block.evidence, Changed)]
    assert sorted(found) == sorted(names)
    assert len(changes(repository)) == len(names)
    repository.commit()
    assert len(changes(repository, "HEAD~1")) == len(names)


@pytest.mark.skipif(os.name != "posix", reason="only there a name is bytes")
def test_a_name_that_is_no_text(repository: Repository) -> None:
    with open(os.fsencode(repository.root) + b"/caf\xe9.txt", "wb") as file:
        file.write(b"a\n")
    assert changes(repository) == ["created +1 -0 caf\\xe9.txt [untracked]"]


def test_a_range_compares_two_commits(repository: Repository) -> None:
    repository.put("a.py", "a\n")
    repository.commit("one")
    repository.put("b.py", "b\n")
    repository.commit("two")
    repository.put("c.py", "not part of it\n")
    assert changes(repository, "HEAD~2..HEAD~1") == ["created +1 -0 a.py"]
    assert changes(repository, "HEAD~1..") == ["created +1 -0 b.py"]
    repository.git("checkout", "-q", "-b", "side", "HEAD~2")
    repository.put("side.py", "s\n")
    repository.commit("side")
    assert changes(repository, "main...side") == ["created +1 -0 c.py", "created +1 -0 side.py"]


def test_a_time_means_the_last_commit_before_it(repository: Repository) -> None:
    repository.put("monday.py", "m\n")
    repository.commit(at="2026-01-05T10:00:00Z")
    repository.put("tuesday.py", "t\n")
    repository.commit(at="2026-01-06T10:00:00Z")
    assert changes(repository, "2026-01-05T23:59:00Z") == ["created +1 -0 tuesday.py"]
    assert changes(repository, "2026-01-05T12:00:00+02:00") == ["created +1 -0 tuesday.py"]
    assert changes(repository, "2026-01-05T11:59:59+02:00") == [
        "created +1 -0 monday.py",
        "created +1 -0 tuesday.py",
    ]


def test_before_the_first_commit_there_was_nothing(repository: Repository) -> None:
    assert len(changes(repository, "2025-01-01T00:00:00Z")) == 3


def test_what_lay_around_before_a_time_was_not_changed_since(repository: Repository) -> None:
    repository.put("old.py", "a\n")
    long_ago = time.time() - 86_400
    os.utime(repository.root / "old.py", (long_ago, long_ago))
    later = datetime.fromtimestamp(time.time() + 60, UTC).isoformat()
    assert changes(repository, later) == ["nothing changed"]
    assert changes(repository, "2026-01-02T00:00:00Z") == ["created +1 -0 old.py [untracked]"]


def test_an_unknown_revision_is_said(repository: Repository) -> None:
    for since in ("nonsense", "-rf", "--output=x", "HEAD~99", "nonsense..HEAD", "\0"):
        source = shown(repository, since)
        assert source.data == b""
        assert [problem.rule for problem in source.problems] == ["git-since"]
        assert "a time such as" in source.problems[0].todo
    assert sorted(p.name for p in repository.root.iterdir()) == [".git", ".gitignore", "cart.py", "mail.py"]


def test_a_repository_without_commits(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    assert changes(repository) == ["nothing changed"]
    repository.put("a.py", "a\n")
    repository.put("b.py", "b\n")
    repository.git("add", "b.py")
    for since in ("", "HEAD", "2026-01-01T00:00:00Z"):
        assert changes(repository, since) == ["created +1 -0 a.py [untracked]", "created +1 -0 b.py [staged]"]


def test_a_repository_that_lost_its_commits_is_said(repository: Repository) -> None:
    shutil.rmtree(repository.root / ".git" / "objects")
    (repository.root / ".git" / "objects").mkdir()
    found = trail(str(repository.root), "HEAD", redact=str)
    assert not found.data
    assert "is missing" in found.problems[0].message


def test_outside_of_a_repository_it_is_said(tmp_path: Path) -> None:
    source = shown(tmp_path)
    assert source.data == b""
    assert source.problems[0].rule == "git-unavailable"
    assert "not a git repository" in source.problems[0].message


def test_without_git_on_the_machine_it_is_said(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(repository.root))
    source = shown(repository)
    assert source.data == b""
    assert "git is not installed, or not on the PATH" in source.problems[0].message


def test_a_git_that_fails_is_said(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.name != "posix":
        pytest.skip("a script as a program")
    fake = tmp_path / "bin" / "git"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\necho 'fatal: the disk is on fire' >&2\nexit 128\n", "utf-8")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{fake.parent}{os.pathsep}{os.environ['PATH']}")
    assert "the disk is on fire" in shown(repository).problems[0].message


def test_a_hook_of_git_does_not_mislead_it(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hook runs with GIT_DIR and GIT_INDEX_FILE of the repository that runs it."""
    Repository(tmp_path / "other").commit()
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other" / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "other" / ".git" / "index"))
    repository.root.joinpath("cart.py").write_text("x\n", "utf-8")
    assert changes(repository) == ["modified +1 -2 cart.py [unstaged]"]


def test_looking_leaves_no_trace(repository: Repository) -> None:
    repository.put("new.py", "a\n")
    repository.move("mail.py", "post.py")

    def state() -> dict[str, bytes]:
        inside = (p for p in sorted((repository.root / ".git").rglob("*")) if p.is_file())
        return {str(p): p.read_bytes() for p in inside}

    before = state()
    shown(repository, "HEAD")
    assert state() == before


def test_what_a_repository_configures_is_not_run(repository: Repository) -> None:
    mark = repository.root.parent / "ran"
    for key in ("diff.external", "core.fsmonitor", "diff.evil.textconv", "diff.evil.command", "core.pager"):
        repository.git("config", key, f"touch {mark}")
    repository.put(".gitattributes", "*.py diff=evil\n")
    hook = repository.root / ".git" / "hooks" / "post-index-change"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {mark}\n", "utf-8")
    hook.chmod(0o755)
    repository.put("cart.py", "x\n")
    repository.put("new.py", "x\n")
    assert "modified +1 -2 cart.py [unstaged]" in changes(repository, "HEAD")
    assert not mark.exists()


def test_configuration_does_not_change_what_is_seen(repository: Repository) -> None:
    for key, value in (
        ("diff.renames", "false"),
        ("diff.noprefix", "true"),
        ("status.showUntrackedFiles", "no"),
    ):
        repository.git("config", key, value)
    repository.git("config", "core.quotePath", "true")
    repository.git("config", "diff.orderFile", "nowhere")
    repository.git("config", "diff.relative", "true")
    repository.move("mail.py", "pöst.py")
    assert changes(repository, "HEAD") == ["renamed +0 -0 pöst.py [from mail.py] [untracked]"]


def test_a_change_in_the_very_moment_of_the_commit_is_seen(repository: Repository) -> None:
    moment = (1_760_000_000, 1_760_000_000)
    repository.git("config", "core.trustctime", "false")
    repository.put("cart.py", "a\n")
    os.utime(repository.root / "cart.py", moment)
    repository.commit()
    repository.put("cart.py", "b\n")  # as long as before
    for path in ("cart.py", ".git/index"):
        os.utime(repository.root / path, moment)
    assert changes(repository, "HEAD") == ["modified +1 -1 cart.py [unstaged]"]


def test_a_folder_inside_of_a_repository_sees_itself(repository: Repository) -> None:
    repository.put("web/menu.ts", "a\n")
    repository.put("api/cart.ts", "a\n")
    repository.commit()
    repository.put("web/menu.ts", "b\n")
    repository.put("web/new.ts", "b\n")
    repository.put("api/cart.ts", "b\n")
    assert changes(repository.root / "web", "HEAD") == [
        "modified +1 -1 menu.ts [unstaged]",
        "created +1 -0 new.ts [untracked]",
    ]


def test_a_worktree_has_changes_of_its_own(repository: Repository, tmp_path: Path) -> None:
    repository.git("worktree", "add", "-q", str(tmp_path / "side"), "-b", "side")
    side = Repository(tmp_path / "side", begin=False)
    side.put("cart.py", "one\n")
    side.put("side.py", "s\n")
    repository.put("main.py", "m\n")
    assert changes(side, "HEAD") == ["modified +0 -1 cart.py [unstaged]", "created +1 -0 side.py [untracked]"]
    assert changes(repository, "HEAD") == ["created +1 -0 main.py [untracked]"]
    side.commit()
    assert changes(side, "main") == ["modified +0 -1 cart.py", "created +1 -0 side.py"]


def test_a_shallow_clone_says_where_it_ends(repository: Repository, tmp_path: Path) -> None:
    for number in range(3):
        repository.put(f"{number}.py", "a\n")
        repository.commit(at=f"2026-02-0{number + 1}T12:00:00Z")
    repository.git("clone", "-q", "--depth", "2", repository.root.as_uri(), str(tmp_path / "shallow"))
    shallow = Repository(tmp_path / "shallow", begin=False)
    assert changes(shallow, "HEAD~1") == ["created +1 -0 2.py"]
    source = shown(shallow, "2026-01-15T00:00:00Z")
    assert source.text.splitlines()[1:] == ["created +1 -0 2.py"]
    assert "the clone is shallow" in source.problems[0].message
    assert "the clone is shallow" in shown(shallow, "HEAD~2").problems[0].message


def test_submodules_and_repositories_inside_are_left_alone(repository: Repository, tmp_path: Path) -> None:
    library = Repository(tmp_path / "library")
    library.put("lib.py", "a\n")
    library.commit()
    repository.git("submodule", "--quiet", "add", library.root.as_uri(), "vendor/library")
    repository.commit()
    inner = Repository(repository.root / "vendor" / "library", begin=False)
    inner.put("lib.py", "changed\n")
    inner.put("new.py", "new\n")
    assert changes(repository, "HEAD") == ["nothing changed"]
    inner.commit()
    assert changes(repository, "HEAD") == ["nothing changed"]
    nested = Repository(repository.root / "nested")
    nested.put("x.py", "x\n")
    nested.commit()
    assert changes(repository, "HEAD") == ["nothing changed"]
    assert changes(repository, "HEAD~1") == ["created +3 -0 .gitmodules"]


def test_a_bare_repository_shows_what_was_committed(repository: Repository, tmp_path: Path) -> None:
    began = repository.git("rev-parse", "HEAD").strip()
    repository.put("a.py", "a\n")
    repository.commit()
    repository.git("clone", "-q", "--bare", str(repository.root), str(tmp_path / "bare.git"))
    source = shown(tmp_path / "bare.git", began)
    assert source.text.splitlines()[1:] == ["created +1 -0 a.py"]
    assert source.problems[0].rule == "git-bare"


def test_a_conflict_that_is_not_solved(repository: Repository) -> None:
    repository.git("checkout", "-q", "-b", "side")
    repository.put("cart.py", "side\n")
    repository.commit()
    repository.git("checkout", "-q", "main")
    repository.put("cart.py", "main\n")
    repository.commit()
    with pytest.raises(AssertionError):
        repository.git("merge", "side")
    [line] = changes(repository, "HEAD")
    assert line.startswith("modified")
    assert "cart.py" in line


def test_own_folders_are_passed_over(repository: Repository) -> None:
    repository.put("artifacts/builder/x/manifest.json", "{}\n")
    repository.put("artifacts-of-others.md", "a\n")
    assert changes(repository, skip=("artifacts", ".baton")) == [
        "created +1 -0 artifacts-of-others.md [untracked]"
    ]


def test_secrets_in_names_are_redacted(repository: Repository) -> None:
    repository.put("key-hunter2.txt", "a\n")
    source = trail(str(repository.root), redact=lambda text: text.replace("hunter2", "[redacted]"))
    assert "hunter2" not in source.text
    assert [b.evidence.path for b in source.blocks if isinstance(b.evidence, Changed)] == [
        "key-[redacted].txt"
    ]


def test_very_many_files_are_bounded(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(load.table("evidence")["git"], "files", 5)
    for number in range(12):
        repository.put(f"{number:02}.py", "a\n")
    source = shown(repository)
    assert source.format == "git-part"
    assert source.text.splitlines()[-1] == "and 7 more files"
    assert source.problems[0].rule == "git-too-many"


@pytest.mark.skipif(os.name != "posix", reason="a script as a program")
def test_a_diff_that_takes_too_long_is_asked_more_simply(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    real = shutil.which("git")
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\ncase "$*" in *--numstat*) sleep 30;; esac\nexec {real} "$@"\n', "utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setitem(load.table("evidence")["git"], "timeout_s", 1)
    repository.put("cart.py", "x\n")
    source = shown(repository)
    assert source.text.splitlines()[1:] == ["modified lines not counted cart.py [unstaged]"]
    assert source.problems[0].rule == "git-too-large"
