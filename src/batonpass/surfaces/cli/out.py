"""Printing: what programs read goes to standard output as it is, comments for people to standard error."""

import os
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import msgspec

from batonpass.surfaces.cli import plain
from batonpass.surfaces.cli.page import Block
from batonpass.surfaces.cli.safe import Unheard, safe
from batonpass.tables import load


def is_terminal(stream: TextIO | None = None) -> bool:
    """Say whether a person looks at a stream; at standard output where none is named."""
    return (stream or sys.stdout).isatty()


def has_colours(stream: TextIO) -> bool:
    """Say whether colours are wanted (no-color.org) and can be shown."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def page(*blocks: Block) -> None:
    """Print what a command has to say."""
    _print(blocks, sys.stdout)


def aside(*blocks: Block) -> None:
    """Print a comment for a person, where it does not disturb what a program reads."""
    _print(blocks, sys.stderr)


def _print(blocks: Sequence[Block], stream: TextIO) -> None:
    if not has_colours(stream):
        _write(stream, plain.render(blocks))
        return
    from batonpass.surfaces.cli import coloured  # noqa: PLC0415 - rich only for a person's terminal

    coloured.render(blocks, stream)


def text(said: str) -> None:
    """Print a text as it is; on a terminal without what could steer it."""
    shown = safe(said) if is_terminal() else said
    _write(sys.stdout, shown if shown.endswith("\n") or not shown else f"{shown}\n")


def _write(stream: TextIO, said: str) -> None:
    try:
        stream.write(said)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unheard(error.errno, error.strerror) from error


def value(said: Any) -> None:
    """Print one JSON value on one line; on a terminal laid out for reading."""
    data = msgspec.json.encode(said)
    text((msgspec.json.format(data) if is_terminal() else data).decode())


def row(said: Any) -> None:
    """Print one JSON value of many, each on its own line."""
    text(msgspec.json.encode(said).decode())


def can_show(said: str) -> bool:
    """Say whether standard output has letters and signs for a text."""
    try:
        said.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def width() -> int:
    """Return the columns of a person's terminal, 0 where nobody looks."""
    return os.get_terminal_size().columns if is_terminal() else 0


@contextmanager
def patience(doing: str) -> Iterator[None]:
    """Show a person that something goes on once it takes longer than a moment."""
    if not has_colours(sys.stderr):
        yield
        return
    done = threading.Event()
    spinner = threading.Thread(target=_spin, args=(doing, done), daemon=True)
    spinner.start()
    try:
        yield
    finally:
        done.set()
        spinner.join()


def _spin(doing: str, done: threading.Event) -> None:
    if done.wait(load.limits()["terminal"]["patience_seconds"]):
        return
    from batonpass.surfaces.cli.coloured import console  # noqa: PLC0415 - rich only where one waits

    with console(sys.stderr).status(doing):
        done.wait()
