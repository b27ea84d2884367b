"""`baton mode`: what a problem may do, shown or switched."""

import click

from batonpass.flow.mode import Switched, rules, switch
from batonpass.model.config import Mode
from batonpass.model.errors import WrongUse
from batonpass.model.modes import Modes
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages.modes import MEANINGS, modes


@click.command("mode", epilog=options.json_keys("mode playbook rules before released"))
@click.argument("mode", type=click.Choice(list(MEANINGS)), required=False)
@click.option("--rule", metavar="R", default="", help="Switch this rule or gate alone.")
@click.option("--playbook", metavar="P", default="", help="Switch for the time this playbook is followed.")
@options.shared
def command(*, mode: Mode | None, rule: str, playbook: str, root: str | None, as_json: bool) -> None:
    """Show or switch what a problem may do.

    observe records it, warn says it, enforce stops what is wrong.

    A switch is written into .baton/config.toml, holds from the next question on, and is recorded. Switching the
    project back releases every rule that would stay stricter, so one command undoes any step.
    """
    setup = options.project(root)
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
