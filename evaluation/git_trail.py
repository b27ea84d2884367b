"""Whether what git shows is what changed: ranges of commits against the two trees compared independently.

    python -m evaluation.git_trail [REPOSITORY…] [--ranges N] [--seed S]

Without a repository one is made: random edits, moves, copies, deletions, binary files and odd names over many
commits and a branch. The comparison lists both trees (`git ls-tree`) and knows nothing of `git diff`.
Then the states no commit holds: untracked, staged, moved without git, a submodule, a shallow clone, a worktree.
"""

import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from batonpass.model.evidence import Changed
from batonpass.read.git.trail import trail
from evaluation.row import Row

NOTHING: Mapping[str, str] = MappingProxyType({})
OWN = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"} | {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"))
}
SUBMODULE = "160000"
ODD = ("x y", "ü", "z", "tab\there", "q")  # beginnings of names
Files = dict[str, tuple[str, str]]  # path → mode and object


def main(arguments: Sequence[str]) -> int:
    """Print how many comparisons were identical; return 1 where one was not."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("repositories", nargs="*", type=Path)
    options.add_argument("--ranges", type=int, default=50)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made"
        if not asked.repositories:
            generate(made, asked.seed)
        wrong = sum(compared(root, asked.ranges, asked.seed) for root in asked.repositories or [made])
        wrong += sum(stated(name, state, Path(folder)) for name, state in STATES.items())
    return int(wrong > 0)


def rows(ranges: int = 50, seed: int = 1) -> Iterator[Row]:
    """Yield the table: a made repository's ranges, and the states no commit holds."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(sys.stderr):
        made = Path(folder) / "made"
        generate(made, seed)
        wrong = compared(made, ranges, seed)
        differ = sum(stated(name, state, Path(folder)) for name, state in STATES.items())
    yield Row("git: ranges as both trees have them", f"{ranges - wrong} of {ranges}", "all", not wrong)
    yield Row("git: states of a tree", f"{len(STATES) - differ} of {len(STATES)}", "all", not differ)


def compared(root: Path, ranges: int, seed: int) -> int:
    """Compare random ranges of a repository; return how many differ."""
    commits = git(root, "rev-list", "HEAD").split()
    chance = random.Random(seed)
    pairs = [tuple(chance.sample(commits, 2)) for _ in range(ranges)] if len(commits) > 1 else []
    wrong = 0
    for old, new in pairs:
        told, real = shown(root, f"{old}..{new}"), difference(files(root, old), files(root, new))
        if told != real:
            wrong += 1
            print(f"  {old[:10]}..{new[:10]}: {sorted(told ^ real)[:6]}")
    print(f"{root.name}: {len(pairs) - wrong} of {len(pairs)} ranges identical")
    return wrong


def stated(name: str, state: "Callable[[Path], tuple[Path, set[tuple[str, str]]]]", folder: Path) -> int:
    """Compare one state of a working tree; return whether it differs."""
    root, wanted = state(folder / name)
    told = shown(root, "HEAD")
    print(f"{name}: {'identical' if told == wanted else f'differs: {sorted(told ^ wanted)}'}")
    return int(told != wanted)


def shown(root: Path, since: str) -> set[tuple[str, str]]:
    """Return what the trail says, a renamed file as one that went and one that came."""
    found: set[tuple[str, str]] = set()
    for block in trail(str(root), since, redact=str).blocks:
        change = block.evidence
        assert isinstance(change, Changed)
        if change.change == "renamed":
            found |= {("deleted", change.from_path), ("created", change.path)}
        else:
            found.add((change.change, change.path))
    return found


def files(root: Path, commit: str) -> Files:
    """Return every file of a commit; submodules are none."""
    listed = git(root, "ls-tree", "-r", "-z", "--full-tree", commit)
    entries = (entry.split("\t", 1) for entry in listed.split("\0") if entry)
    named = ((path, about.split()) for about, path in entries)
    return {path: (about[0], about[2]) for path, about in named if about[0] != SUBMODULE}


def difference(old: Files, new: Files) -> set[tuple[str, str]]:
    """Return what differs between two trees."""
    found = {("deleted", path) for path in old.keys() - new.keys()}
    found |= {("created", path) for path in new.keys() - old.keys()}
    return found | {("modified", path) for path in old.keys() & new.keys() if old[path] != new[path]}


def git(root: Path, *arguments: str, more: Mapping[str, str] = NOTHING) -> str:
    """Run git."""
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments],
        cwd=root,
        env=os.environ | OWN | dict(more),
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        check=True,
    )
    return done.stdout


def begin(root: Path) -> Path:
    """Make a repository with two files."""
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    put(root, "kept.py", "".join(f"line {n}\n" for n in range(30)))
    put(root, "moved.py", "".join(f"other {n}\n" for n in range(30)))
    return commit(root)


