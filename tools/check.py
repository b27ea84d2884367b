"""Run everything the CI runs, cheapest first, and stop where something fails.

Run with the environment's own Python: `.venv/bin/python tools/check.py`. `make test` does,
on every system; the last lines are pytest's own.
"""

import os
import platform
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = sys.executable
SCRIPTS = Path(PYTHON).parent

QUIET = (
    ("ruff check", [PYTHON, "-m", "ruff", "check", "--quiet"]),
    ("ruff format", [PYTHON, "-m", "ruff", "format", "--check", "--quiet", "--output-format", "concise"]),
    ("mypy", [PYTHON, "-m", "mypy"]),
    ("import contracts", [str(SCRIPTS / "lint-imports"), "--no-logo", "--no-cache"]),
)
LONG = 300  # lines; at 400 a test fails
CLIENT = [PYTHON, "tools/clients.py"]  # what some tests drive; those that cannot have it are skipped
TESTS = [PYTHON, "-m", "pytest", "-q", "-n", "auto"]  # the docs checks are tests too


def main() -> int:
    """Return 0 when everything holds, else what the first failing check returned."""
    tools = ", ".join(f"{name} {version(name)}" for name in ("ruff", "mypy", "import-linter", "pytest"))
    print(
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}; {tools}", flush=True
    )
    for name, command in QUIET:
        if code := quietly(name, command):
            return code
    for file, lines in long_files():
        print(f"note: {file} has {lines} lines; about {LONG} are read with ease", flush=True)
    subprocess.run(CLIENT, cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
    return subprocess.run(TESTS, cwd=ROOT, stdin=subprocess.DEVNULL, check=False).returncode


def long_files() -> list[tuple[str, int]]:
    """Return the files of the package that have grown long, with their lines."""
    files = sorted((ROOT / "src").rglob("*.py"))
    counted = ((f.relative_to(ROOT).as_posix(), f.read_bytes().count(b"\n")) for f in files)
    return [(file, lines) for file, lines in counted if lines > LONG]


def quietly(name: str, command: list[str]) -> int:
    """Run one check: a line with its time, and its output only when it fails."""
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    word = "FAILED" if done.returncode else "ok"
    print(f"{name:<17} {word:<6} {time.monotonic() - began:5.1f} s", flush=True)
    if done.returncode:
        sys.stdout.buffer.write(done.stdout)
        sys.stdout.flush()
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
