"""The four commands of seed 000 by the names its documents call, inside the one error boundary.

Three are commands of `baton` under another name; each is imported only when it is called.
"""

import sys

import click

from batonpass.model.terms import Terms
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.boundary import guarded
from batonpass.tables import load


def validate_manifest() -> None:
    """Say what is wrong with manifests: `baton validate` by another name."""
    from batonpass.surfaces.cli.commands import validate  # noqa: PLC0415 - start-up time

    _run(validate.command, "oak-validate-manifest")


def manifest_stats() -> None:
    """Print the figures of manifests: `baton stats` by another name."""
    from batonpass.surfaces.cli.commands import stats  # noqa: PLC0415 - start-up time

    _run(stats.command, "oak-manifest-stats")


def workflow_context() -> None:
    """Print what a workflow's handoffs cost: `baton workflow show` by another name."""
    from batonpass.surfaces.cli.commands import workflow  # noqa: PLC0415 - start-up time

    _run(workflow.show, "oak-workflow-context")


def compress_artifact() -> None:
    """Write the manifest of an artifact: `--agent A --type T --input F --output M [--scope S]`."""
    _run(compress, "oak-compress-artifact")


def _run(command: click.Command, name: str) -> None:
    sys.exit(guarded(command, sys.argv[1:], name))


@click.command(epilog=options.json_keys(options.OUTCOME))
@click.option("--agent", metavar="A", required=True, help="Who made the artifact.")
@click.option(
    "--type",
    "kind",
    type=click.Choice(load.names("profiles")),
    required=True,
    help="What kind of work it was.",
)
@click.option(
    "--input", "path", metavar="FILE", required=True, help="The artifact: a file, a folder or a glob."
)
@click.option(
    "--output",
    type=click.Path(),
    required=True,
    help="The manifest to write, or a folder for it; its proof and a copy of the artifact come beside it.",
)
@click.option("--scope", metavar="S", default="", help="What it is about. Default: the first title.")
@options.shared
def compress(
    *, agent: str, kind: str, path: str, output: str, scope: str, root: str | None, as_json: bool
) -> int:
    """Write the manifest of an artifact that exists already.

    Prints the path of the manifest; the receipt goes to standard error. It is not published: `baton compact` does that.
    """
    from batonpass.flow import compress as flow  # noqa: PLC0415 - start-up time
    from batonpass.surfaces.cli.told import tell  # noqa: PLC0415 - start-up time

    setup = options.project(root)
    terms = Terms(agent=agent, type=kind, scope=scope)
    with out.patience("reading and compacting"):
        told = flow.compress(setup, terms, path, output)
    return tell(setup, told, view=None, as_json=as_json)