def put(root: Path, path: str, text: str | bytes) -> None:
    """Write a file."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(text if isinstance(text, bytes) else text.encode())


def commit(root: Path, number: int = 0) -> Path:
    """Commit everything."""
    date = f"{1_760_000_000 + number * 3600} +0000"
    git(root, "add", "-A")
    when = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    git(root, "commit", "-q", "--allow-empty", "-m", f"commit {number}", more=when)
    return root


def generate(root: Path, seed: int, commits: int = 120) -> None:
    """Make a repository of random work, with a branch that is merged."""
    chance = random.Random(seed)
    begin(root)
    for number in range(1, commits):
        for _ in range(chance.randint(1, 5)):
            _edit(root, chance)
        commit(root, number)
        if number == commits // 2:
            git(root, "checkout", "-q", "-b", "side", f"HEAD~{commits // 4}")
            put(root, "side/only.py", "side\n")
            commit(root, number)
            git(root, "checkout", "-q", "main")
            git(root, "merge", "-q", "-m", "merge", "-X", "ours", "side")


def _edit(root: Path, chance: random.Random) -> None:
    known = sorted(p for p in root.rglob("*") if p.is_file() and ".git" not in p.parts)
    what = chance.choice(["new", "new", "change", "change", "move", "copy", "remove", "mode", "binary"])
    name = f"{chance.choice('abc')}/{chance.choice(ODD)}{chance.randint(0, 40)}.py"
    text = "".join(f"{chance.randint(0, 9)}\n" for _ in range(chance.randint(0, 40)))
    if what == "new" or len(known) < 3:  # noqa: PLR2004 - something must be left to work on
        put(root, name, text)
        return
    path = chance.choice(known)
    if what == "change":
        put(root, str(path.relative_to(root)), path.read_bytes() + text.encode())
    elif what == "move":
        put(root, name, path.read_bytes() + text[: chance.randint(0, 6)].encode())
        path.unlink()
    elif what == "copy":
        put(root, name, path.read_bytes())
    elif what == "remove":
        path.unlink()
    elif what == "mode":
        path.chmod(path.stat().st_mode ^ 0o100)
    else:
        put(root, name, bytes(chance.randrange(256) for _ in range(200)))


def untracked(root: Path) -> tuple[Path, set[tuple[str, str]]]:
    """Add files git does not follow, one of which it is told to ignore."""
    begin(root)
    put(root, ".gitignore", "*.log\n")
    put(root, "new.py", "a\n")
    put(root, "noise.log", "a\n")
    return root, {("created", ".gitignore"), ("created", "new.py")}


def staged(root: Path) -> tuple[Path, set[tuple[str, str]]]:
    """Put changes into the index, one of them taken back on the disk."""
    begin(root)
    put(root, "new.py", "a\n")
    put(root, "kept.py", "changed\n")
    git(root, "add", "-A")
    put(root, "kept.py", "".join(f"line {n}\n" for n in range(30)))
    (root / "moved.py").unlink()
    return root, {("created", "new.py"), ("deleted", "moved.py")}


def moved(root: Path) -> tuple[Path, set[tuple[str, str]]]:
    """Move a file without telling git."""
    begin(root)
    (root / "moved.py").rename(root / "there.py")
    return root, {("deleted", "moved.py"), ("created", "there.py")}


def submodule(root: Path) -> tuple[Path, set[tuple[str, str]]]:
    """Work in a submodule."""
    begin(root / "library")
    begin(root / "main")
    git(root / "main", "submodule", "--quiet", "add", (root / "library").as_uri(), "library")
    commit(root / "main", 1)
    put(root / "main" / "library", "kept.py", "changed\n")
    put(root / "main" / "library", "new.py", "a\n")
    commit(root / "main" / "library", 2)
    put(root / "main", "kept.py", "changed\n")
    return root / "main", {("modified", "kept.py")}


def shallow(root: Path) -> tuple[Path, set[tuple[str, str]]]:
    """Make a clone that knows one commit only."""
    begin(root / "whole")
    git(root, "clone", "-q", "--depth", "1", (root / "whole").as_uri(), str(root / "clone"))
    put(root / "clone", "kept.py", "changed\n")
    return root / "clone", {("modified", "kept.py")}


def worktree(root: Path) -> tuple[Path, set[tuple[str, str]]]:
    """Work in a second working tree of the same repository."""
    begin(root / "main")
    git(root / "main", "worktree", "add", "-q", str(root / "side"), "-b", "side")
    put(root / "main", "main.py", "not here\n")
    put(root / "side", "side.py", "here\n")
    (root / "side" / "kept.py").unlink()
    return root / "side", {("created", "side.py"), ("deleted", "kept.py")}


STATES: Mapping[str, Callable[[Path], tuple[Path, set[tuple[str, str]]]]] = MappingProxyType(
    {
        "untracked": untracked,
        "staged": staged,
        "moved": moved,
        "submodule": submodule,
        "shallow": shallow,
        "worktree": worktree,
    }
)

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
