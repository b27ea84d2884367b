"""`baton stats`: manifests in numbers."""

from typing import Any

import click

from batonpass.flow.stats import Figures, stats
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Part, Table, line, number
from batonpass.surfaces.cli.told import fields

HEAD = (
    "agent",
    "type",
    "work",
    "manifest",
    "smaller",
    "must read",
    "bytes",
    "items",
    "found",
    "left out",
    "reads",
)
NUMBERS = frozenset(HEAD[2:])


@click.command(
    "stats",
    epilog=options.json_keys(
        "manifests",
        of={"manifests": "path agent type bytes tokens required_reading_tokens items receipt reads"},
    ),
)
@click.argument("manifests", metavar="[MANIFEST...]", nargs=-1)
@options.shared
def command(*, manifests: tuple[str, ...], root: str | None, as_json: bool) -> None:
    """Print the figures of manifests.

    A MANIFEST is an id, a path, or an agent's name; none means all open handoffs. Work, manifest and must read are
    tokens; found and left out are facts.
    """
    figures = stats(options.project(root), manifests)
    if as_json:
        out.value({"manifests": [_value(one) for one in figures]})
    elif figures:
        out.page(Table(HEAD, tuple(map(_row, figures)), NUMBERS, indent=0))
    else:
        out.aside(line("No handoff is open."))


def _value(one: Figures) -> dict[str, Any]:
    return fields(one) | {"reads": [fields(reading) for reading in one.reads]}


def _row(one: Figures) -> tuple[Part, ...]:
    receipt = one.receipt
    found = sum(count.found for count in receipt.kinds.values()) if receipt else 0
    kept = sum(count.kept for count in receipt.kinds.values()) if receipt else 0
    return (
        (one.agent, "name"),
        one.type,
        number(receipt.source_tokens) if receipt else "",
        number(one.tokens),
        f"{receipt.ratio:.1f}×" if receipt and receipt.ratio else "",
        number(one.required_reading_tokens),
        number(one.bytes),
        number(one.items),
        number(found),
        number(found - kept),
        number(len(one.reads)),
    )
