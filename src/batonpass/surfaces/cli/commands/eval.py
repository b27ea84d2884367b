"""`baton eval`: what a hand-over would keep of a person's own documents."""

import sys

import click

from batonpass.flow.evaluate import evaluate, value
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import evaluation
from batonpass.surfaces.cli.pages.problems import problems
from batonpass.tables import load


@click.command(
    "eval",
    epilog=options.json_keys(
        "documents kinds why problems",
        of={"documents": "path format lines tokens manifest_tokens ms kinds left_out"},
    ),
)
@click.argument("paths", metavar="DIR|PATH...", nargs=-1, required=True)
@click.option(
    "--type",
    "type_",
    type=click.Choice(load.names("profiles")),
    default="handoff",
    help="What kind of work the documents come from.",
)
@click.option(
    "--budget", metavar="N", type=click.IntRange(min=1), default=None, help="Tokens of each manifest."
)
@click.option("--all", "whole", is_flag=True, help="Print every document and everything that was left out.")
@options.shared
def command(
    *, paths: tuple[str, ...], type_: str, budget: int | None, whole: bool, root: str | None, as_json: bool
) -> None:
    """Say what would be kept of documents, and what not and why.

    Each document is handed over as if alone, and nothing is stored. Facts that are left out stay recoverable: they
    are printed with their lines. A PATH is a file, a folder, a glob, or - for standard input.
    """
    setup = options.project(root)
    with out.patience("reading and compacting"):
        told = evaluate(setup, paths, type_=type_, budget=budget or 0, stdin=sys.stdin.buffer.read)
    out.aside(*problems(told.problems, indent=0))
    if as_json:
        out.value(value(told))
    else:
        out.page(*evaluation.evaluation(told, whole=whole))
