"""`baton brief`: the prompt block for who takes over or tries again, and the check of a whole prompt."""

import sys

import click

from batonpass.flow.in_place import text_at
from batonpass.flow.prompts import check_prompt
from batonpass.flow.retry import retry
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import brief
from batonpass.flow.wish import Wish
from batonpass.model.errors import WrongUse
from batonpass.model.handoff import Selection
from batonpass.model.problem import Problem
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Line, line
from batonpass.surfaces.cli.pages import problems as pages
from batonpass.surfaces.cli.values import fields, problem_values


@click.command(
    "brief",
    epilog=options.json_keys(
        "for brief tokens problems",
        having={"--check": "for path problems", "--retry": "retry tokens failure"},
    ),
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
    help="Tokens it may take. Default: the agent's share of its model's window, else what the playbook gives a handoff.",
)
@click.option("--model", metavar="M", default="", help="The model it runs on. Default: the team's.")
@click.option(
    "--without",
    metavar="A|ID",
    multiple=True,
    help="Only name this agent's handoff, or this one; may be repeated.",
)
@click.option(
    "--names-only", is_flag=True, help="Over budget, name each handoff by its path instead of failing."
)
@click.option(
    "--check",
    "prompt",
    metavar="FILE",
    default=None,
    help="Print nothing but what a prompt lacks that the agent cannot do without; - is standard input.",
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
    model: str,
    without: tuple[str, ...],
    names_only: bool,
    prompt: str | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
    **narrowed: str,
) -> int:
    """Print the prompt block for the next agent.

    What it must know, what it must read, what it can open and how, with the tokens of each. In a playbook that says
    whose handoffs an agent needs, those: the newest of whoever may have left one, what the user demanded, open questions,
    and saved reasoning. A needed one that is missing is an error. No handoff is ever shortened. That it was given is
    recorded. With --retry: error, command, first and last error line and what is ruled out, in at most 500 tokens, and
    never the output itself.
    """
    setup = options.project(root, playbook=playbook)
    if failed:
        return _retry(setup, failed, attempt or 0, as_json=as_json)
    if not agent:
        raise WrongUse("nobody to brief", wanted="--for AGENT, or --retry FILE")
    selection = Selection(to=agent, **narrowed)
    if prompt is not None:
        return _check(setup, agent, prompt, selection, as_json=as_json)
    wish = Wish(expected=expected, without=without, budget=budget or 0, model=model, name_only=names_only)
    told = brief(setup, agent, selection, wish)
    if as_json:
        tokens, found = setup.meter.count(told.text), problem_values(told.problems)
        out.value({"for": agent, "brief": told.text, "tokens": tokens, "problems": found})
    else:
        out.aside(*pages.problems(told.problems, 0))
        out.text(told.text)
    return 0


def _retry(setup: Setup, failed: tuple[str, ...], attempt: int, *, as_json: bool) -> int:
    failure, text = retry(setup, failed, stdin=sys.stdin.buffer.read, attempt=attempt)
    if as_json:
        out.value({"retry": text, "tokens": setup.meter.count(text), "failure": fields(failure)})
    else:
        out.text(text)
    return 0


def _check(setup: Setup, agent: str, prompt: str, selection: Selection, *, as_json: bool) -> int:
    text = sys.stdin.buffer.read().decode("utf-8", "replace") if prompt == "-" else text_at(prompt)
    path = "" if prompt == "-" else prompt
    found = check_prompt(setup, agent, text, selection, path)
    if as_json:
        out.value({"for": agent, "path": path, "problems": problem_values(found)})
    else:
        out.page(*pages.problems(found, 0), *_fine(agent, found))
    return 1 if setup.modes.counted(found) else 0


def _fine(agent: str, found: tuple[Problem, ...]) -> tuple[Line, ...]:
    return () if found else (line(f"the prompt holds what {agent} needs", lead=("✓", "good")),)
