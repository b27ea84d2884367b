"""What commands have in common: the project they work in, and what is said about a handoff."""

import os
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import click

from batonpass.flow.setup import Setup, find_root, open_project
from batonpass.surfaces.cli import out
from batonpass.surfaces.cli.page import line
from batonpass.tables import load

F = TypeVar("F", bound=Callable[..., Any])
NOTHING: Mapping[str, str] = MappingProxyType({})
OUTCOME = "path id new rejected manifest receipt problems alert"  # of a hand-over


def json_keys(keys: str, of: Mapping[str, str] = NOTHING, having: Mapping[str, str] = NOTHING) -> str:
    """Return the last line of a command's help: the keys of its JSON, of what is in it, and with other options."""
    said = [f"JSON: {_listed(keys)}."]
    said += [f"Of {key}: {_listed(inner)}." for key, inner in of.items()]
    said += [f"With {option}: {_listed(inner)}." for option, inner in having.items()]
    return " ".join(said)


def _listed(keys: str) -> str:
    return ", ".join(keys.split())


def shared(function: F) -> F:
    """Add --json and --root, which every command takes."""
    json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
    root = click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False),
        default=None,
        help="The project's folder. Default: the nearest one around here with .baton or .git in it.",
    )
    return json(root(function))


def playbook(function: F) -> F:
    """Add --playbook, for commands whose answer depends on how the team works."""
    return click.option(
        "--playbook",
        metavar="P",
        default=None,
        help="How the team works, for this once: a playbook's name, or a TOML file. Default: the project's.",
    )(function)


def project(root: str | None, artifacts: str | None = None, playbook: str | None = None) -> Setup:
    """Open the project a command was called for."""
    kept = os.path.abspath(artifacts) if artifacts else ""
    here = root or find_root(os.getcwd())
    return open_project(here, artifacts=kept, playbook=playbook or "", say=_once())


def _once() -> Callable[[str], None]:
    """Return what says each thing a person must know once, however often it is met."""
    said: set[str] = set()

    def say(message: str) -> None:
        if message not in said:
            said.add(message)
            out.aside(line(message, lead=("!", "warning")))

    return say


def from_here(setup: Setup, path: str) -> str:
    """Return a path of the project as it is spelled from the current folder, absolute where that is longer."""
    there = os.path.normpath(os.path.join(setup.root, path))
    shown = os.path.relpath(there, os.getcwd()) if _same_drive(there) else there
    return (there if shown.startswith("..") else shown).replace(os.sep, "/")


def _same_drive(path: str) -> bool:
    return os.path.splitdrive(path)[0].casefold() == os.path.splitdrive(os.getcwd())[0].casefold()


def terms(function: F) -> F:
    """Add what is said about a handoff: who, what kind, to whom, in which workflow."""
    return click.option("--agent", metavar="A", required=True, help="Who hands over.")(
        terms_but_agent(function)
    )


def terms_but_agent(function: F) -> F:
    """Add what is said about a handoff beside who makes it."""
    for option in reversed(TERMS):
        function = option(function)
    return function


TERMS: tuple[Callable[[F], F], ...] = (
    click.option(
        "--type",
        type=click.Choice(load.names("profiles")),
        default="handoff",
        help="What kind of work it was.",
    ),
    click.option("--scope", metavar="S", default="", help="What it is about. Default: the first title."),
    click.option(
        "--to", metavar="B", multiple=True, help="Who takes over; may be repeated. Default: whoever comes."
    ),
    click.option("--status", metavar="ST", default="", help="How it ended, in the team's own words."),
    click.option("--workflow", metavar="W", default="", help="The workflow it belongs to."),
    click.option("--session", metavar="S", default="", help="The session it belongs to."),
    click.option("--group", metavar="G", default="", help="The group of the session it belongs to."),
    click.option("--phase", metavar="P", default="", help="The phase it ends."),
    click.option(
        "--run", metavar="R", default="", help="This run of the agent: the same run hands over once."
    ),
    click.option(
        "--require", metavar="FILE", multiple=True, help="A file the next agent must read; may be repeated."
    ),
    click.option(
        "--budget",
        metavar="N",
        type=click.IntRange(min=1),
        default=None,
        help="Tokens of the manifest, below the limit.",
    ),
)
