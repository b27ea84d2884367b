"""`baton bench`: how long a person's own documents take."""

import sys

import click

from batonpass.flow.evaluate import evaluate, speeds
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import speed
from batonpass.surfaces.cli.pages.problems import problems


@click.command(
    "bench",
    epilog=options.json_keys(
        "documents", of={"documents": "path lines tokens read_ms extract_ms compact_ms ms"}
    ),
)
@click.argument("paths", metavar="DIR|PATH...", nargs=-1, required=True)
@click.option(
    "--rounds",
    metavar="N",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="How often each document is handed over; the median counts.",
)
@click.option("--all", "whole", is_flag=True, help="Print every document.")
@options.shared
def command(*, paths: tuple[str, ...], rounds: int, whole: bool, root: str | None, as_json: bool) -> None:
    """Say how long documents take, step by step.

    From bytes to manifest, the slowest first; nothing is stored. A PATH is a file, a folder, a glob, or - for standard input.
    """
    setup = options.project(root)
    with out.patience("measuring"):
        told = evaluate(setup, paths, rounds=rounds, stdin=sys.stdin.buffer.read)
    out.aside(*problems(told.problems, indent=0))
    if as_json:
        out.value({"documents": list(speeds(told))})
    else:
        out.page(*speed.speed(told, rounds, whole=whole))
