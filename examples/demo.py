"""Three agents hand over to each other: the story of examples/oauth2, told by the commands themselves.

`make demo` runs it in a project of its own, .demo; every line after a `$` can be typed there again.
Another folder can be named: `python examples/demo.py FOLDER`; what stands there is replaced.
"""

import contextlib
import io
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import NamedTuple, TextIO

from batonpass.surfaces.cli import out
from batonpass.surfaces.cli.app import baton
from batonpass.surfaces.cli.boundary import guarded
from batonpass.surfaces.cli.page import EMPTY, line

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent / ".demo"
WORKFLOW = "--workflow wf-oauth2"


class Step(NamedTuple):
    """What happens, the commands that do it, and how many lines of each are shown."""

    says: str
    commands: tuple[str, ...]
    lines: int = 100


STORY = (
    Step(
        "A team begins. It will leave three documents of 5,500 lines, 60,000 tokens together.",
        ("workflow start 'OAuth2 for Harbor' --id wf-oauth2",),
    ),
    Step(
        "The research ends: 2,000 lines become a handoff of at most 1,000 tokens.",
        (
            f"compact oauth2/research --agent top-down-analyzer --type research --to systems-architect {WORKFLOW}",
            "show top-down-analyzer",
        ),
        44,
    ),
    Step(
        "The architect starts: it is told what it must know, and opens one line at its source.",
        (
            f"brief --for systems-architect {WORKFLOW}",
            "expand top-down-analyzer /summary/key_insights/0 --as systems-architect",
        ),
        11,
    ),
    Step(
        "The plan ends. Two files belong to it that must be read, and they are counted.",
        (
            f"compact oauth2/plan --agent systems-architect --type plan --to backend-architect {WORKFLOW}",
            "show systems-architect",
        ),
        14,
    ),
    Step(
        "The implementation ends: what was built, what failed, what is still open.",
        (
            f"compact oauth2/implementation --agent backend-architect --type implementation --to qa-specialist {WORKFLOW}",
            "show backend-architect",
        ),
        14,
    ),
    Step("Do the handoffs hold? Form, size, files, and every line against its source.", ("validate",)),
    Step("What did it cost the team, all together?", ("workflow show wf-oauth2",)),
)


def main(arguments: list[str]) -> int:
    """Tell the story; return the worst exit code."""
    folder = Path(arguments[0]) if arguments else PROJECT
    with contextlib.redirect_stderr(sys.stdout), contextlib.chdir(_fresh_project(folder)):
        codes = [_told(step) for step in STORY]
    baton = os.path.relpath(Path(sys.executable).with_name("baton"))
    where = os.path.relpath(folder)
    last = f"All of it stands in {where}: try `{baton} status --root {where}`, or `search redis`."
    out.page(EMPTY, line((last, "title")))
    return max(codes)


def _fresh_project(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "oauth2", folder / "oauth2")
    (folder / ".baton").mkdir()
    return folder


def _told(step: Step) -> int:
    out.page(EMPTY, line((step.says, "title")))
    return max(_run(command, step.lines) for command in step.commands)


def _run(command: str, lines: int) -> int:
    out.page(line((command, "name"), lead=("$ baton", "quiet")))
    shown = First(sys.stdout, lines)
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        code = guarded(baton, shlex.split(command))
    if shown.cut:
        out.page(line((f"… {shown.cut} more lines", "quiet"), indent=2))
    return code


class First(io.TextIOBase):
    """Lets the first lines of an output through to a stream, and counts the rest."""

    def __init__(self, stream: TextIO, lines: int) -> None:
        """Take the stream, and how many lines it gets."""
        self._stream, self._left, self._held, self.cut = stream, lines, "", 0

    def write(self, text: str) -> int:
        """Pass whole lines on as long as there is room."""
        *whole, self._held = (self._held + text).split("\n")
        for one in whole:
            if self._left > 0:
                self._stream.write(one + "\n")
            self.cut += self._left <= 0
            self._left -= 1
        return len(text)

    def fileno(self) -> int:
        """Be the stream's own file."""
        return self._stream.fileno()

    def isatty(self) -> bool:
        """Be a terminal where the stream is one, so that colours stay."""
        return self._stream.isatty()

    @property
    def encoding(self) -> str:  # type: ignore[override] # rich asks for it; the base class says None
        """Return what the stream can show."""
        return self._stream.encoding


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except BrokenPipeError:  # `make demo | head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
