"""`baton brief`: the prompt block for the agent that takes over."""

import click

from batonpass.flow.take_over import take_over
from batonpass.model.handoff import Selection
from batonpass.surfaces.cli import options, out


@click.command("brief", epilog=options.json_keys("for brief tokens"))
@click.option("--for", "agent", metavar="AGENT", required=True, help="Who takes over.")
@click.option(
    "--from", "expected", metavar="A", multiple=True, help="Who must have handed over; may be repeated."
)
@click.option("--workflow", metavar="W", default="", help="Only handoffs of this workflow.")
@click.option("--session", metavar="S", default="", help="Only handoffs of this session.")
@click.option(
    "--group", metavar="G", default="", help="Only handoffs to this group of the session, or to all."
)
@click.option(
    "--budget",
    metavar="N",
    type=click.IntRange(min=1),
    default=None,
    help="Tokens it may take. Default: what the playbook gives a handoff.",
)
@click.option(
    "--names-only", is_flag=True, help="Over budget, name each handoff by its path instead of failing."
)
@options.playbook
@options.shared
def command(
    *,
    agent: str,
    expected: tuple[str, ...],
    budget: int | None,
    names_only: bool,
    playbook: str | None,
    root: str | None,
    as_json: bool,
    **narrowed: str,
) -> None:
    """Print the prompt block for the next agent.

    What it must know, what it must read, what it can open and how, with the tokens of each. No handoff is ever
    shortened. That it was given is recorded.
    """
    setup = options.project(root, playbook=playbook)
    text = take_over(
        setup,
        agent,
        Selection(to=agent, **narrowed),
        expected=expected,
        budget=budget or 0,
        name_only=names_only,
    )
    if as_json:
        out.value({"for": agent, "brief": text, "tokens": setup.meter.count(text)})
    else:
        out.text(text)
