"""`baton merge`: parallel agents ended, and the next one gets a single handoff."""

from typing import Any

import click

from batonpass.flow.fan_in import fan_in
from batonpass.flow.view import NAMES
from batonpass.model.terms import Terms
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.told import tell


@click.command("merge", epilog=options.json_keys(options.OUTCOME))
@click.argument("manifests", metavar="MANIFEST...", nargs=-1, required=True)
@options.terms
@click.option(
    "--view", type=click.Choice(NAMES), default=None, help="Print this instead of the manifest's path."
)
@options.playbook
@options.shared
def command(
    *,
    manifests: tuple[str, ...],
    budget: int | None,
    view: str | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
    **said: Any,
) -> int:
    """Make one handoff of several parallel ones.

    A MANIFEST is an id, a path, or an agent's name. What is said twice stands once; where two contradict each other, a
    problem names both. Prints the path of the merged manifest.
    """
    setup = options.project(root, playbook=playbook)
    terms = Terms(budget=budget or 0, **said)
    with out.patience("merging"):
        told = fan_in(setup, manifests, terms)
    return tell(setup, told, view=view, as_json=as_json)
