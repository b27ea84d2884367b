"""`baton context`: how full a session's context is."""

import click

from batonpass.flow.context import context
from batonpass.flow.signs import signs_of
from batonpass.model.sign import Sign
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import line, number
from batonpass.surfaces.cli.pages import signs as pages
from batonpass.surfaces.cli.values import fields


@click.command(
    "context",
    epilog=options.json_keys(
        "transcript tokens window share exact level says",
        having={"--signs": "transcript signs"},
    ),
)
@click.option(
    "--transcript",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="The session's transcript. Default: the newest one of this project.",
)
@click.option(
    "--window",
    metavar="N",
    type=click.IntRange(min=1),
    default=None,
    help="Tokens the model's context holds. Default: as the client, its status line or the table of models says.",
)
@click.option(
    "--signs",
    is_flag=True,
    help="Read the whole transcript for signs that the context has begun to rot, and say what to do.",
)
@options.shared
def command(
    *, transcript: str | None, window: int | None, signs: bool, root: str | None, as_json: bool
) -> None:
    """Say how full a session's context is.

    The numbers are the client's own, from the end of the transcript. Prints two lines: CONTEXT_CHECK with the tokens,
    CONTEXT_STATUS with OK, SHOULD (compact soon), MUST (compact now) or BLOCKED (spawn nobody).
    """
    if signs:
        _signs(*signs_of(options.project(root), transcript or ""), as_json=as_json)
        return
    found = context(options.project(root), transcript or "", window=window or 0)
    if as_json:
        out.value(fields(found))
        return
    out.text(f"CONTEXT_CHECK: {found.tokens} tokens\nCONTEXT_STATUS: {found.level}")
    about = "" if found.exact else "estimated; "
    share = f"{found.share:.0%} of {number(found.window)}" if found.window else "of a window nobody knows"
    out.aside(line(f"{about}{share}", (f"  {found.transcript}", "quiet")))
    out.aside(*([line(found.says, lead=("!", "warning"))] if found.says else []))


def _signs(transcript: str, found: tuple[Sign, ...], *, as_json: bool) -> None:
    if as_json:
        out.value({"transcript": transcript, "signs": [fields(sign) for sign in found]})
        return
    for sign in found:
        out.page(*pages.sign(sign))
    if not found:
        out.page(line("no sign that this context has begun to rot", lead=("✓", "good")))
    out.aside(line((transcript, "quiet")))
