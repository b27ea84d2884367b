"""`baton rebuild`: every index made again from what is the truth."""

import click

from batonpass.flow.upkeep import rebuild
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import counted, line
from batonpass.surfaces.cli.values import fields


@click.command("rebuild", epilog=options.json_keys("handoffs events skipped"))
@options.shared
def command(*, root: str | None, as_json: bool) -> None:
    """Make the ledger again from journal and files.

    The journal and the published files are the truth; the ledger and the search index only help to find things.
    """
    with out.patience("reading the journal"):
        built = rebuild(options.project(root))
    if as_json:
        out.value(fields(built))
        return
    out.page(
        line(
            f"The ledger holds {counted(built.handoffs, 'handoff')} and {counted(built.events, 'event')} again."
        )
    )
