"""docs/reference/cli.md: every command with its help, from the command line itself."""

import tomllib
from importlib import import_module
from pathlib import Path

import click

from tools.pages import markdown

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
PATH = "docs/reference/cli.md"
ABOUT = """Every command takes `--json` for programs and `--root DIR` for another project than the one around the
current folder. What a program reads goes to standard output, comments for people to standard error; colours
only where a person looks and `NO_COLOR` is not set. The last line of each help names the keys of its JSON, and
a noun inside, such as a receipt or a problem, has the keys of [its schema](schemas/proof.json). What an exit
code means, and how an error looks in JSON: [errors and exit codes](errors.md).

A manifest is named by its id or the beginning of it, by its path, or by the agent whose newest one it is. Shells
complete commands and options after `eval "$(_BATON_COMPLETE=bash_source baton)"`, with `zsh_source` in a zsh."""
WIDTH = 100  # columns of the help texts


def text() -> str:
    """Return the page."""
    from batonpass.surfaces.cli.app import baton  # noqa: PLC0415 - the other pages need no command line

    top = _context(baton, "baton", None)
    commands = [(name, _known(baton, top, name)) for name in baton.list_commands(top)]
    index = markdown.table(
        ("command", "does"),
        (
            (f"[`baton {name}`](#baton-{name})", command.get_short_help_str(WIDTH))
            for name, command in commands
        ),
    )
    sections = (_section(name, command, top) for name, command in commands)
    others = markdown.table(("command", "does"), _other_names())
    return markdown.page("Commands", ABOUT, index, *sections, "## Other names", others)


def _other_names() -> list[tuple[str, str]]:
    """Return every installed command but `baton`, with what its entry point says of it."""
    scripts: dict[str, str] = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["scripts"]
    rows = []
    for name, entry in scripts.items():
        module, _, function = entry.partition(":")
        if name != "baton":
            rows.append((f"`{name}`", markdown.first_line(getattr(import_module(module), function))))
    return rows


def _section(name: str, command: click.Command, top: click.Context) -> str:
    """Return a command and, for a group, what is inside it."""
    context = _context(command, name, top)
    parts = [f"## baton {name}", markdown.fence(command.get_help(context), "text")]
    if isinstance(command, click.Group):
        inner = ((n, _known(command, context, n)) for n in command.list_commands(context))
        parts += [markdown.fence(c.get_help(_context(c, n, context)), "text") for n, c in inner]
    return "\n\n".join(parts)


def _known(group: click.Group, context: click.Context, name: str) -> click.Command:
    command = group.get_command(context, name)
    if command is None:
        message = f"`{name}` is listed and there is no such command; take it off the list or write it"
        raise SystemExit(message)
    return command


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    # with its own settings: a command remembers its help option by the first context it is asked in
    return click.Context(
        command,
        info_name=name,
        parent=parent,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        **command.context_settings,
    )
