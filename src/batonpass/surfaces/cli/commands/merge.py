"""`baton merge`: parallel agents ended, and the next one gets a single handoff."""

from collections.abc import Callable
from typing import Any

import click

from batonpass.flow.fan_in import fan_in
from batonpass.flow.fan_in_answers import are_responses, fan_in_answers
from batonpass.flow.setup import Setup
from batonpass.flow.views import NAMES
from batonpass.model.errors import WrongUse
from batonpass.model.exchange import RULES, Rule
from batonpass.model.fanning import Together
from batonpass.model.terms import Terms
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.exchanged import exit_code as judged_code
from batonpass.surfaces.cli.exchanged import named, verdict_value
from batonpass.surfaces.cli.pages import together as page
from batonpass.surfaces.cli.told import as_value, shown
from batonpass.surfaces.cli.told import exit_code as told_code
from batonpass.surfaces.cli.values import fields, problem_values

AGENT: Callable[[options.F], options.F] = click.option(
    "--agent", metavar="A", default="", help="Who hands over. Not needed for responses."
)
KEYS = f"{options.OUTCOME} together"


@click.command(
    "merge",
    epilog=options.json_keys(
        KEYS,
        of={"together": "policy passed enough share ended conflicts"},
        having={"responses": "response valid tokens problems together"},
    ),
)
@click.argument("manifests", metavar="[MANIFEST|RESPONSE]...", nargs=-1)
@click.option(
    "--policy",
    type=click.Choice(RULES),
    default=None,
    help="How many must have passed. Default: of responses all, of handoffs nobody asks.",
)
@click.option(
    "--missing",
    metavar="NAME",
    multiple=True,
    help="An agent that died, or `NAME: what happened`; may be repeated.",
)
@AGENT
@options.terms_but_agent
@click.option(
    "--task", metavar="ID", default="", help="The task_id of merged responses. Default: what theirs share."
)
@click.option("--request", metavar="FILE", default=None, help="The request that merged responses answer.")
@click.option(
    "--view", type=click.Choice(NAMES), default=None, help="Print this instead of the manifest's path."
)
@options.playbook
@options.shared
def command(
    *,
    manifests: tuple[str, ...],
    policy: Rule | None,
    missing: tuple[str, ...],
    agent: str,
    task: str,
    request: str | None,
    budget: int | None,
    view: str | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
    **said: Any,
) -> int:
    """Make one handoff of several parallel ones, or one response.

    A MANIFEST is an id, a path, or an agent's name; without any, all open handoffs of --workflow, --session or --group
    are merged. A RESPONSE is a file with what an agent answered; of these the merged response is printed. What is said
    twice stands once. Named as problems are files that two changed, decisions that contradict each other, work that was
    done twice, and agents of whom nothing is there. Exits with 1 where fewer passed than --policy asks for.
    """
    setup = options.project(root, playbook=playbook)
    if are_responses(setup, manifests):
        return _responses(
            setup, manifests, task=task, policy=policy, missing=missing, request=request, as_json=as_json
        )
    if not agent:
        raise WrongUse("no --agent", wanted="who hands over what is merged", todo="add --agent A")
    terms = Terms(agent=agent, budget=budget or 0, **said)
    with out.patience("merging"):
        told = fan_in(setup, manifests, terms, policy=policy, missing=missing)
    if as_json:
        out.value({**as_value(setup, told), "together": _value(told.together)})
    else:
        shown(setup, told, view=view)
        out.aside(*page.ended(told.together))
    enough = told.together is None or told.together.enough or setup.mode == "observe"
    return told_code(setup, told) if enough else 1


def _responses(
    setup: Setup, names: tuple[str, ...], *, request: str | None, as_json: bool, **said: Any
) -> int:
    with out.patience("merging"):
        made = fan_in_answers(setup, names, request=named(setup, request), **said)
    judged = made.answer.judged
    if as_json:
        told = {"response": judged.written.fields, **verdict_value(judged)}
        out.value({**told, "problems": problem_values(judged.problems), "together": _value(made.together)})
    else:
        out.value(judged.written.fields)
        out.aside(*page.ended(made.together), *page.conflicts(made.together))
    return judged_code(setup, judged) if made.together.enough or setup.mode == "observe" else 1


def _value(told: Together | None) -> dict[str, Any] | None:
    if told is None:
        return None
    return {
        "policy": told.policy,
        "passed": told.passed,
        "enough": told.enough,
        "share": told.share,
        "ended": [fields(one) for one in told.ended],
        "conflicts": problem_values(told.conflicts),
    }
