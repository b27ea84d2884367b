"""`baton stats`: manifests in numbers."""

from typing import Any

import click

from batonpass.flow.stats import Figures, Stats, stats
from batonpass.model.proof import Receipt
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Part, Table, line, number, times
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.surfaces.cli.values import fields, problem_values

HEAD = ("agent", "type", "work", "manifest", "smaller", "must read", "facts kept", "reads")
NUMBERS = frozenset(HEAD[2:])


@click.command(
    "stats",
    epilog=options.json_keys(
        "manifests problems",
        of={"manifests": "path agent type bytes tokens required_reading_tokens items receipt reads"},
    ),
)
@click.argument("manifests", metavar="[MANIFEST...]", nargs=-1)
@options.shared
def command(*, manifests: tuple[str, ...], root: str | None, as_json: bool) -> int:
    """Print the figures of manifests.

    A MANIFEST is an id, a path, or an agent's name; none means all open handoffs. Work, manifest and must read are
    tokens. Exits with 1 where a manifest cannot be read.
    """
    setup = options.project(root)
    told = stats(setup, manifests)
    if as_json:
        figures = [_value(one) for one in told.figures]
        out.value({"manifests": figures, "problems": problem_values(told.problems)})
    else:
        _print(told)
    return 1 if told.problems else 0


def _print(told: Stats) -> None:
    if told.figures:
        out.page(Table(HEAD, tuple(map(_row, told.figures)), NUMBERS, indent=0))
    elif not told.problems:
        out.aside(line("No handoff is open."))
    out.aside(*problems(told.problems))


def _value(one: Figures) -> dict[str, Any]:
    return fields(one) | {"reads": [fields(reading) for reading in one.reads]}


def _row(one: Figures) -> tuple[Part, ...]:
    ratio = times(one.receipt.source_tokens, one.tokens) if one.receipt else ""
    return (
        (one.agent, "name"),
        one.type,
        number(one.receipt.source_tokens) if one.receipt else "",
        number(one.tokens),
        f"{ratio}×" if ratio else "",
        number(one.required_reading_tokens),
        _kept(one.receipt) if one.receipt else "",
        number(len(one.reads)),
    )


def _kept(receipt: Receipt) -> str:
    found, kept = (sum(getattr(c, name) for c in receipt.kinds.values()) for name in ("found", "kept"))
    return f"{number(kept)} of {number(found)}"
