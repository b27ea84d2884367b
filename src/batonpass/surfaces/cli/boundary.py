"""The one place where errors become sentences and exit codes.

0 fine, or warnings only · 1 a problem of severity error, or blocked · 2 wrong use ·
3 our bug, with a report file · 130 interrupted.
"""

import json
import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click

from batonpass._version import __version__
from batonpass.model.errors import BatonError

OUR_BUG = 3
INTERRUPTED = 130
WRONG_USE = 2


def guarded(command: click.Command, arguments: Sequence[str]) -> int:
    """Run a command; return its exit code, whatever happens."""
    try:
        result = command.main(list(arguments), prog_name="baton", standalone_mode=False)
    except BatonError as error:
        _print(error.sentence(), error.slug, arguments)
        return error.exit_code
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.UsageError as error:
        _usage(error, arguments)
        return WRONG_USE
    except click.ClickException as error:
        _print(error.format_message(), "wrong-use", arguments)
        return WRONG_USE
    except (KeyboardInterrupt, click.Abort):
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # `baton show | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the boundary: our bug becomes a report, never a bare traceback
        _print(_reported(error), "our-bug", arguments)
        return OUR_BUG
    return result if isinstance(result, int) else 0


def _print(sentence: str, slug: str, arguments: Sequence[str]) -> None:
    if "--json" in arguments:
        print(json.dumps({"error": slug, "message": sentence}, ensure_ascii=False))
    print(f"baton: {sentence}", file=sys.stderr)


def _usage(error: click.UsageError, arguments: Sequence[str]) -> None:
    hint = f"see `{error.ctx.command_path} --help`" if error.ctx else "see `baton --help`"
    _print(f"{error.format_message().rstrip('.')}; {hint}", "wrong-use", arguments)


def _reported(error: Exception) -> str:
    """Write what a maintainer needs into a file and say where it is."""
    lines = [f"baton {__version__} · Python {platform.python_version()} · {platform.platform()}", ""]
    lines += traceback.format_exception(error)
    with tempfile.NamedTemporaryFile(
        "w", prefix="baton-report-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("\n".join(lines))
    return f"a bug of ours: {type(error).__name__}: {error}; the report is in {file.name}, please send it"
