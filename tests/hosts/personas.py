"""A team of personas in a project of the real client: each a command, as large as real ones, and one story."""

from pathlib import Path

from batonpass.surfaces.hosts.claude_code.installation import hooks
from batonpass.tables import load
from evaluation.personas import FOLDER, SIZES, STORY, STORY_TEXT, profile
from tests.hosts.client import House


def settle(house: House) -> None:
    """Put the personas and their story into a project."""
    for agent in SIZES:
        house.write(f"{FOLDER}/{agent}.md", profile(agent))
    house.write(STORY, STORY_TEXT)


def hooked(house: House, mode: str) -> None:
    """Put personas and the hooks that an installation puts there into a project."""
    settle(house)
    host = {**load.table("hosts")["claude_code"], "command": "baton hook {event}"}
    house.install(f'mode = "{mode}"\n', hooks={"hooks": hooks(host)})


def command(agent: str, asked: str = "go on") -> str:
    """Return what a person types to call a persona with its whole profile."""
    return f"/AIOS:agents:{agent} {asked}"


def artifacts(house: House, folder: str = ".baton/switches") -> list[Path]:
    """Return the active artifacts, oldest first."""
    return sorted((house.project / folder).glob("handoff-*.yaml"), key=lambda path: path.stem[-17:])
