"""A project whose agents have roles, and reports of theirs."""

import json
from pathlib import Path
from typing import Any

from batonpass.flow.hand_over import hand_over
from batonpass.flow.setup import Setup, open_project
from batonpass.model.handoff import Handoff
from batonpass.model.terms import Terms
from tests.flow.project import Clock, put

CONFIG = 'playbook = "bazinga"\n'
BUILT = """\
# JWT authentication

Tokens are signed with RS256 and checked in the middleware.

**Files Modified:**
- src/auth/jwt.py (created)
- src/middleware.py (modified)

**Concerns:**
- Should refresh tokens be rotated?

Status: READY_FOR_QA
"""
TESTED = """\
# Tests of group AUTH

Everything passes but the refresh.

**Integration Tests**: 13/15 passed (30s)

### Failures

- `test_refresh` (tests/auth.py:40): expected 401, got 200

Status: FAIL
"""
PLANNED = """\
# Plan

## User request

> Nobody who is logged in today may be logged out.

## Task Groups

| Group | Task |
|---|---|
| AUTH | JWT endpoints |

Status: PLANNING_COMPLETE
"""


def team(root: Path, clock: Clock | None = None, config: str = "") -> Setup:
    """Open a project of this team."""
    put(root, ".baton/config.toml", CONFIG + config)
    numbers = iter(range(1, 1000))
    return open_project(str(root), clock=clock or Clock(), ids=lambda: f"{next(numbers):08x}")


def ended(setup: Setup, agent: str, text: str, name: str = "report.md", **more: Any) -> Handoff:
    """Hand over what an agent of a group left."""
    told = {"session": "S1", "group": "AUTH"} | more
    return hand_over(setup, Terms(agent=agent, **told), texts={name: text}).opened.handoff


def own_file(setup: Setup, handoff: Handoff) -> dict[str, Any]:
    """Return the fields of a handoff's role file."""
    told: dict[str, Any] = json.loads(setup.store.read(handoff, "handoff.json"))
    return told


def layout(root: Path) -> list[str]:
    """Return the files of the session, as the team sees them."""
    folder = root / "bazinga" / "artifacts" / "S1"
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
