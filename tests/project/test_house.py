"""What no import contract can say: who touches the disk, what an `__init__` holds, how long a file is."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "batonpass"
MODULES = {p.relative_to(PACKAGE).as_posix(): p for p in sorted(PACKAGE.rglob("*.py"))}
LONGEST = 400
SHORTEST_READ = 120  # the flows that everything hangs on are read at a glance
FLOWS = ("hand_over", "take_over", "fan_in", "checkpoint")

DISK_ROOMS = ("read/", "store/", "tables/load.py")
LINKS = {"os.path.realpath"}
SILENCE = {"os.dup2", "os.open"}
MAY = {
    "flow/setup.py": LINKS
    | {"os.urandom"},  # the root is resolved once; ids are random (`secrets` costs a start)
    "model/paths.py": LINKS,  # whether a path stays inside is known once its links are followed
    "__main__.py": SILENCE,
    "surfaces/cli/boundary.py": SILENCE,  # output nobody takes any more goes to the null device
    "surfaces/hosts/claude_code/hook.py": SILENCE,
    "surfaces/cli/bug_report.py": {"tempfile"},  # it is written even where the store is what broke
}
PUBLIC = {"surfaces/oak/__init__.py"}  # names to import from it; no hook ever does
DISK_MODULES = frozenset({"glob", "mmap", "pathlib", "shutil", "sqlite3", "subprocess", "tempfile"})
DISK_MODULES |= {"fcntl", "fileinput", "importlib.resources", "msvcrt"}
OF_OS = frozenset(
    {
        "O_WRONLY",
        "_exit",
        "devnull",
        "environ",
        "fspath",
        "get_terminal_size",
        "getcwd",
        "getpid",
        "linesep",
        "name",
        "path",
        "sep",
    }
)
OF_PATH = frozenset({"abspath", "basename", "commonpath", "commonprefix", "dirname", "expanduser", "isabs"})
OF_PATH |= {"join", "normcase", "normpath", "relpath", "sep", "split", "splitdrive", "splitext"}
METHODS = frozenset({"read_bytes", "read_text", "write_bytes", "write_text", "iterdir", "is_dir", "is_file"})


def disk_uses(code: str) -> Iterator[str]:
    """Yield everything in a module that touches the disk; of `os`, all that is not known not to."""
    for node in ast.walk(ast.parse(code)):
        yield from _imported(node)
        yield from _used(node)


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (n.name for n in names if n.name in DISK_MODULES)
        case ast.ImportFrom(module=str(module), names=names) if module in DISK_MODULES:
            yield from (f"{module}.{n.name}" for n in names)
        case ast.ImportFrom(module="os", names=names):
            yield from (f"os.{n.name}" for n in names if n.name not in OF_OS)
        case ast.ImportFrom(module="os.path", names=names):
            yield from (f"os.path.{n.name}" for n in names if n.name not in OF_PATH)


def _used(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Attribute(value=ast.Name(id="os"), attr=attr) if attr not in OF_OS:
            yield f"os.{attr}"
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="os"), attr="path"), attr=attr):
            yield from () if attr in OF_PATH else (f"os.path.{attr}",)
        case ast.Call(func=ast.Name(id="open")):
            yield "open"
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in METHODS:
            yield f".{attr}"


@pytest.mark.parametrize("name", [n for n in MODULES if not n.startswith(DISK_ROOMS)])
def test_only_read_store_and_the_loader_touch_the_disk(name: str) -> None:
    assert set(disk_uses(MODULES[name].read_text("utf-8"))) == MAY.get(name, set())


@pytest.mark.parametrize(
    "line",
    [
        "import pathlib",
        "from pathlib import Path",
        "from os import unlink",
        "from os.path import exists",
        "open('notes.md')",
        "import os; os.makedirs('artifacts')",
        "import os; os.path.isfile('notes.md')",
        "file.read_text()",
    ],
)
def test_touching_the_disk_is_noticed(line: str) -> None:
    assert list(disk_uses(line))


@pytest.mark.parametrize("name", [n for n in MODULES if n.endswith("/__init__.py") and n not in PUBLIC])
def test_a_package_init_holds_one_line_of_docstring(name: str) -> None:
    text = MODULES[name].read_text("utf-8")
    assert len(ast.parse(text).body) == 1, "importing one module of a room would load what stands here"
    assert text.startswith('"""'), "no docstring"
    assert text.count("\n") == 1, "more than one line"


@pytest.mark.parametrize("name", MODULES)
def test_no_file_is_too_long_to_read(name: str) -> None:
    lines = MODULES[name].read_text("utf-8").count("\n")
    assert lines <= LONGEST, "split it by the reader's question"


@pytest.mark.parametrize("name", FLOWS)
def test_a_flow_is_read_at_a_glance(name: str) -> None:
    lines = (PACKAGE / "flow" / f"{name}.py").read_text("utf-8").count("\n")
    assert lines < SHORTEST_READ, "what it has in common with others has a room of its own"
