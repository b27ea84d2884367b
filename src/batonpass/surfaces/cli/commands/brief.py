"""`baton brief`: the prompt block for the agent that takes over."""

import sys

import click

from batonpass.flow.retry import retry
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import take_over
from batonpass.model.errors import WrongUse
from batonpass.model.handoff import Selection
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.told import fields


@click.command(
    "brief",
    epilog=options.json_keys("for brief tokens", having={"--retry": "retry tokens failure"}),
)
@click.option("--for", "agent", metavar="AGENT", default="", help="Who takes over.")
@click.option(
    "--retry",
    "failed",
    metavar="FILE",
    multiple=True,
    help="Print instead what a new attempt may know of a failed one: its output, report or transcript, or - for"
    " standard input. May be repeated; the first that shows a failure counts.",
)
@click.option(
    "--attempt",
    metavar="N",
    type=click.IntRange(min=1),
    default=None,
    help="With --retry: which attempt failed. Default: as its output says.",
)
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
    failed: tuple[str, ...],
    attempt: int | None,
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
    shortened. That it was given is recorded. With --retry: error, command, first and last error line and what is ruled
    out, in at most 500 tokens, and never the output itself.
    """
    setup = options.project(root, playbook=playbook)
    if failed:
        _retry(setup, failed, attempt or 0, as_json=as_json)
        return
    if not agent:
        raise WrongUse("nobody to brief", wanted="--for AGENT, or --retry FILE")
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


def _retry(setup: Setup, failed: tuple[str, ...], attempt: int, *, as_json: bool) -> None:
    failure, text = retry(setup, failed, stdin=sys.stdin.buffer.read, attempt=attempt)
    if as_json:
        out.value({"retry": text, "tokens": setup.meter.count(text), "failure": fields(failure)})
    else:
        out.text(text)
