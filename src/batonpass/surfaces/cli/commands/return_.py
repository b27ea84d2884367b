"""`baton return`: what an orchestrator needs of an agent that ended, and nothing else."""

import sys

import click

from batonpass.flow.outcome import open_handoff
from batonpass.flow.returns import of_handoff, understood
from batonpass.surfaces.cli import options, out


@click.command("return", epilog=options.json_keys("status summary understood tokens"))
@click.argument("what", metavar="MANIFEST|-")
@click.option(
    "--agent", metavar="A", default="", help="Whose message it is: its own statuses are meant first."
)
@click.option(
    "--handoff",
    metavar="MANIFEST",
    default="",
    help="What the agent handed over: files and tests are told by it, not by the message.",
)
@options.playbook
@options.shared
def command(
    *, what: str, agent: str, handoff: str, playbook: str | None, root: str | None, as_json: bool
) -> None:
    """Print the minimal return of an agent: status, three lines.

    MANIFEST is a handoff, named by id, path or agent. With - whatever the agent said is read from standard input: JSON,
    fenced or with prose around it, a Markdown report, a whole transcript, or nothing. It never fails: a status that
    nobody stated is UNKNOWN. The lines say what was done, what changed, and how it came out.
    """
    setup = options.project(root, playbook=playbook)
    opened = open_handoff(setup, handoff) if handoff else None
    if what == "-":
        told = understood(setup, sys.stdin.buffer.read(), agent=agent, handoff=opened)
    else:
        told = of_handoff(setup, open_handoff(setup, what))
    value = {"status": told.value.status, "summary": told.value.summary}
    more = {"understood": told.understood, "tokens": told.tokens} if as_json else {}
    out.value(value | more)
