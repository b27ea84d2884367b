"""Commands are really run, and what they did to a folder is what was read from their text."""

import hashlib
import itertools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from batonpass.extract.evidence.deeds import done
from batonpass.extract.evidence.files import find
from batonpass.extract.evidence.trail import MAYBE
from batonpass.model.act import Act, Touch
from batonpass.model.source import Block, Span, digest_of

pytestmark = pytest.mark.skipif(
    os.name == "nt" or not shutil.which("bash") or not shutil.which("git"), reason="needs bash and git"
)
COMMANDS = (Path(__file__).parent / "shell" / "truth.txt").read_text("utf-8").strip().split("\n====\n")
THERE = {
    "a.py": "one\ntwo\nthree\n",
    "b.py": "b1\nb2\n",
    "c.txt": "c\n",
    "src/app.py": "import x\nold\n",
    "src/util.py": "u\nold\n",
    "src/[id]/page.tsx": "p\n",
    "docs/x.md": "# x\nold\n",
    "docs/y.md": "# y\n",
    "lib/deep/z.js": "z\n",
    "my file.txt": "m\n",
    "package.json": '{"a":1}\n',
}
NUMBERS = itertools.count(1)
WHO = {f"GIT_{who}_{what}": "x@x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("truth") / "project"
    for path, text in THERE.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    _run("git init -q . && git add -A && git commit -qm 1", folder)
    return folder


def _run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    own = os.environ | WHO | {"GIT_CONFIG_GLOBAL": os.devnull}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=own,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def _state(folder: Path) -> dict[str, str]:
    inside = ((p, p.relative_to(folder)) for p in folder.rglob("*"))
    return {own.as_posix(): _content(p) for p, own in inside if ".git" not in own.parts and not _is_folder(p)}


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _content(path: Path) -> str:
    return str(path.readlink()) if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("command", COMMANDS, ids=[c.split("\n")[0][:60] for c in COMMANDS])
def test_what_was_read_is_what_happened(command: str, project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    shutil.copytree(project, folder, symlinks=True)
    before = _state(folder)
    ran = _run(command, folder)
    after = _state(folder)
    assert _told(command, ran, folder, before) == _differences(before, after), ran.stderr


def _differences(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    gone = dict.fromkeys(before.keys() - after.keys(), "deleted")
    new = dict.fromkeys(after.keys() - before.keys(), "created")
    changed = {path: "modified" for path in before.keys() & after.keys() if before[path] != after[path]}
    return gone | new | changed


def _told(
    command: str, ran: subprocess.CompletedProcess[str], folder: Path, before: dict[str, str]
) -> dict[str, str]:
    """Return what a session says that read every file, then ran the command; guesses about patterns left out."""
    blocks = [
        block for path in THERE for block in _call(Act(tool="read", touches=(Touch(path, "read"),)), folder)
    ]
    result = Act(role="tool", ok=ran.returncode == 0, exit=ran.returncode)
    blocks += _call(Act(tool="shell", command=command), folder, result, ran.stdout + ran.stderr)
    told: dict[str, str] = {}
    for fact in find(tuple(done(blocks)), str(folder)):
        path, change = fact.attributes.path or "", fact.attributes.change or ""
        if change == "read" or "*" in path or fact.confidence < MAYBE:
            continue
        if change == "renamed":
            told[fact.attributes.from_path or ""] = "deleted"
            change = "modified" if path in before else "created"
        told[path] = change
    return told


def _call(act: Act, folder: Path, result: Act | None = None, answer: str = "") -> list[Block]:
    number = next(NUMBERS)
    span = Span("", number, number, number, number + 1, digest_of(b""))
    call = Act(call=str(number), tool=act.tool, touches=act.touches, command=act.command, folder=str(folder))
    back = Act(
        role="tool", call=str(number), ok=result.ok if result else True, exit=result.exit if result else 0
    )
    return [Block("call", "", span, act=call), Block("result", answer, span, act=back)]
