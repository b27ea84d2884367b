"""`baton switch`: one persona ends, the next takes over with a small artifact instead of the whole context."""

import click

from batonpass.flow.switching import Change, from_evidence
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.values import fields


@click.command("switch", epilog=options.json_keys("name path text tokens story handoff suggested"))
@click.option("--from", "giver", metavar="A", required=True, help="The persona that ends.")
@click.option("--to", "taker", metavar="B", required=True, help="The persona that takes over.")
@click.option(
    "--transcript",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="The session's transcript. Default: the newest one of this project.",
)
@click.option(
    "--story", metavar="FILE", default="", help="The story that is worked on. Default: the one touched last."
)
@click.option("--session", metavar="S", default="", help="The session it belongs to.")
@options.playbook
@options.shared
def command(
    *,
    giver: str,
    taker: str,
    transcript: str | None,
    story: str,
    session: str,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> None:
    """Make the artifact of an agent switch.

    What the outgoing persona did becomes YAML of at most 500 tokens: its story, decisions, files, blockers, and what is
    due, from the transcript, git and the story's file. It lies in .aios/handoffs where that is, else in .baton/switches;
    the newest three stay active. In Claude Code this happens by itself when a prompt calls another agent.
    """
    setup = options.project(root, playbook=playbook)
    change = Change(
        giver=giver.removeprefix("@"),
        taker=taker.removeprefix("@"),
        session=session,
        transcript=transcript or "",
        story=story,
        why="person",
    )
    with out.patience("reading and compacting"):
        told = from_evidence(setup, change)
    if as_json:
        out.value(fields(told))
        return
    out.text(told.text)
    out.aside(
        line(
            f"{told.tokens} tokens", (f"  {options.from_here(setup, told.path)}", "name"), lead=("✓", "good")
        )
    )
    if told.suggested:
        out.aside(line(f"Suggested for {change.taker}: {told.suggested}", indent=2))
