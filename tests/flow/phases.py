"""A project that works in phases, and what its agents leave behind."""

from pathlib import Path
from typing import Any

from batonpass.flow.asked import Evidence
from batonpass.flow.phase import start
from batonpass.flow.phase_finish import Finished, finish
from batonpass.flow.phase_proof import Work
from batonpass.flow.phase_skip import skip
from batonpass.flow.setup import Setup
from tests.flow.project import Clock, opened, put
from tests.flow.sessions import answer, boundary, session

DISCOVERY = """\
# Codebase Discovery

## Key patterns

- **Repository pattern**: every table is reached through a class in `src/repos/`
- **Event bus**: domain events go through `src/events/bus.py`

## Technologies

- Python 3.11
- FastAPI

## Decisions

- **Decision**: Keep the session table and add a column. **Rationale**: clients read it.

## Constraints

- Passwords must never be logged.
- The public API must stay compatible with version 1.

## Files to modify

- `src/auth/login.py`: add the check

## Blockers

- The staging database cannot be reached.

## Notes

""" + "\n".join(
    f"Module {n} holds the functions f_{n} and g_{n}, which read table number {n * 3} and write to queue {n * 7}."
    for n in range(1, 120)
)


def project(root: Path, clock: Clock | None = None, config: str = 'mode = "enforce"\n') -> Setup:
    """Open a project that follows omaw."""
    put(root, "discovery.md", DISCOVERY)
    put(root, "triage.md", "# Triage\n\nAn extension of the login.\n")
    return opened(root, clock, f'playbook = "omaw"\n{config}')


def in_discovery(root: Path, work_type: str = "") -> Setup:
    """Return a project whose third phase has begun."""
    setup = project(root)
    until_discovery(setup, work_type)
    return setup


def until_discovery(setup: Setup, work_type: str = "") -> None:
    """Do the first two phases, and begin the third."""
    for number, path in ((1, ()), (2, ("triage.md",))):
        start(setup, str(number), name="add login", work_type=work_type)
        assert not ends(setup, number, *path).done.denied
    assert not start(setup, "3").denied


def skipped_until_verification(setup: Setup, words: str) -> None:
    """Skip the gate of the discovery with the user's words, and go on to the phase that verifies."""
    skip(setup, "3", words)
    for number in (4, 5, 7):
        start(setup, str(number))
        ends(setup, number, "triage.md")
    start(setup, "8")


def ends(setup: Setup, number: int, *paths: str, transcript: str = "", **more: Any) -> Finished:
    """Finish a phase with files of the project."""
    found = tuple(str(Path(setup.root, path)) for path in paths)
    return finish(setup, str(number), Work(paths=found, transcript=transcript, evidence=Evidence(), **more))


def said(role: str, *content: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a line of Claude Code."""
    return {
        "type": role,
        "sessionId": "s1",
        "uuid": f"u{id(content)}",
        "message": {"role": role, "content": [*content]},
        **more,
    }


def spawned(report: str) -> list[dict[str, Any]]:
    """Return the lines of an agent's call and of its report, as the client frames it."""
    call = {
        "type": "tool_use",
        "id": "t1",
        "name": "Agent",
        "input": {"prompt": "discover", "subagent_type": "explore"},
    }
    framed = "The report follows:\n" + "\n".join(f"   {line}" for line in report.splitlines())
    back = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": framed}]}
    return [said("assistant", call), said("user", back)]


def holding(path: Path, report: str = DISCOVERY) -> str:
    """Write the transcript of an orchestrator that still holds a report."""
    return session(path, *spawned(report), answer(60_000))


def compacted(path: Path, report: str = DISCOVERY) -> str:
    """Write the transcript of one that held it and was compacted."""
    lines = [*spawned(report), answer(60_000), boundary(preTokens=61_000, postTokens=9_000)]
    return session(path, *lines, answer(12_000, "m2"))


def never(path: Path) -> str:
    """Write the transcript of one to whom only three lines came back."""
    return session(
        path, *spawned("Explored the code\nRead 120 modules\nThe login lacks a check"), answer(15_000)
    )
