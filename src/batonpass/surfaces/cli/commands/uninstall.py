"""`baton uninstall`: what `init` put into a project comes out again."""

import click

from batonpass.flow import install
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages.changes import change_value, changes, left_alone
from batonpass.surfaces.cli.values import fields

KEPT = "{count} and the journal stay where they are; `baton uninstall --purge` removes them too."
PURGED = "{count} and the journal are gone too."
SHOWN = 12  # lines of a file; --dry-run shows all


@click.command(
    "uninstall",
    epilog=options.json_keys("done changes left", of={"changes": "path change", "left": "path why"}),
)
@click.option("--purge", is_flag=True, help="Also remove handoffs, journal and all else that was recorded.")
@click.option("--dry-run", is_flag=True, help="Say what would be taken out, and change nothing.")
@options.shared
def command(*, purge: bool, dry_run: bool, root: str | None, as_json: bool) -> None:
    """Take batonpass out of a project again.

    Every file becomes what it was, to the byte. A file of ours that somebody changed since is left alone, and said so.
    What was handed over stays, with the journal that tells of it, unless --purge is given.
    """
    setup = options.project(root)
    count = len(install.handed_over(setup))
    taken = install.plan_uninstall(setup) if dry_run else install.uninstall(setup, purge=purge)
    if as_json:
        made = [change_value(change) for change in taken.changes]
        out.value({"done": not dry_run, "changes": made, "left": [fields(left) for left in taken.left]})
        return
    out.page(*changes(taken.changes, most=None if dry_run else SHOWN))
    out.aside(*left_alone(taken.left))
    if not taken.changes and not taken.left:
        out.page(line("Nothing of batonpass is in this project."))
    elif not dry_run:
        out.page(line("Done.", lead=("✓", "good")))
    if count and (purge or taken.changes) and not dry_run:
        some = f"{count} handoff{'' if count == 1 else 's'}"
        out.page(line((PURGED if purge else KEPT).format(count=some), indent=2))
