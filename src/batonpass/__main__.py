"""`baton`, and `python -m batonpass`: what must be quick is answered before anything is imported."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command line."""
    match sys.argv[1:]:
        case ["--version"]:
            from batonpass._version import __version__  # noqa: PLC0415 - nothing else is needed

            _say(f"baton {__version__}\n")
        case ["hook", *arguments]:
            from batonpass.surfaces.hosts.claude_code.hook import run as answer  # noqa: PLC0415 - no library

            _leave(answer(arguments))
        case [] | ["--help"] | ["-h"] if "_BATON_COMPLETE" not in os.environ:
            from batonpass.surfaces.cli.help import page  # noqa: PLC0415 - imports nothing

            _say(page())
        case _:
            from batonpass.surfaces.cli.app import run  # noqa: PLC0415 - imports click

            run()


def _leave(code: int) -> "NoReturn":
    """End here: what loaded libraries takes a tenth of its time to take them down, and the client waits for that."""
    if "msgspec" in sys.modules:
        sys.stderr.flush()
        os._exit(code)  # the answer is written, and every file is closed
    sys.exit(code)


def _say(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or it is tried again at the exit
        if not isinstance(error, BrokenPipeError):  # `baton --help | head -1` has seen enough
            sys.exit(f"baton: cannot write the output: {error.strerror}")


if __name__ == "__main__":
    main()
