"""`baton init`: batonpass into a project, after a look at what that changes."""

import sys
from collections.abc import Sequence

import click

from batonpass.flow import install
from batonpass.flow.setup import CONFIG, Setup
from batonpass.model.config import Mode
from batonpass.model.edit import Change
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import EMPTY, line
from batonpass.surfaces.cli.pages.changes import change_value, changes
from batonpass.surfaces.cli.pages.modes import MEANINGS, modes

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
    type=click.Choice(list(MEANINGS)),
    default=None,
    help="What happens to a handoff with errors. Default: asked, else the playbook's.",
)
@click.option("--share", is_flag=True, help="Let git keep the handoffs; otherwise it ignores them.")
@click.option("--dry-run", is_flag=True, help="Say what would be changed, and change nothing.")
@click.option("--yes", is_flag=True, help="Do it without asking.")
@options.shared
def command(
    *,
    agents: tuple[str, ...],
    all_agents: bool,
    mode: Mode | None,
    share: bool,
    dry_run: bool,
    yes: bool,
    root: str | None,
    as_json: bool,
) -> None:
    """Put batonpass into a project.

    Writes .baton/config.toml, lets git ignore what is kept at run time, and, where asked, adds a marked section to
    agent definitions. Shows every line first. `baton uninstall` takes it all back, to the byte.
    """
    setup = options.project(root)
    asks = not (yes or dry_run or as_json)
    named = (*agents, *install.known_agents(setup)) if all_agents else agents
    planned = install.plan(setup, agents=named, share=share, mode=mode).changes
    if asks and not mode and _is_new(planned) and sys.stdin.isatty():
        mode = _asked_mode(setup)
        planned = install.plan(setup, agents=named, share=share, mode=mode).changes
    done = bool(planned) and not dry_run
    if not as_json:
        out.page(*changes(planned))
    if done and not yes and not _agreed():
        out.page(line("Nothing was changed."))
        return
    if done:
        install.init(setup, agents=named, share=share, mode=mode)
    if as_json:
        out.value({"done": done, "changes": [change_value(change) for change in planned]})
    else:
        _conclude(setup, planned, done=done, teaching=bool(named))


def _is_new(planned: Sequence[Change]) -> bool:
    return any(change.path == CONFIG and change.before is None for change in planned)


def _asked_mode(setup: Setup) -> Mode:
    out.aside(line("What is to happen to a handoff with errors?"), *modes(), EMPTY)
    answer: Mode = click.prompt("Mode", type=click.Choice(list(MEANINGS)), default=setup.mode, err=True)
    return answer


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise WrongUse("nobody to ask, so nothing was changed", todo="add --yes, or --dry-run to look only")
    return click.confirm("\nDo this?", default=True, err=True)


def _conclude(setup: Setup, planned: Sequence[Change], *, done: bool, teaching: bool) -> None:
    if not planned:
        out.page(line("Everything is in place already."))
    elif done:
        out.page(EMPTY, line("Done.", lead=("✓", "good")), line(NEXT, indent=2))
    if not teaching and (known := install.known_agents(setup)):
        some = f"{len(known)} agent definition{'' if len(known) == 1 else 's'}"
        out.page(line(f"{some} found: `baton init --all-agents` teaches them to hand over.", indent=2))
