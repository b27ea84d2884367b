"""The import directions of ARCHITECTURE.md hold, and each contract fails once it is broken."""

import os
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT = Path(sys.executable).with_name("lint-imports")

# contract → one file to write into a copy of the package, and the import in it that must be refused
BROKEN = {
    "layers": [
        ("model/added.py", "from batonpass.tables import load"),
        ("tables/added.py", "from batonpass.read import added"),
        ("store/added.py", "from batonpass.flow import added"),
        ("flow/added.py", "from batonpass.surfaces import added"),
        ("compact/added.py", "from batonpass.extract import added"),
        ("unlisted/__init__.py", "import os"),
    ],
    "rules": [("validate/rules/added.py", "from batonpass.validate.rules import added_too")],
    "kinds": [("extract/kinds/added.py", "from batonpass.extract.kinds import added_too")],
    "signs": [("decide/signs/added.py", "from batonpass.decide.signs import added_too")],
    "formats": [
        ("read/formats/added.py", "from batonpass.read.formats import added_too"),
        ("read/clients/added.py", "from batonpass.read.clients import added_too"),
        ("read/reports/xml/added.py", "from batonpass.read.reports.json import added"),
    ],
    "commands": [("surfaces/cli/commands/added.py", "from batonpass.surfaces.cli.commands import added_too")],
    "surfaces-stages": [("surfaces/added.py", "from batonpass.store import added")],
    "surfaces": [("surfaces/added.py", "from batonpass.surfaces import added_too")],
    "root": [("brief/added.py", "import batonpass"), ("brief/added.py", "from batonpass import __version__")],
    "fast": [
        ("store/journal.py", "import msgspec"),
        ("model/usage.py", "from dataclasses import dataclass"),
        ("model/event.py", "from batonpass.model import fact"),
    ],
    "terminal": [("flow/added.py", "import rich"), ("measure/added.py", "import click")],
    "cycles": [("model/added.py", "from batonpass.tables import load")],
}
CASES = [(contract, file, line) for contract, cases in BROKEN.items() for file, line in cases]


def lint(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the contracts of the repository on the package below `root`."""
    return subprocess.run(
        [str(LINT), "--no-logo", "--no-cache", "--config", str(ROOT / ".importlinter"), *options],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONUTF8": "1", "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def contracts() -> dict[str, str]:
    """Return the id and the name of every contract."""
    config = ConfigParser()
    config.read(ROOT / ".importlinter", "utf-8")
    prefix = "importlinter:contract:"
    return {s.removeprefix(prefix): config[s]["name"] for s in config.sections() if s.startswith(prefix)}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Lay a copy of the package where it can be broken; every folder has a module to import."""
    ignored = shutil.ignore_patterns("__pycache__")
    package = shutil.copytree(ROOT / "src" / "batonpass", tmp_path / "src" / "batonpass", ignore=ignored)
    for init in list(package.rglob("*/__init__.py")):
        for name in ("added.py", "added_too.py"):
            init.with_name(name).write_text('"""Added by the test."""\n', "utf-8")
    return tmp_path


def test_the_copy_keeps_every_contract(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout
    assert f"{len(contracts())} kept, 0 broken" in done.stdout


def test_every_contract_is_broken_once() -> None:
    assert set(BROKEN) == set(contracts())


@pytest.mark.parametrize(("contract", "file", "line"), CASES, ids=[f"{c}: {f}: {i}" for c, f, i in CASES])
def test_a_bad_import_breaks_its_contract(copy: Path, contract: str, file: str, line: str) -> None:
    bad = copy / "src" / "batonpass" / file
    bad.parent.mkdir(exist_ok=True)
    with bad.open("a", encoding="utf-8") as module:
        module.write(f"\n{line}\n")

    done = lint(copy, "--contract", contract)

    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{contracts()[contract]} BROKEN" in " ".join(done.stdout.split())
    assert Path(file).parts[0] in done.stdout.partition("Broken contracts")[2]


def test_the_command_line_may_start_another_surface(copy: Path) -> None:
    with (copy / "src" / "batonpass" / "surfaces" / "cli" / "added.py").open("a", encoding="utf-8") as module:
        module.write("from batonpass.surfaces import added\n")
    assert lint(copy, "--contract", "surfaces").returncode == 0
