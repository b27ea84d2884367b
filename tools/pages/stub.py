"""src/batonpass/__init__.pyi: the public names for type checkers, which do not run the lazy imports."""

import batonpass

PATH = "src/batonpass/__init__.pyi"
WIDTH = 110  # as ruff is told in pyproject.toml


def text() -> str:
    """Return the stub: one re-export a name, from the table the root imports by."""
    homes: dict[str, tuple[str, ...]] = vars(batonpass)["_NAMES"]  # the root's own table
    names = sorted((module, name) for module, group in homes.items() for name in group)
    listed = ["__all__ = [", *(f'    "{name}",' for name in sorted(batonpass.__all__, key=_as_ruff)), "]"]
    return "\n".join(
        [*(_import(module, name) for module, name in names), "", *listed, "", "__version__: str", ""]
    )


def _as_ruff(name: str) -> tuple[bool, str]:
    """Return where the linter wants a name: classes first."""
    return not name[0].isupper(), name


def _import(module: str, name: str) -> str:
    """Return a re-export, wrapped as the formatter wraps it."""
    line = f"from batonpass.{module} import {name} as {name}"
    return line if len(line) <= WIDTH else f"from batonpass.{module} import (\n    {name} as {name},\n)"
