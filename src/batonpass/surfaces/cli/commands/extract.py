"""`baton extract`: what was read, before any budget."""

import sys

import click

from batonpass.flow.inspect import Inspection, inspect, lines_of
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import facts
from batonpass.surfaces.cli.pages.problems import problems


@click.command(
    "extract",
    epilog=options.json_keys(
        "source facts usage",
        of={"source": "path format digest", "usage": "tokens window share exact cost_usd agents"},
    )
    + " One line a source.",
)
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--force", is_flag=True, help="Read facts from sources above the size limit too.")
@options.shared
def command(*, paths: tuple[str, ...], force: bool, root: str | None, as_json: bool) -> None:
    """Print the facts of a source, before any budget.

    A PATH is a file, a folder, a glob, or - for standard input. Nothing is stored.
    """
    with out.patience("reading"):
        found = inspect(options.project(root), paths, force=force, stdin=sys.stdin.buffer.read)
    out.aside(*problems(found.problems, indent=0))
    if as_json:
        _lines(found)
    else:
        out.page(*facts.facts(found.sources))


def _lines(found: Inspection) -> None:
    for value in lines_of(found):
        out.row(value)
