"""What `baton init` asks a person at a terminal, and nobody else."""

from typing import NamedTuple

import click

from batonpass.model.config import Background, Mode
from batonpass.surfaces.cli import out
from batonpass.surfaces.cli.page import EMPTY, line
from batonpass.surfaces.cli.pages.modes import MEANINGS, modes

WAITING: dict[Background, str] = {
    "allow": "they may; a long report is sent back to be shortened",
    "foreground": "each is waited for; its report is shortened at no extra turn",
}


class Choice(NamedTuple):
    """What was chosen; None: not yet."""

    host: str
    mode: Mode | None
    background: Background | None
    allow: bool | None


def asked(chosen: Choice, usual: Mode, *, new: bool) -> Choice:
    """Return the choice with what was left open asked; in a project that has chosen before, nothing is."""
    if not new:
        return chosen
    answer = chosen.mode or _mode(usual)
    mode = chosen.mode or (answer if answer != usual else None)  # the playbook's, where that is taken
    if chosen.host == "none":
        return chosen._replace(mode=mode)
    background = chosen.background or _background("foreground" if answer == "enforce" else "allow")
    allow = chosen.allow if chosen.allow is not None else _allow()
    return Choice(chosen.host, mode, background, allow)


def _mode(usual: Mode) -> Mode:
    out.aside(line("What is to happen to a handoff with errors?"), *modes(), EMPTY)
    answer: Mode = click.prompt("Mode", type=click.Choice(list(MEANINGS)), default=usual, err=True)
    return answer


def _background(usual: Background) -> Background:
    told = (line((name, "name"), f"  {meaning}", indent=2) for name, meaning in WAITING.items())
    out.aside(EMPTY, line("May subagents run in the background?"), *told, EMPTY)
    answer: Background = click.prompt("Background", type=click.Choice(list(WAITING)), default=usual, err=True)
    return answer


def _allow() -> bool:
    question = "\nMay the model run `baton` commands that only read without asking you?"
    return click.confirm(question, default=True, err=True)
