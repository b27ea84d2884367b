"""The one place where errors become sentences and exit codes.

0 fine, or warnings only · 1 a problem of severity error, or blocked · 2 wrong use ·
3 our bug, with a report file · 130 interrupted.
"""

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from batonpass.model.errors import BatonError
from batonpass.surfaces.cli.safe import Unheard, safe

FAILED = 1
WRONG_USE = 2
OUR_BUG = 3
INTERRUPTED = 130
# What a disk or a system refuses is nobody's bug.
REFUSED = frozenset(
    {errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE}
)


def guarded(command: click.Command, arguments: Sequence[str], name: str = "baton") -> int:
    """Run a command; return its exit code, whatever happens."""
    sys.stdout, sys.stderr = _heard(sys.stdout), _heard(sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        _prepare(stream)
    try:
        code = _run(command, arguments, name)
        sys.stdout.flush()
    except BrokenPipeError:  # `baton show | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _unwritten(error)
    return code


def _unwritten(error: OSError) -> int:
    """Say that nobody can be told, to whom can; return the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return _tell((), "output-failed", f"cannot write the output: {error.strerror}")


def _heard(stream: TextIO | None) -> TextIO:
    """Return a stream; one that was closed, as by `>&-`, is one nobody listens to."""
    return stream or io.TextIOWrapper(io.FileIO(os.open(os.devnull, os.O_WRONLY), "w"))


def _prepare(stream: object) -> None:
    """Let no character stop a print: terminals show what they can, pipes and files get UTF-8 as it is."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _run(command: click.Command, arguments: Sequence[str], name: str) -> int:
    try:
        return _invoked(command, arguments, name)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except (KeyboardInterrupt, click.Abort):
        return _tell(arguments, "interrupted", "interrupted", code=INTERRUPTED)
    except BatonError as error:
        parts = {part: getattr(error, part) for part in ("found", "wanted", "todo", "place")}
        return _tell(arguments, error.slug, error.sentence(), code=error.exit_code, **parts)
    except click.ClickException as error:
        return _tell(arguments, "wrong-use", _wrong_use(error), code=WRONG_USE)
    except (BrokenPipeError, Unheard):
        raise
    except Exception as error:  # noqa: BLE001 - the boundary: our bug becomes a report, never a bare traceback
        return _failed(error, arguments)


def _invoked(command: click.Command, arguments: Sequence[str], name: str) -> int:
    """Do what `command.main` does, which would take a closed pipe for an exit of its own."""
    if instruction := os.environ.get("_BATON_COMPLETE"):
        from click.shell_completion import shell_complete  # noqa: PLC0415 - only where a shell asks

        return shell_complete(command, {}, name, "_BATON_COMPLETE", instruction)
    with command.make_context(name, list(arguments)) as context:
        result = command.invoke(context)
    return result if isinstance(result, int) else 0


def _wrong_use(error: click.ClickException) -> str:
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and isinstance(error.ctx.command, click.Group):
        path, known = error.ctx.command_path, ", ".join(error.ctx.command.list_commands(error.ctx))
        return f"{path} alone says nothing to do; wanted one of {known}; see `{path} --help`"
    said = error.format_message().rstrip(".")
    if not isinstance(error, click.UsageError):
        return said
    return f"{said}; see `{error.ctx.command_path if error.ctx else 'baton'} --help`"


def _failed(error: Exception, arguments: Sequence[str]) -> int:
    if isinstance(error, OSError) and error.errno in REFUSED:
        place = f"{error.filename}: " if error.filename else ""
        todo = "check the permissions and the space on the disk"
        return _tell(arguments, "system-refused", f"{place}{error.strerror}; {todo}", code=FAILED)
    sentence = f"a bug of ours: {type(error).__name__}: {error}; {_report(error)}"
    return _tell(arguments, "our-bug", sentence, code=OUR_BUG)


def _tell(
    arguments: Sequence[str],
    slug: str,
    sentence: str,
    *,
    code: int = FAILED,
    found: str = "",
    wanted: str = "",
    todo: str = "",
    place: str = "",
) -> int:
    """Say what went wrong, to a program too where it asked for JSON; return the exit code."""
    if "--json" in arguments:
        import json  # noqa: PLC0415 - a start that goes well needs none

        parts = {"slug": slug, "found": found or sentence, "wanted": wanted, "todo": todo, "place": place}
        print(json.dumps({"error": {**parts, "message": sentence}}, ensure_ascii=False))
    print(f"baton: {safe(' '.join(sentence.split()))}", file=sys.stderr)
    return code


def _report(error: Exception) -> str:
    """Write what a maintainer needs into a file and say where it is."""
    from batonpass.surfaces.cli.bug_report import write  # noqa: PLC0415 - only for a bug

    try:
        return f"the report is in {write(error)}, please send it"
    except OSError as refused:
        return f"no report could be written ({refused.strerror})"
