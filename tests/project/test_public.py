"""What the package root offers is what is documented, and nothing is loaded before it is used."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import batonpass

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference" / "python.md"
STUB = ROOT / "src" / "batonpass" / "__init__.pyi"
HOMES: dict[str, tuple[str, ...]] = vars(batonpass)["_NAMES"]  # module → the public names that live there


def test_the_reference_names_exactly_what_is_public() -> None:
    assert re.findall(r"^## (.+)$", REFERENCE.read_text("utf-8"), re.MULTILINE) == list(batonpass.__all__)


def test_type_checkers_are_told_the_same_names() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(STUB.read_text("utf-8"))):
        match node:
            case ast.ImportFrom(names=names):
                imported |= {alias.asname or alias.name for alias in names}
            case ast.AnnAssign(target=ast.Name(id=name)):
                imported.add(name)
    assert imported - {"__all__"} == set(batonpass.__all__)


@pytest.mark.parametrize("module", HOMES)
def test_a_public_name_can_be_the_first_thing_imported(module: str) -> None:
    uses = "; ".join(f"batonpass.{name}" for name in HOMES[module])
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import batonpass; {uses}"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_dir_lists_the_public_names() -> None:
    assert set(batonpass.__all__) <= set(dir(batonpass))


def test_any_other_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'hand_overs'"):
        _ = getattr(batonpass, "hand_overs")  # noqa: B009 - type checkers know there is none
