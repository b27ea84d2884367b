"""The command line: a table of commands, each imported when it is called."""

import importlib
import sys

import click

from batonpass.surfaces.cli.boundary import guarded

# name → one line of help; the module of the same name holds the command
COMMANDS = {
    "compact": "Turn documents into a small checked handoff",
    "brief": "Print the prompt block for the next agent",
    "show": "Read a handoff, or correct it with --edit",
    "expand": "Print the exact source lines behind an item",
    "validate": "Check manifests and say what is wrong with them",
    "extract": "Print the facts of a source, before any budget",
    "merge": "Make one handoff of several parallel ones",
    "search": "Search all manifests and full artifacts",
    "stats": "Print the figures of manifests",
    "workflow": "Start, complete and show a workflow's budget",
    "status": "One screen: open handoffs, budgets, problems",
    "init": "Put batonpass into a project",
    "uninstall": "Take batonpass out of a project again",
    "clean": "Remove handoffs that are past their time",
    "rebuild": "Make the ledger again from journal and files",
}


class Lazy(click.Group):
    """Lists commands from the table and imports only the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"batonpass.surfaces.cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        """Write the list without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=None, version=None, message="%(version)s")
def baton() -> None:
    """Small checked handoffs between coding agents."""


def run() -> None:
    """Run the command line inside the one error boundary."""
    sys.exit(guarded(baton, sys.argv[1:]))
