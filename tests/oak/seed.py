"""The snippets of seed 000, run as they stand: only what they leave out is given to them."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

SNIPPETS = Path(__file__).parent / "snippets"
# The text compares this number with characters in two places, with tokens everywhere else.
AS_CHARACTERS = 4 * 1000


def snippet(name: str, **given: object) -> Any:
    """Run one snippet in the current folder and return what it defines."""
    spec = spec_from_file_location(f"seed_{name}", SNIPPETS / f"{name}.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    vars(module).update(given)
    spec.loader.exec_module(module)
    return module


def read_file(path: str) -> str:
    """Read as the snippets expect it, which define no such function."""
    return Path(path).read_text("utf-8")


RESEARCH = """\
# How login works today

## Overview

Login issues a JWT and keeps a session in Redis. There is no OAuth2 support.

## Key findings

- Access tokens expire after 1 hour, and nothing refreshes them.
- Sessions are written to Redis without a TTL, so memory only grows.

## Constraints

- Mobile apps read `sub` out of the JWT, so that claim must stay.

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

## Files to create

- `src/oauth/token.ts`: the token endpoint

## Dependencies

- top-down-analyzer: the JWT claim `sub` stays
"""

IMPLEMENTATION = """\
# OAuth2 with PKCE, implemented

## Files created

- `src/oauth/token.ts`: the token endpoint (120 lines)
- `tests/oauth/token.test.ts`: its tests (80 lines)

## Tests

42 tests passed, 0 failed.

## Dependencies satisfied

- backend-architect: the token endpoint of the plan
"""

DOCUMENTS = {"research": RESEARCH, "plan": PLAN, "implementation": IMPLEMENTATION}
