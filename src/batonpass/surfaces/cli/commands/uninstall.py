"""`baton uninstall`: what `init` put into a project comes out again."""

import click

from batonpass.flow import install
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages.changes import change_value, changes
from batonpass.surfaces.cli.told import fields

KEPT = "Handoffs and the journal stay where they are; remove their folders when you need them no more."


@click.command(
    "uninstall",
    epilog=options.json_keys("done changes left", of={"changes": "path change", "left": "path why"}),
)
@click.option("--dry-run", is_flag=True, help="Say what would be taken out, and change nothing.")
@options.shared
def command(*, dry_run: bool, root: str | None, as_json: bool) -> None:
    """Take batonpass out of a project again.

    Every file becomes what it was, to the byte. A file of ours that somebody changed since is left alone, and said so.
    """
    setup = options.project(root)
    taken = install.plan_uninstall(setup) if dry_run else install.uninstall(setup)
    if as_json:
        made = [change_value(change) for change in taken.changes]
        out.value({"done": not dry_run, "changes": made, "left": [fields(left) for left in taken.left]})
        return
    out.page(*changes(taken.changes))
    for left in taken.left:
        out.aside(line(f"{left.path} was left alone: {left.why}", lead=("!", "warning")))
    if not taken.changes and not taken.left:
        out.page(line("Nothing of batonpass is in this project."))
    elif not dry_run:
        out.page(line("Done.", lead=("✓", "good")), line(KEPT, indent=2))
