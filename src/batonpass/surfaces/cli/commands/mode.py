"""`baton mode`: what a problem may do, shown or switched."""

import click

from batonpass.flow import readiness as ready
from batonpass.flow.mode import Switched, rules, switch
from batonpass.model.config import Mode
from batonpass.model.errors import WrongUse
from batonpass.model.modes import Modes
from batonpass.model.readiness import Readiness
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages.modes import MEANINGS, modes
from batonpass.surfaces.cli.pages.readiness import page
from batonpass.surfaces.cli.values import fields


@click.command(
    "mode",
    epilog=options.json_keys(
        "mode playbook rules before released",
        having={"--readiness": "mode next days ready handoffs checks criteria stopped excuses"},
    ),
)
@click.argument("mode", type=click.Choice(list(MEANINGS)), required=False)
@click.option("--rule", metavar="R", default="", help="Switch this rule or gate alone.")
@click.option("--playbook", metavar="P", default="", help="Switch for the time this playbook is followed.")
@click.option(
    "--readiness",
    is_flag=True,
    help="Say what enforce would have stopped lately, and whether the criteria for the next mode are met.",
)
@click.option(
    "--days",
    metavar="N",
    type=click.IntRange(min=1),
    default=None,
    help="With --readiness: how many days are looked at. Default: 14.",
)
@options.shared
def command(
    *,
    mode: Mode | None,
    rule: str,
    playbook: str,
    readiness: bool,
    days: int | None,
    root: str | None,
    as_json: bool,
) -> None:
    """Show or switch what a problem may do.

    observe records it, warn says it, enforce stops what is wrong.

    A switch is written into .baton/config.toml, holds from the next question on, and is recorded. Switching the
    project back releases every rule that would stay stricter, so one command undoes any step.
    """
    setup = options.project(root)
    if readiness or days:
        if mode or rule or playbook or not readiness:
            raise WrongUse("--readiness or --days beside a switch", wanted="--readiness [--days N] alone")
        _readiness(ready.readiness(setup, days or 0), as_json=as_json)
        return
    if mode is None and (rule or playbook):
        raise WrongUse("--rule or --playbook without a mode", wanted=f"one of {', '.join(MEANINGS)}")
    switched = switch(setup, mode, rule=rule, playbook=playbook) if mode else None
    held = switched.after if switched else setup.modes
    if as_json:
        before = switched.before.project if switched else setup.mode
        released = switched.released if switched else ()
        told = {"mode": held.project, "playbook": setup.playbook.name, "rules": held.rules}
        out.value({**told, "before": before, "released": released})
        return
    _print(held, switched, setup.playbook.name)


def _print(held: Modes, switched: Switched | None, playbook: str) -> None:
    out.page(line((held.project, "name"), f": {MEANINGS[held.project]}", (f"  playbook {playbook}", "quiet")))
    for rule, own in sorted(held.rules.items()):
        known = "" if rule in rules() else " (no rule of this name)"
        out.page(line(f"{rule}: {own}{known}", indent=2))
    if switched is None:
        out.aside(*modes())
    elif switched.released:
        out.aside(line(f"released, for they were stricter: {', '.join(switched.released)}"))


def _readiness(found: Readiness, *, as_json: bool) -> None:
    if as_json:
        listed = {name: [fields(one) for one in getattr(found, name)] for name in ("criteria", "stopped")}
        out.value({**fields(found), **listed, "ready": found.ready})
    else:
        out.page(*page(found))
