"""`baton route`: who is next after an agent's end, and what is wrong with a team's routes."""

import os
import sys
from functools import cache
from typing import Any

import click

from batonpass.flow import routing
from batonpass.flow.routing import Place, Routed, Told
from batonpass.flow.setup import CONFIG, Setup
from batonpass.model.errors import WrongUse
from batonpass.model.routing import RouteVerdict
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages import routes as page
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.surfaces.cli.values import fields, problem_values
from batonpass.tables import load

STDIN = "-"
KEYS = (
    "playbook agent status known group answer action next_agent starts include_context command condition alternatives"
    " model then marks why problems state"
)


@click.command(
    "route",
    epilog=options.json_keys(
        KEYS,
        of={"starts": "group agent model", "why": "said place instead"},
        having={"--check": "playbook problems", "--diagram": "playbook diagram"},
    ),
)
@click.option("--agent", metavar="A", default="", help="Who ended.")
@click.option("--status", metavar="ST", default="", help="How it ended, in the team's own words.")
@click.option(
    "--group",
    "groups",
    metavar="G",
    multiple=True,
    help="The group it worked on; of an agent that plans, each group that waits.",
)
@click.option(
    "--state",
    metavar="F",
    default="",
    help="A JSON file with all that was decided before, and kept there; with - it is read from standard input.",
)
@click.option("--flag", "flags", metavar="F", multiple=True, help="What the group is; no-F takes it back.")
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="A setting, a measure of this end, or a counter as it was before.",
)
@click.option("--without", "missing", metavar="B", multiple=True, help="An agent that is not at hand.")
@click.option(
    "--run",
    metavar="R",
    default="",
    help="This run of the agent: with a state, the same run is decided once.",
)
@click.option("--why", is_flag=True, help="Print every rule that acted, with its place in the playbook.")
@click.option("--dry-run", is_flag=True, help="Leave the state as it is.")
@click.option(
    "--check", is_flag=True, help="Find dead ends, what nothing leads to, and loops without a limit."
)
@click.option("--diagram", is_flag=True, help="Print the routes as a Mermaid diagram.")
@options.playbook
@options.shared
def command(
    *,
    agent: str,
    status: str,
    groups: tuple[str, ...],
    state: str,
    flags: tuple[str, ...],
    settings: tuple[str, ...],
    missing: tuple[str, ...],
    run: str,
    why: bool,
    dry_run: bool,
    check: bool,
    diagram: bool,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Say who is next after an agent's end.

    Prints the action and the agent: `spawn qa_expert`. With --state, what was counted, who waits for help and which
    groups are at work is remembered from one call to the next. Exits with 1 where the status is unknown, a limit is
    reached or the way is blocked, and with --check where something was found.
    """
    _only_one(check=check, diagram=diagram, of_an_end=bool(agent or status))
    setup = options.project(root, playbook=playbook)
    place = _places(setup, playbook)
    if check:
        return _check(setup, place, as_json=as_json)
    if diagram:
        return _diagram(setup, as_json=as_json)
    told = Told(
        agent=agent,
        status=status,
        groups=groups,
        flags=flags,
        settings=dict(_pair(said) for said in settings),
        missing=missing,
        run=run,
    )
    if state == STDIN:
        text = sys.stdin.buffer.read().decode("utf-8-sig", "replace")
        routed = routing.route_by_value(setup, told, text, "standard input")
    else:
        path = os.path.abspath(state) if state else ""
        routed = routing.route(setup, told, path, shown=state, keep=not dry_run)
    return _tell(setup, routed, place, why=why, as_json=as_json)


def _only_one(*, check: bool, diagram: bool, of_an_end: bool) -> None:
    if check + diagram + of_an_end != 1:
        raise WrongUse(
            "nothing to do" if not (check or diagram or of_an_end) else "more than one thing to do",
            wanted="--agent with --status, or --check, or --diagram",
        )


def _pair(said: str) -> tuple[str, str]:
    name, equals, value = said.partition("=")
    if not equals or not name.strip():
        raise WrongUse(f"--set {said}", wanted="--set NAME=VALUE")
    return name.strip(), value.strip()


def _places(setup: Setup, playbook: str | None) -> Place:
    """Return what tells file and line of a key; the files are read again when that is first asked."""
    name = playbook or load.config(os.path.join(setup.root, CONFIG)).playbook
    read = cache(lambda: load.playbook_places(name, setup.root))
    return lambda path: routing.shown_from(setup.root, read()(path))


def _check(setup: Setup, place: Place, *, as_json: bool) -> int:
    found = routing.check(setup, place)
    if as_json:
        out.value({"playbook": setup.playbook.name, "problems": problem_values(found)})
    else:
        out.page(*problems(found, indent=0), page.summary(setup.playbook, found))
    return 1 if found else 0


def _diagram(setup: Setup, *, as_json: bool) -> int:
    text = routing.diagram(setup)
    if as_json:
        out.value({"playbook": setup.playbook.name, "diagram": text})
    else:
        out.text(text)
    return 0


def _tell(setup: Setup, routed: Routed, place: Place, *, why: bool, as_json: bool) -> int:
    verdict = routed.verdict
    if as_json:
        out.value(_value(setup, routed, place))
    else:
        out.page(*page.steps(verdict))
        out.aside(*page.given(verdict, reasons=not why), *problems(verdict.problems, indent=0))
        if why:
            out.page(line(), *page.reasons(verdict, place))
    return 1 if verdict.answer == "block" or any(p.severity == "error" for p in verdict.problems) else 0


def _value(setup: Setup, routed: Routed, place: Place) -> dict[str, Any]:
    verdict = routed.verdict
    told = fields(verdict)
    told["include_context"] = told.pop("include")
    return {
        "playbook": setup.playbook.name,
        **told,
        "next_agent": verdict.next_agent or None,
        "alternatives": [fields(one) for one in verdict.alternatives],
        "starts": [fields(one) for one in verdict.starts],
        "why": _reasons(verdict, place),
        "problems": problem_values(verdict.problems),
        "state": routing.state_value(routed.state),
    }


def _reasons(verdict: RouteVerdict, place: Place) -> list[dict[str, Any]]:
    return [
        {
            "said": one.said,
            "place": place(("routes", *one.place)) if one.place else "",
            "instead": one.instead,
        }
        for one in verdict.why
    ]
