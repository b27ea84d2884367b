"""`baton compact`: what an agent left becomes a small checked handoff."""

import sys
from typing import Any

import click

from batonpass.flow.asked import NEWEST, NO_EVIDENCE, Evidence
from batonpass.flow.hand_over import hand_over
from batonpass.flow.views import NAMES
from batonpass.model.terms import Terms
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.told import tell


@click.command("compact", epilog=options.json_keys(options.OUTCOME))
@click.argument("paths", metavar="PATH...", nargs=-1)
@options.terms
@click.option(
    "--transcript",
    "transcripts",
    metavar="FILE",
    multiple=True,
    help="The agent's transcript, as evidence of what it did; newest = the project's newest. May be repeated.",
)
@click.option(
    "--since",
    metavar="REV|TIME",
    default=None,
    help="Take what git says has changed since a revision, in a range A..B, or since a time (RFC 3339) as evidence.",
)
@click.option(
    "--report",
    "reports",
    metavar="FILE",
    multiple=True,
    help="A report or log of tests, coverage or a checker, as evidence: a file, a folder or a glob. May be repeated.",
)
@click.option(
    "--evidence",
    "look",
    is_flag=True,
    help="Look for all of these: the newest transcript, changes in the working tree and reports written since the"
    " work began.",
)
@click.option("--force", is_flag=True, help="Read facts from sources above the size limit too.")
@click.option(
    "--view", type=click.Choice(NAMES), default=None, help="Print this instead of the manifest's path."
)
@click.option(
    "--out", "artifacts", type=click.Path(file_okay=False), default=None, help="Another folder for handoffs."
)
@options.playbook
@options.shared
def command(
    *,
    paths: tuple[str, ...],
    transcripts: tuple[str, ...],
    since: str | None,
    reports: tuple[str, ...],
    look: bool,
    budget: int | None,
    view: str | None,
    artifacts: str | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
    **said: Any,
) -> int:
    """Turn documents into a small checked handoff.

    A PATH is a file, a folder, a glob, or - for standard input. Without any, and without evidence, the newest
    transcript of the project is handed over, as with --evidence. Evidence wins over what documents claim, and where the
    two differ is said. The work began with the first action of the transcript, else with the workflow, else at the last
    commit. Prints the path of the manifest; the receipt goes to standard error. The same call again gives the same
    handoff.
    """
    setup = options.project(root, artifacts, playbook)
    terms = Terms(budget=budget or 0, **said)
    evidence = Evidence(since=since, reports=reports, find=look)
    nothing_else = not (paths or transcripts) and evidence == NO_EVIDENCE
    with out.patience("reading and compacting"):
        told = hand_over(
            setup,
            terms,
            paths,
            stdin=sys.stdin.buffer.read,
            transcripts=(NEWEST,) if nothing_else else transcripts,
            evidence=Evidence(find=True) if nothing_else else evidence,
        )
    return tell(setup, told, view=view, as_json=as_json)
