"""`baton init`: batonpass into a project, after a look at what that changes."""

import sys
from typing import Any

import click

from batonpass.flow import install
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import EMPTY, line
from batonpass.surfaces.cli.pages.changes import change_value, changes

NEXT = "Next: `baton compact PATH --agent NAME` makes the first handoff, `baton status` shows what stands."


@click.command("init", epilog=options.json_keys("done changes", of={"changes": "path change"}))
@click.option(
    "--agent",
    "agents",
    metavar="NAME|FILE",
    multiple=True,
    help="Teach this agent's definition to hand over; may be repeated.",
)
@click.option("--all-agents", is_flag=True, help="Teach every agent definition of the project.")
@click.option(
    "--mode",
    type=click.Choice(("observe", "warn", "enforce")),
    default=None,
    help="What happens to a handoff with errors. Default: the playbook's.",
)
@click.option("--share", is_flag=True, help="Let git keep the handoffs; otherwise it ignores them.")
@click.option("--dry-run", is_flag=True, help="Say what would be changed, and change nothing.")
@click.option("--yes", is_flag=True, help="Do it without asking.")
@options.shared
def command(
    *,
    agents: tuple[str, ...],
    all_agents: bool,
    dry_run: bool,
    yes: bool,
    root: str | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Put batonpass into a project.

    Writes .baton/config.toml, lets git ignore what is kept at run time, and, where asked, adds a marked section to agent
    definitions. Shows every line first. `baton uninstall` takes it all back, to the byte.
    """
    setup = options.project(root)
    named = (*agents, *install.known_agents(setup)) if all_agents else agents
    planned = install.plan(setup, agents=named, **chosen)
    done = bool(planned.changes) and not dry_run
    if not as_json:
        out.page(*changes(planned.changes))
    if done and not yes:
        _ask()
    if done:
        install.init(setup, agents=named, **chosen)
    if as_json:
        out.value({"done": done, "changes": [change_value(change) for change in planned.changes]})
    elif not planned.changes:
        out.page(line("Everything is in place already."))
    elif done:
        out.page(EMPTY, line("Done.", lead=("✓", "good")), line(NEXT, indent=2))


def _ask() -> None:
    if not sys.stdin.isatty():
        raise WrongUse("nobody to ask, so nothing was changed", todo="add --yes, or --dry-run to look only")
    click.confirm("\nDo this?", default=True, abort=True, err=True)
