"""A person corrects a handoff, in their editor or with a text they made elsewhere."""

import sys

import click

from batonpass.flow.edit import correct, editable
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.surfaces.cli import out
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages import corrections, receipt
from batonpass.surfaces.cli.told import as_value, exit_code


def show(setup: Setup, what: str, *, as_json: bool) -> int:
    """Print the text to edit; return the exit code."""
    text = editable(setup, what)
    out.value({"text": text}) if as_json else out.text(text)
    return 0


def edit(setup: Setup, what: str, *, as_json: bool) -> int:
    """Take corrections until they can be understood, and say what they changed; return the exit code."""
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
