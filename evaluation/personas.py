"""Five personas work on one story, one after the other in one session: how full their profiles make its context.

The definitions have the sizes of real ones. Each persona leaves something that must not be lost.
"""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from batonpass.flow import emptied
from batonpass.flow.calling import Prompt, turned
from batonpass.flow.policy import policy
from batonpass.measure.vocabulary import Vocabulary
from batonpass.store import personas
from evaluation.row import Row

# Characters / 4 of real definitions.
SIZES = {"sm": 3139, "po": 3559, "dev": 6089, "qa": 4670, "devops": 6323}
FOLDER = ".claude/commands/AIOS/agents"
BRANCH = "feat/login"
STORY = "docs/stories/1.2.login.story.md"
STORY_TEXT = """\
# Story 1.2: Login with a cookie

## Status

Approved

## Tasks / Subtasks

- [x] Task 1: Draft the form
- [ ] Task 2: Keep the session (AC: 2)
  - [x] 2.1 Set the cookie
  - [ ] 2.2 Refresh it before it ends
"""
LESS = 0.654  # what the story that asks for it measured
MOST = 0.5  # of all profiles, at any time


class Work(Struct, frozen=True):
    """What one persona does, and what of it must be known to the last one."""

    command: str
    decision: str
    why: str
    blocker: str = ""
    file: str = ""

    @property
    def words(self) -> str:
        """Return what it says."""
        parts = [f"## Decisions\n\n- **Decision**: {self.decision}, because {self.why}."]
        parts += [f"## Blockers\n\n- {self.blocker}"] if self.blocker else []
        return "\n\n".join(parts)

    @property
    def points(self) -> tuple[str, ...]:
        """Return what must not be lost."""
        return tuple(point for point in (self.decision, self.blocker, self.file) if point)


WORKS = {
    "sm": Work("*draft 1.2", "Keep the login on one page", "users lose their way on two"),
    "po": Work("*validate-story-draft 1.2", "Leave single sign-on out of this story", "it needs a contract"),
    "dev": Work(
        "*develop 1.2",
        "Keep the session in an httpOnly cookie",
        "scripts cannot read it",
        "The staging key is missing",
        "src/auth/cookie.py",
    ),
    "qa": Work(
        "*review 1.2", "Accept it with one concern", "the refresh was not tried", "", "docs/qa/1.2.md"
    ),
    "devops": Work("*push", "Push it behind a flag", "the key is missing"),
}


class Step(Struct, frozen=True):
    """What profiles and artifacts take of a context once a persona works."""

    agent: str
    tokens: int  # with every profile before it given up
    piled: int  # with every profile kept
    text: str


def mark(agent: str) -> str:
    """Return a word that stands in one profile only."""
    return f"{agent.upper()}-PROFILE"


def profile(agent: str) -> str:
    """Return a definition of the size it really has."""
    lines = [f"# {agent}", "", f"{mark(agent)} begins here. You are the {agent} of this team.", ""]
    number, length = 0, sum(map(len, lines))
    while length < SIZES[agent] * 4 - 120:
        number += 1
        duty = f"- Rule {number} of {agent}: keep to the duties of {agent}, part {number} of its commands."
        lines.append(duty)
        length += len(duty) + 1
    return "\n".join([*lines, "", f"{mark(agent)} ends here."]) + "\n"


def steps(root: Path) -> Iterator[Step]:
    """Yield what the context takes after each persona was called; the person clears it where a profile is refused."""
    _settle(root)
    count = Vocabulary().count
    session, parts, piled = 0, list[str](), 0
    for agent, work in WORKS.items():
        transcript = root / ".sessions" / f"s{session}.jsonl"
        piled += count(profile(agent))
        asked = f"/AIOS:agents:{agent} {work.command}"
        prompt = Prompt(str(root), policy(str(root)), f"s{session}", str(transcript), asked)
        told = turned(prompt, agent, None)
        if told.refused:
            personas.cleared(str(root), "client", f"s{session}", str(transcript))
            session += 1
            transcript = root / ".sessions" / f"s{session}.jsonl"
            parts = [_loaded(root, f"s{session}", number) for number in (1, 2, 3, 4)]
        else:
            parts += [profile(agent), told.context]
        text = "\n".join(parts)
        _work(root, transcript, asked, work)
        yield Step(agent, count(text), piled, text)


def rows() -> Iterator[Row]:
    """Return how much less a context holds at the end and on the way, and what of the work is still known."""
    with tempfile.TemporaryDirectory() as folder:
        told = list(steps(Path(folder) / "project"))
    last = told[-1]
    left = last.tokens / last.piled
    name = "profiles and artifacts after 4 switches"
    yield Row(name, f"{left:.1%} of {last.piled:,}", f"<= {1 - LESS:.1%}", left <= 1 - LESS)
    worst = max(step.tokens for step in told) / last.piled
    yield Row("the same at its highest", f"{worst:.1%} of {last.piled:,}", f"<= {MOST:.0%}", worst <= MOST)
    points = [*facts(), *(point for agent in list(WORKS)[:-1] for point in WORKS[agent].points)]
    kept = [point for point in points if point in last.text]
    yield Row(
        "of what four personas left, known to the fifth",
        f"{len(kept)} of {len(points)}",
        "all",
        kept == points,
    )


def facts() -> tuple[str, ...]:
    """Return what must be known of the story."""
    return ("1.2", STORY, "Approved", "2.2 Refresh it before it ends", BRANCH)


def _loaded(root: Path, session: str, part: int) -> str:
    return emptied.after_clearing(str(root), policy(str(root)), session, "client", part)


def _settle(root: Path) -> None:
    for agent in SIZES:
        _write(root / FOLDER / f"{agent}.md", profile(agent))
    _write(root / STORY, STORY_TEXT)
    _write(root / ".baton" / "config.toml", 'mode = "enforce"\n')
    who = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    for asked in (("init", "-q", "-b", BRANCH), ("add", "-A"), (*who, "commit", "-q", "-m", "begin")):
        subprocess.run(["git", *asked], cwd=root, check=True, capture_output=True)


def _work(root: Path, transcript: Path, asked: str, work: Work) -> None:
    """Write what a persona did into the transcript, as the client does."""
    lines: list[tuple[str, dict[str, object]]] = [("user", {"role": "user", "content": asked})]
    if work.file:
        _write(root / work.file, "x = 1\n")
        call = {
            "type": "tool_use",
            "id": "t1",
            "name": "Write",
            "input": {"file_path": str(root / work.file)},
        }
        lines.append(("assistant", {"role": "assistant", "model": "m", "content": [call]}))
    lines.append(
        ("assistant", {"role": "assistant", "model": "m", "content": [{"type": "text", "text": work.words}]})
    )
    transcript.parent.mkdir(exist_ok=True)
    with transcript.open("a", encoding="utf-8") as file:
        for number, (kind, message) in enumerate(lines):
            at = f"2026-03-01T10:00:{number:02}Z"
            about = {"sessionId": transcript.stem, "cwd": str(root), "timestamp": at}
            file.write(json.dumps({"type": kind, "message": message, **about}) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
