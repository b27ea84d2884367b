"""`baton expand`: the exact source lines behind an item of a manifest."""

import click

from batonpass.flow.expand import expand
from batonpass.flow.passage import Passage
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import passages
from batonpass.surfaces.cli.values import fields


@click.command(
    "expand",
    epilog=options.json_keys("passages", of={"passages": "file path first last text state moved_to"}),
)
@click.argument("what", metavar="MANIFEST|FILE#L10-L20")
@click.argument("place", metavar="[POINTER|FILE#L10-L20]", default="")
@click.option("--as", "reader", metavar="AGENT", default="", help="Who reads: counted as an on-demand read.")
@options.shared
def command(*, what: str, place: str, reader: str, root: str | None, as_json: bool) -> None:
    """Print the exact source lines behind an item.

    POINTER is a place of the manifest, such as /key_decisions/0; FILE is one that stands beside the manifest, or, alone,
    one of the project. Piped, standard output holds exactly the lines; the header then goes to standard error and says
    whether the original still has them: verified, moved, drifted or missing.
    """
    found = expand(options.project(root), what, place, reader=reader)
    if as_json:
        out.value({"passages": [fields(passage) for passage in found]})
    elif out.is_terminal():
        out.page(*passages.passages(found))
    else:
        for passage in found:
            _plain(passage)


def _plain(passage: Passage) -> None:
    out.aside(passages.header(passage))
    out.text(passage.text)
