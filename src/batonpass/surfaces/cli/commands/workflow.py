"""`baton workflow`: what a team's handoffs cost together, from its start to its end."""

from typing import Any

import click
import msgspec

from batonpass.flow import workflow as flows
from batonpass.flow.setup import Setup
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import workflow as page
from batonpass.surfaces.cli.values import alert_value, fields

KEYS = "workflow handoffs budget alert allocation reads"


@click.group("workflow")
def command() -> None:
    """Start, complete and show a workflow's budget."""


@command.command("start", epilog=options.json_keys("workflow"))
@click.argument("project", metavar="PROJECT")
@click.option("--agent", "plan", metavar="A", multiple=True, help="Who is to run, in order; may be repeated.")
@click.option(
    "--id", "workflow", metavar="W", default="", help="Its id. Default: a fresh one, wf-YYYYMMDD-xxxxxxxx."
)
@click.option(
    "--minutes", metavar="N", type=click.IntRange(min=0), default=None, help="How long it should take."
)
@options.shared
def start(
    *,
    project: str,
    plan: tuple[str, ...],
    workflow: str,
    minutes: int | None,
    root: str | None,
    as_json: bool,
) -> None:
    """Record that a team begins with PROJECT, and print the workflow's id."""
    name = flows.start(options.project(root), project, plan, workflow, minutes)
    if as_json:
        out.value({"workflow": name})
    else:
        out.text(name)


@command.command("complete", epilog=options.json_keys(KEYS))
@click.argument("workflow", metavar="[W]", default="")
@click.option("--failed", is_flag=True, help="It did not reach what it was for.")
@options.shared
def complete(*, workflow: str, failed: bool, root: str | None, as_json: bool) -> None:
    """Record how a workflow ended, the newest where none is named."""
    setup = options.project(root)
    _print(setup, flows.complete(setup, workflow, success=not failed), as_json=as_json)


@command.command("show", epilog=options.json_keys(KEYS))
@click.argument("workflow", metavar="[W]", default="")
@options.shared
def show(*, workflow: str, root: str | None, as_json: bool) -> None:
    """Print what a workflow's handoffs cost, the newest workflow's where none is named."""
    setup = options.project(root)
    _print(setup, flows.show(setup, workflow), as_json=as_json)


def _print(setup: Setup, shown: flows.Shown, *, as_json: bool) -> None:
    if as_json:
        out.value(_value(setup, shown))
    else:
        out.page(*page.workflow(shown, setup.playbook))


def _value(setup: Setup, shown: flows.Shown) -> dict[str, Any]:
    return {
        "workflow": fields(shown.workflow),
        "handoffs": [fields(handoff) for handoff in shown.handoffs],
        "budget": msgspec.to_builtins(shown.budget),
        "alert": alert_value(shown.alert),
        "allocation": setup.playbook.allocation,
        "reads": [fields(reading) for reading in shown.reads],
    }
