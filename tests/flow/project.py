"""A small project on a real disk, with a clock that only moves when it is told to."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from batonpass.flow.setup import Setup, open_project

AGENTS = 'agents = ["researcher", "planner", "builder", "reviewer"]\n'
START = datetime(2026, 3, 1, 10, 0, 0, tzinfo=UTC)

RESEARCH = """\
# How login works today

## User request

> Nobody who is logged in today may be logged out.

## Key findings

- Access tokens expire after 1 hour, and nothing refreshes them.
- Sessions are written to Redis without a TTL, so memory only grows.

## Constraints

- Mobile apps read the claim sub out of the JWT, so it must stay.

## Risks

- Passwords are hashed with bcrypt at cost 8.
"""

PLAN = """\
# OAuth2 with PKCE

## Strategy

Add OAuth2 with PKCE beside the existing login, and move clients over one by one.

## Decisions

- **Decision**: Keep refresh tokens in httpOnly cookies.
  - **Rationale**: No script can read them.
- **Decision**: Limit the token endpoint to 10 requests a minute.
  - **Rationale**: It stops guessing.

## Files to create

- `src/oauth/token.ts`: the token endpoint

## Dependencies

- researcher: the claim sub stays
"""


class Clock:
    """Tells the time it was set to."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


def put(root: Path, name: str, text: str) -> Path:
    """Write a file of the project."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def opened(root: Path, clock: Clock | None = None, config: str = "") -> Setup:
    """Open the project at a root, configured as said."""
    put(root, ".baton/config.toml", f"{AGENTS}{config}")
    numbers = iter(range(1, 1000))
    return open_project(str(root), clock=clock or Clock(), ids=lambda: f"{next(numbers):08x}")


def tree(root: Path, *apart: str) -> dict[str, bytes]:
    """Return every file below a root with its bytes, without the named folders."""
    files = (p for p in sorted(root.rglob("*")) if p.is_file() and not p.is_symlink())
    found = {p.relative_to(root).as_posix(): p.read_bytes() for p in files}
    return {name: data for name, data in found.items() if not name.startswith(apart)}
