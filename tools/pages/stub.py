"""src/batonpass/__init__.pyi: the public names for type checkers, which do not run the lazy imports."""

import batonpass

PATH = "src/batonpass/__init__.pyi"
WIDTH = 110  # as ruff is told in pyproject.toml


def text() -> str:
    """Return the stub: one re-export a name, from the table the root imports by."""
    homes = batonpass._NAMES  # noqa: SLF001 - the table is the root's own
    names = sorted((module, name) for module, group in homes.items() for name in group)
    return "\n".join([*(_import(module, name) for module, name in names), "", "__version__: str", ""])


def _import(module: str, name: str) -> str:
    """Return a re-export, wrapped as the formatter wraps it."""
    line = f"from batonpass.{module} import {name} as {name}"
    return line if len(line) <= WIDTH else f"from batonpass.{module} import (\n    {name} as {name},\n)"
