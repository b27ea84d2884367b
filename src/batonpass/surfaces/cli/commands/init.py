"""`baton init`: batonpass into a project, after a look at what that changes."""

import os
import sys
from collections.abc import Sequence

import click
import msgspec

from batonpass.flow import install
from batonpass.flow.setup import Setup
from batonpass.model.config import Background, Mode
from batonpass.model.edit import Change
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.choosing import WAITING, Choice, asked
from batonpass.surfaces.cli.page import EMPTY, line
from batonpass.surfaces.cli.pages.changes import change_value, changes, left_alone
from batonpass.surfaces.cli.pages.modes import MEANINGS
from batonpass.surfaces.cli.values import fields

SHOWN = 12  # lines of a file; --dry-run shows all
HOSTS = ("claude-code",)
NEXT = {
    "claude-code": "Next: start `claude` here and work as always; `baton doctor` says whether the hooks run.",
    "none": "Next: `baton compact PATH --agent NAME` makes the first handoff, `baton status` shows what stands.",
}
ABOVE = "The project is {root}, the nearest folder with .git or .baton; --root names another one."
NO_HOST = (
    f"No client was found here, so no hooks were put in: `baton init --host {HOSTS[0]}` does it all the same."
)


@click.command(
    "init", epilog=options.json_keys("done changes left", of={"changes": "path change", "left": "path why"})
)
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
@click.option(
    "--host",
    type=click.Choice([*HOSTS, "none"]),
    default=None,
    help="Put hooks into this client, so that handoffs happen by themselves. Default: the one found here.",
)
@click.option(
    "--background",
    type=click.Choice(list(WAITING)),
    default=None,
    help="May subagents run while nobody waits? Default: asked, else allow, and foreground in enforce.",
)
@click.option(
    "--allow/--no-allow",
    default=None,
    help="Let the model run `baton` commands that only read, without asking.",
)
@click.option("--share", is_flag=True, help="Let git keep the handoffs; otherwise it ignores them.")
@click.option("--dry-run", is_flag=True, help="Say what would be changed, and change nothing.")
@click.option("--yes", is_flag=True, help="Do it without asking.")
@click.option(
    "--playbook",
    metavar="P",
    default="",
    help="How the team works from now on: a playbook's name, or a TOML file; its agents are told their parts.",
)
@options.shared
def command(
    *,
    agents: tuple[str, ...],
    all_agents: bool,
    mode: Mode | None,
    host: str | None,
    background: Background | None,
    allow: bool | None,
    share: bool,
    dry_run: bool,
    yes: bool,
    playbook: str,
    root: str | None,
    as_json: bool,
) -> None:
    """Put batonpass into a project.

    Writes .baton/config.toml and lets git ignore what is kept at run time. Where Claude Code is used, its hooks go into
    the project's settings, beside everything that is there. Where asked, agent definitions get a marked section: how to
    hand over, and with --playbook each its part in the team; sections that stand are kept current. Shows what it does
    first, and with --dry-run every line. `baton uninstall` takes it all back, to the byte.
    """
    setup = options.project(root, playbook=playbook)
    named = (*agents, *install.known_agents(setup)) if all_agents else agents
    chosen = Choice(host or install.host_of(setup) or "none", mode, background, allow)
    if not (yes or dry_run or as_json) and sys.stdin.isatty():
        chosen = asked(chosen, setup.mode, new=install.is_new(setup))
    wanted = _wanted(setup, chosen, named, playbook, share=share)
    looked = install.plan(setup, wanted)
    planned = looked.changes
    done = bool(planned) and not dry_run
    if not as_json:
        if root is None and setup.root != os.getcwd():
            out.page(line(ABOVE.format(root=setup.root)))
        out.page(*changes(planned, most=None if dry_run else SHOWN))
        out.aside(*left_alone(looked.left))
    if done and not (yes or as_json) and not _agreed():
        out.page(line("Nothing was changed."))
        return
    if done:
        install.init(setup, wanted)
    if as_json:
        made = [change_value(change) for change in planned]
        out.value({"done": done, "changes": made, "left": [fields(one) for one in looked.left]})
    else:
        if planned or not looked.left:
            _conclude(setup, planned, chosen, done=done, teaching=bool(named or playbook))
        if chosen.host == "none" and host is None:
            out.page(line(NO_HOST, indent=2))


def _wanted(
    setup: Setup, chosen: Choice, named: tuple[str, ...], playbook: str, *, share: bool
) -> install.Wanted:
    wanted = install.Wanted(
        agents=named, playbook=playbook, share=share, mode=chosen.mode, background=chosen.background
    )
    if chosen.host == "none":
        return wanted
    from batonpass.surfaces.hosts.claude_code import installation  # noqa: PLC0415 - a surface, only where it is used

    allow = install.is_allowed(setup, installation.allowed()) if chosen.allow is None else chosen.allow
    edits = installation.edits(
        setup.root, install.program(), allow=allow, status_line=install.wants_status_line(setup)
    )
    return msgspec.structs.replace(wanted, host=edits, ignored=installation.IGNORED)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        raise WrongUse("nobody to ask, so nothing was changed", todo="add --yes, or --dry-run to look only")
    return click.confirm("\nDo this?", default=True, err=True)


def _conclude(setup: Setup, planned: Sequence[Change], chosen: Choice, *, done: bool, teaching: bool) -> None:
    if not planned:
        out.page(line("Everything is in place already."))
    elif done:
        out.page(EMPTY, line("Done.", lead=("✓", "good")), line(NEXT[chosen.host], indent=2))
    if chosen.host == "none" and not teaching and (known := install.known_agents(setup)):
        some = f"{len(known)} agent definition{'' if len(known) == 1 else 's'}"
        out.page(line(f"{some} found: `baton init --all-agents` teaches them to hand over.", indent=2))
