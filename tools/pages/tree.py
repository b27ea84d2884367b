"""The tree in ARCHITECTURE.md: every package, in the order of the flow, with its docstring."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = "ARCHITECTURE.md"
BEGIN, END = "<!-- tree: written by tools/docs.py -->", "<!-- /tree -->"
ORDER = (
    "model",
    "tables",
    "measure",
    "read",
    "extract",
    "compact",
    "validate",
    "store",
    "decide",
    "brief",
    "flow",
    "surfaces",
)
COLUMN = 23  # where the docstrings begin


def text() -> str:
    """Return ARCHITECTURE.md with the tree as it is now."""
    before, _, rest = (ROOT / PATH).read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        message = f"{PATH} has lost the line {BEGIN} or {END}; put both back"
        raise SystemExit(message)
    return f"{before}{BEGIN}\n```\n{tree(ROOT / 'src' / 'batonpass')}\n```\n{END}{after}"


def tree(package: Path) -> str:
    """Return a package and all packages inside it as lines of a tree."""
    return "\n".join(["src/batonpass/", *_branches(package, "")])


def _branches(package: Path, indent: str) -> Iterator[str]:
    inner = sorted((p.parent for p in package.glob("*/__init__.py")), key=_place)
    for folder in inner:
        last = folder == inner[-1]
        name = f"{indent}{'└── ' if last else '├── '}{folder.name}/"
        yield f"{name:<{COLUMN}} {docstring(folder / '__init__.py')}".rstrip()
        yield from _branches(folder, indent + ("    " if last else "│   "))


def _place(folder: Path) -> tuple[int, str]:
    return (ORDER.index(folder.name) if folder.name in ORDER else len(ORDER), folder.name)


def docstring(module: Path) -> str:
    """Return the first line of a module's docstring without running the module."""
    found = ast.get_docstring(ast.parse(module.read_text("utf-8"))) or ""
    return found.split("\n", 1)[0]
