"""`baton show`: a handoff for a person to read, and to correct before it is handed on."""

import sys
from typing import Any

import click

from batonpass.flow import view as views
from batonpass.flow.edit import correct, editable
from batonpass.flow.outcome import Opened, open_handoff
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages import corrections, handoff, receipt
from batonpass.surfaces.cli.told import as_value, exit_code, fields


@click.command(
    "show",
    epilog=options.json_keys(
        "path handoff manifest groups receipt",
        having={"--view": "path view text", "--edit": f"{options.OUTCOME} corrections"},
    ),
)
@click.argument("what", metavar="MANIFEST|AGENT")
@click.option("--view", type=click.Choice(views.NAMES), default=None, help="Print it as others get it.")
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

    MANIFEST is an id or its beginning, or a path; AGENT means that agent's newest handoff. What a person corrects
    stands in the handoff as said by the user; the version before is kept.
    """
    if sum((bool(view), as_receipt, edit, as_editable)) > 1:
        raise WrongUse("more than one of --view, --receipt, --edit, --editable", todo="choose one")
    setup = options.project(root)
    if edit:
        return _edit(setup, what, as_json=as_json)
    if as_editable:
        out.text(editable(setup, what))
        return None
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


def _edit(setup: Setup, what: str, *, as_json: bool) -> int:
    text = _edited(editable(setup, what)) if sys.stdin.isatty() else sys.stdin.read()
    while True:
        try:
            told, made = correct(setup, what, text)
            break
        except BadContent as error:
            if not sys.stdin.isatty():
                raise
            out.aside(line(error.sentence(), lead=("✗", "bad")))
            if not click.confirm("Open it again?", default=True, err=True):
                raise
            text = _edited(text)
    if as_json:
        out.value(as_value(setup, told) | {"corrections": made})
        return exit_code(setup, told)
    out.page(*corrections.corrections(made))
    if made:
        out.aside(*receipt.outcome(told))
    return exit_code(setup, told)


def _edited(text: str) -> str:
    """Return the text as it was saved in the person's editor."""
    return click.edit(text, extension=".txt", require_save=False) or ""
