"""Write the pages that the code itself tells: `python -m tools.docs [--write]`.

Without --write it only says which pages have fallen behind.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from tools.pages import (
    cli,
    config,
    errors,
    playbooks,
    plugin,
    profiles,
    python,
    role_schemas,
    roles,
    rules,
    schemas,
    story,
    stub,
    tree,
)

ROOT = Path(__file__).resolve().parent.parent
PAGES: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        page.PATH: page.text
        for page in (tree, story, stub, cli, config, python, rules, profiles, roles, playbooks, errors)
    }
    | schemas.PAGES
    | role_schemas.PAGES
    | plugin.PAGES
)


def main(arguments: list[str]) -> int:
    """Write every page that has fallen behind, or only name it."""
    if arguments == ["--write"]:
        return write()
    behind = stale()
    print(*(f"behind the code: {path}" for path in behind), sep="\n")
    return 1 if behind else 0


def write() -> int:
    """Write every page that has fallen behind."""
    for path, text in stale().items():
        (ROOT / path).write_bytes(text.encode())
        print(f"wrote {path}")
    return 0


def stale() -> dict[str, str]:
    """Return path and new text of every page that is not what the code tells."""
    new = {path: text() for path, text in PAGES.items()}
    return {path: text for path, text in new.items() if not _stands(path, text)}


def _stands(path: str, text: str) -> bool:
    file = ROOT / path
    return file.is_file() and file.read_bytes() == text.encode()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
