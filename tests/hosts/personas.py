"""A team of personas as their project keeps them: each a command, as large as real ones, and one story they work on."""

from pathlib import Path

from batonpass.surfaces.hosts.claude_code.installation import hooks
from batonpass.tables import load
from tests.hosts.client import House

# Tokens of real definitions, by characters / 4.
SIZES = {"sm": 3139, "po": 3559, "dev": 6089, "qa": 4670, "devops": 6323}
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


def mark(agent: str) -> str:
    """Return a word that stands in one profile only."""
    return f"PROFILE-OF-{agent.upper()}"


def profile(agent: str) -> str:
    """Return a definition of the size it really has."""
    lines = [f"# {agent}", "", f"{mark(agent)} begins here. You are the {agent} of this team.", ""]
    number = 0
    while sum(map(len, lines)) + len(lines) < SIZES[agent] * 4 - 60:
        number += 1
        lines.append(
            f"- Rule {number} of {agent}: keep to the duties of {agent}, part {number} of its list of commands."
        )
    return "\n".join([*lines, "", f"{mark(agent)} ends here."]) + "\n"


def settle(house: House, *, folder: str = ".claude/commands/AIOS/agents") -> None:
    """Put the personas and their story into a project."""
    for agent in SIZES:
        house.write(f"{folder}/{agent}.md", profile(agent))
    house.write(STORY, STORY_TEXT)


def artifacts(house: House, folder: str = ".baton/switches") -> list[Path]:
    """Return the active artifacts, oldest first."""
    return sorted((house.project / folder).glob("handoff-*.yaml"), key=lambda path: path.stem[-17:])


def hooked(house: House, mode: str) -> None:
    """Put personas and the hooks that an installation puts there into a project."""
    settle(house)
    host = {**load.table("hosts")["claude_code"], "command": "baton hook {event}"}
    house.install(f'mode = "{mode}"\n', hooks={"hooks": hooks(host)})


def command(agent: str, asked: str = "go on") -> str:
    """Return what a person types to call a persona with its whole profile."""
    return f"/AIOS:agents:{agent} {asked}"
