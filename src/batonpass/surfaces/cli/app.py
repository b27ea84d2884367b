"""The command line: a table of commands, each imported when it is called."""

import importlib
import sys
from keyword import iskeyword

import click

from batonpass._version import __version__
from batonpass.surfaces.cli import help as first_page
from batonpass.surfaces.cli.boundary import guarded

COUNTING = frozenset(
    {
        "compact",
        "merge",
        "switch",
        "validate",
        "extract",
        "stats",
        "eval",
        "bench",
        "return",
        "request",
        "response",
    }
)  # commands that count tokens
HELP = frozenset({"-h", "--help"})


class Lazy(click.Group):
    """Lists commands from the table and imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order people meet them."""
        return list(first_page.COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import one command."""
        if cmd_name not in first_page.COMMANDS:
            return None
        name = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
        module = importlib.import_module(f"batonpass.surfaces.cli.commands.{name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; what it counts with loads while it is imported."""
        if args and args[0] in COUNTING and HELP.isdisjoint(args):
            from batonpass.flow import warm  # noqa: PLC0415 - only where tokens are counted

            warm.start()
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:  # noqa: ARG002 - click's signature
        """Return the page that is also printed without click."""
        return first_page.page().rstrip("\n")


@click.group(cls=Lazy, invoke_without_command=True, context_settings={"help_option_names": sorted(HELP)})
@click.version_option(__version__, message="baton %(version)s")
@click.pass_context
def baton(context: click.Context) -> None:
    """Small checked handoffs between coding agents."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def run() -> None:
    """Run the command line inside the one error boundary."""
    sys.exit(guarded(baton, sys.argv[1:]))
