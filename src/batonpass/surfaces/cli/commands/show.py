"""`baton show`: a handoff for a person to read, and to correct before it is handed on."""

from typing import Any

import click

from batonpass.flow import view as views
from batonpass.flow.outcome import Opened, open_handoff
from batonpass.flow.setup import Setup
from batonpass.flow.views import NAMES
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import handoff, receipt
from batonpass.surfaces.cli.values import fields


@click.command(
    "show",
    epilog=options.json_keys(
        "path handoff manifest groups receipt",
        having={"--view": "path view text", "--edit": f"{options.OUTCOME} corrections"},
    ),
)
@click.argument("what", metavar="MANIFEST|AGENT")
@click.option("--view", type=click.Choice(NAMES), default=None, help="Print it as others get it.")
@click.option("--receipt", "as_receipt", is_flag=True, help="Print what the compaction did.")
@click.option("--all", "whole", is_flag=True, help="Print everything that was found and left out.")
@click.option(
    "--edit", is_flag=True, help="Correct it in $VISUAL or $EDITOR, or with the text on standard input."
)
@click.option("--editable", "as_editable", is_flag=True, help="Print the text that --edit opens and reads.")
@options.shared
def command(
    *,
    what: str,
    view: str | None,
    as_receipt: bool,
    whole: bool,
    edit: bool,
    as_editable: bool,
    root: str | None,
    as_json: bool,
) -> int | None:
    """Read a handoff, or correct it with --edit.

    MANIFEST is an id or its beginning, or a path, also of a role's handoff file; AGENT means that agent's newest handoff. What a person corrects
    stands in the handoff as said by the user; the version before is kept.
    """
    if sum((bool(view), as_receipt, edit, as_editable)) > 1:
        raise WrongUse("more than one of --view, --receipt, --edit, --editable", todo="choose one")
    setup = options.project(root)
    if edit or as_editable:
        from batonpass.surfaces.cli import editing  # noqa: PLC0415 - who only reads need not load what validates

        return (
            editing.edit(setup, what, as_json=as_json) if edit else editing.show(setup, what, as_json=as_json)
        )
    _show(setup, open_handoff(setup, what), view, as_receipt=as_receipt, whole=whole, as_json=as_json)
    return None


def _show(
    setup: Setup, opened: Opened, view: str | None, *, as_receipt: bool, whole: bool, as_json: bool
) -> None:
    if as_json:
        out.value(_value(setup, opened, view))
    elif view:
        out.text(views.view(setup, opened, view, out.width()))
    elif as_receipt:
        out.page(*receipt.receipt(opened))
    else:
        out.page(*handoff.handoff(opened, views.groups(opened), whole=whole))


def _value(setup: Setup, opened: Opened, view: str | None) -> dict[str, Any]:
    path = options.from_here(setup, opened.handoff.manifest)
    if view:
        return {"path": path, "view": view, "text": views.view(setup, opened, view)}
    return {
        "path": path,
        "handoff": opened.handoff,
        "manifest": opened.manifest,
        "groups": [
            {"title": group.title, "rows": [fields(row) for row in group.rows]}
            for group in views.groups(opened)
        ],
        "receipt": opened.proof.receipt if opened.proof else None,
    }
