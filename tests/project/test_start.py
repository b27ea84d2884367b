"""What loads fast stays fast: modules a hook needs bring no library along."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FAST = (
    "batonpass.brief.join",
    "batonpass.decide.addressed",
    "batonpass.decide.gate",
    "batonpass.flow.checkpoint",
    "batonpass.flow.domains",
    "batonpass.flow.emptied",
    "batonpass.flow.policy",
    "batonpass.flow.turn",
    "batonpass.measure.usage",
    "batonpass.model.event",
    "batonpass.model.usage",
    "batonpass.model.verdict",
    "batonpass.read.compacted",
    "batonpass.read.numbers",
    "batonpass.read.statusline",
    "batonpass.read.tail",
    "batonpass.store.compiled",
    "batonpass.store.journal",
)
SLOW = {"click", "dataclasses", "jsonschema_rs", "msgspec", "pyromark", "rich", "ryaml", "splintr", "tomllib"}


def loaded(code: str) -> set[str]:
    """Return the modules that a fresh interpreter holds after running the code, without its own."""
    script = f"import sys; bare = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - bare))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", script], capture_output=True, encoding="utf-8", check=True, cwd=ROOT
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("module", FAST)
def test_a_fast_module_loads_no_library(module: str) -> None:
    now = loaded(f"import {module}")
    assert module in now
    assert now & SLOW == set()


def test_the_package_root_loads_nothing_of_ours_but_the_version() -> None:
    now = {name for name in loaded("import batonpass") if not name.startswith("batonpass")}
    assert now & SLOW == set()
    assert {n for n in loaded("import batonpass") if n.startswith("batonpass.")} <= {"batonpass._version"}


def test_the_version_is_a_literal() -> None:
    text = (ROOT / "src" / "batonpass" / "_version.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', text, re.MULTILINE)
    assert found
    assert loaded("import batonpass._version") == {"batonpass", "batonpass._version"}


def test_a_slow_import_would_be_noticed() -> None:
    assert "msgspec" in loaded("import batonpass.model.fact")
