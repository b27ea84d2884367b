"""`baton`, and `python -m batonpass`: what must be quick is answered before anything is imported."""

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] == ["--version"]:
        from batonpass._version import __version__  # noqa: PLC0415 - nothing else is needed

        print(f"baton {__version__}")  # noqa: T201 - this is a surface
        return
    from batonpass.surfaces.cli.app import run  # noqa: PLC0415 - imports click

    run()


if __name__ == "__main__":
    main()
