"""`baton status`: one screen of what stands in a project."""

import click

from batonpass.flow.upkeep import status
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import status as page
from batonpass.surfaces.cli.values import fields, problem_values


@click.command(
    "status", epilog=options.json_keys("root mode playbook open rejected workflows problems phases")
)
@options.shared
def command(*, root: str | None, as_json: bool) -> None:
    """One screen: open handoffs, workflows, problems."""
    setup = options.project(root)
    told = status(setup)
    if not as_json:
        out.page(*page.status(told, setup.root, setup.clock()))
        return
    out.value(
        {
            "root": setup.root,
            "mode": told.mode,
            "playbook": told.playbook,
            "open": [fields(handoff) for handoff in told.open],
            "rejected": [fields(handoff) for handoff in told.rejected],
            "workflows": [fields(workflow) for workflow in told.workflows],
            "problems": problem_values(told.problems),
            "phases": fields(told.phases) if told.phases else None,
        }
    )
