"""`baton reasoning`: why agents did what they did, saved apart from their handoffs."""

import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_args

import click

from batonpass.flow import reasoning as flows
from batonpass.model.problem import Problem
from batonpass.model.reasoning import Confidence, Thought
from batonpass.model.taking_over import PHASES
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Block, line, title
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.surfaces.cli.values import fields, problem_values

F = TypeVar("F", bound=Callable[..., Any])
STDIN = "-"
KEYS = "id at session group agent phase text confidence references"
SURE = tuple(filter(None, get_args(Confidence)))


@click.group("reasoning")
def command() -> None:
    """Save, query and check what agents thought."""


def _where(*, required: bool) -> Callable[[F], F]:
    """Add the session and the group that are meant."""

    def added(function: F) -> F:
        group = click.option(
            "--group",
            metavar="G",
            default="",
            help="The group of the session. Default: all, or the session itself.",
        )
        session = click.option(
            "--session", metavar="S", required=required, default=None if required else "", help="The session."
        )
        return session(group(function))

    return added


@command.command("save", epilog=options.json_keys("id path new"))
@click.argument("text", metavar="TEXT|-")
@_where(required=True)
@click.option("--agent", metavar="A", required=True, help="Who thought so.")
@click.option("--phase", metavar="P", required=True, help=f"What it is about: {', '.join(PHASES)}.")
@click.option("--confidence", type=click.Choice(SURE), default=None, help="How sure the agent is.")
@click.option(
    "--reference", "references", metavar="FILE", multiple=True, help="A file it speaks of; may be repeated."
)
@options.playbook
@options.shared
def save(
    *,
    text: str,
    confidence: Confidence | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
    **said: Any,
) -> None:
    """Save what an agent thought, and print the file that shows it.

    With - the TEXT is read from standard input. The same thought said twice is one entry; secrets are taken out.
    """
    setup = options.project(root, playbook=playbook)
    told = sys.stdin.buffer.read().decode("utf-8", "replace") if text == STDIN else text
    saved = flows.save(setup, told, confidence=confidence or "", **said)
    path = options.from_here(setup, saved.path)
    if as_json:
        out.value({"id": saved.thought.id, "path": path, "new": saved.new})
    else:
        out.text(path)


@command.command("query", epilog=options.json_keys("reasoning", of={"reasoning": KEYS}))
@_where(required=False)
@click.option("--agent", metavar="A", default="", help="Whose; all runs of it are meant.")
@click.option("--phase", "phases", metavar="P", multiple=True, help="On what; may be repeated.")
@click.option(
    "--for", "reader", metavar="B", default="", help="Only what this agent is given when it starts."
)
@options.playbook
@options.shared
def query(
    *,
    session: str,
    group: str,
    agent: str,
    phases: tuple[str, ...],
    reader: str,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> None:
    """Print what agents thought, oldest first.

    What is not named is not asked for: without any option all of it is printed.
    """
    setup = options.project(root, playbook=playbook)
    found = flows.query(setup, session=session, group=group, agent=agent, phases=phases)
    if reader:
        given = {thought.id for thought in flows.relevant(setup, reader, session, group)}
        found = tuple(thought for thought in found if thought.id in given)
    if as_json:
        out.value({"reasoning": [fields(thought) for thought in found]})
    else:
        out.page(*_page(found, reader))


@command.command("check", epilog=options.json_keys("before complete problems"))
@_where(required=True)
@click.option("--before", "agent", metavar="A", required=True, help="Who is about to start.")
@options.playbook
@options.shared
def check(
    *, session: str, group: str, agent: str, playbook: str | None, root: str | None, as_json: bool
) -> int:
    """Say which reasoning must be saved before an agent starts, and is not.

    Exits with 1 where some is missing, unless it is only observed: `baton mode observe --rule reasoning`.
    """
    setup = options.project(root, playbook=playbook)
    found = flows.lacking(setup, agent, session, group)
    if as_json:
        out.value({"before": agent, "complete": not found, "problems": problem_values(found)})
    else:
        out.page(*_missing(found, agent))
    return 1 if setup.modes.counted(found) else 0


def _page(found: tuple[Thought, ...], reader: str) -> Iterator[Block]:
    for thought in found:
        group = f"group {thought.group}" if thought.group else "the whole session"
        sure = f" · {thought.confidence} confidence" if thought.confidence else ""
        where = f"  {thought.session} · {group} · {thought.at}{sure}"
        yield title(f"{thought.agent} · {thought.phase}", (where, "quiet"))
        for said in filter(None, map(str.strip, thought.text.split("\n"))):
            yield line(said, indent=2)
        if thought.references:
            yield line(("see ", "quiet"), (", ".join(thought.references), "name"), indent=2)
    if not found:
        yield line(
            f"No reasoning saved here is shown to {reader}." if reader else "No reasoning was saved here."
        )


def _missing(found: tuple[Problem, ...], agent: str) -> Iterator[Block]:
    yield from problems(found, indent=0)
    if not found:
        yield line(f"No reasoning is missing before {agent}.", lead=("✓", "good"))
