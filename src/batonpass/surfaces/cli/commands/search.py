"""`baton search`: where words stand, in manifests and in the full artifacts beside them."""

from collections.abc import Iterator, Sequence

import click

from batonpass.flow.upkeep import search
from batonpass.model.handoff import Hit
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Line, line
from batonpass.surfaces.cli.pages.names import ID_SHOWN
from batonpass.surfaces.cli.values import fields


@click.command(
    "search", epilog=options.json_keys("hits", of={"hits": "handoff agent path line snippet score"})
)
@click.argument("words", metavar="WORDS...", nargs=-1, required=True)
@click.option(
    "--limit", metavar="N", type=click.IntRange(min=1), default=None, help="At most so many places."
)
@options.shared
def command(*, words: tuple[str, ...], limit: int | None, root: str | None, as_json: bool) -> None:
    """Search all manifests and full artifacts.

    All WORDS must stand near each other; "words in quotes" must stand together. The best places come first.
    """
    setup, wanted = options.project(root), " ".join(words).strip()
    if not wanted:
        raise click.UsageError("No words to search for")
    with out.patience("searching"):
        hits = search(setup, wanted, limit or 0)
    if as_json:
        out.value({"hits": [fields(hit) for hit in hits]})
    elif hits:
        out.page(*_hits(hits))
    else:
        out.aside(line(f"Nothing found for {wanted}."))


def _hits(hits: Sequence[Hit]) -> Iterator[Line]:
    """Yield each place: its path for programs, for people its name as `baton expand` takes it."""
    for hit in hits:
        if out.is_terminal():
            file = hit.path.rpartition("/")[2]
            where = line((f"{file}:{hit.line}", "name"), (f"  {hit.agent} {hit.handoff[:ID_SHOWN]}", "quiet"))
        else:
            where = line(f"{hit.path}:{hit.line}  {hit.agent}")
        yield where
        yield line(" ".join(hit.snippet.split()), indent=2)
