"""`baton capsule`: one line for the person who watches a team at work."""

import sys
from collections.abc import Callable
from functools import partial

import click

from batonpass.flow import capsules
from batonpass.flow.outcome import open_handoff
from batonpass.flow.returns import understood
from batonpass.flow.setup import Setup
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line

STDIN = "-"


@click.command("capsule", epilog=options.json_keys("capsule", having={"--list": "moments"}))
@click.argument("what", metavar="[MANIFEST|-]", default="")
@click.option("--agent", metavar="A", default="", help="Whose message is read from standard input.")
@click.option("--group", metavar="G", default="", help="The group it worked on.")
@click.option(
    "--next", "following", metavar="B", default="", help="Who is next. Default: what the routes say."
)
@click.option("--state", metavar="F", default="", help="The state of `baton route`, which says who is next.")
@click.option(
    "--handoff",
    metavar="MANIFEST",
    default="",
    help="What the agent handed over: evidence against it is told.",
)
@click.option(
    "--moment", metavar="M", default="", help="Another turn of events than an agent's end: --list names them."
)
@click.option(
    "--set", "said", metavar="NAME=VALUE", multiple=True, help="What is said of the moment; may be repeated."
)
@click.option("--list", "listing", is_flag=True, help="Print the moments, and what may be said of each.")
@click.option(
    "--width",
    metavar="N",
    type=click.IntRange(min=20),
    default=None,
    help="Columns. Default: the terminal's.",
)
@click.option("--ascii/--emoji", "ascii_only", default=None, help="Default: what the terminal can show.")
@options.playbook
@options.shared
def command(
    *,
    what: str,
    agent: str,
    group: str,
    following: str,
    state: str,
    handoff: str,
    moment: str,
    said: tuple[str, ...],
    listing: bool,
    width: int | None,
    ascii_only: bool | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> None:
    """Print one line for the person who watches.

    Of an agent's end it tells who it was, the three lines of its return, and who is next; what went wrong comes first. The
    end is a MANIFEST, or with - whatever the agent said, on standard input. With --moment it tells of a plan, a merge, a
    loop or the end of all.
    """
    if listing:
        _list(as_json=as_json)
        return
    if bool(what) == bool(moment):
        raise WrongUse(
            "nothing to tell of" if not what else "two things to tell of", wanted="MANIFEST, - or --moment"
        )
    setup, columns = options.project(root, playbook=playbook), width or out.width()
    if moment:
        make = partial(capsules.of_moment, moment, dict(map(_pair, said)), width=columns)
    elif what == STDIN:
        make = partial(
            _of_message(setup, agent, handoff), group=group, following=following, state=state, width=columns
        )
    else:
        make = partial(
            capsules.of_handoff,
            setup,
            open_handoff(setup, what),
            following=following,
            state=state,
            width=columns,
        )
    made = make(ascii_only=bool(ascii_only))
    if ascii_only is None and not out.can_show(made):
        made = make(ascii_only=True)
    if as_json:
        out.value({"capsule": made})
    else:
        out.text(made)


def _of_message(setup: Setup, agent: str, handoff: str) -> Callable[..., str]:
    if not agent:
        raise WrongUse("a message of nobody", wanted="--agent A with whose it is")
    opened = open_handoff(setup, handoff) if handoff else None
    told = understood(setup, sys.stdin.buffer.read(), agent=agent, handoff=opened)
    return partial(capsules.of_end, setup, told.value, agent, handoff=opened)


def _pair(said: str) -> tuple[str, str]:
    name, equals, value = said.partition("=")
    if not equals or not name.strip():
        raise WrongUse(f"--set {said}", wanted="--set NAME=VALUE")
    return name.strip(), value.strip()


def _list(*, as_json: bool) -> None:
    moments = {name: capsules.said_of(name) for name in capsules.MOMENTS}
    if as_json:
        out.value({"moments": moments})
    else:
        out.page(*(line((name, "name"), f"  {', '.join(said)}") for name, said in moments.items()))
