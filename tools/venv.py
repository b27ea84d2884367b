"""Make .venv and install batonpass into it, once: `python tools/venv.py run|dev`.

`run` is what the demo needs, `dev` adds what the checks need. Where neither the
requirements nor the versions in constraints.txt changed, nothing is done.
Only the standard library, for this runs before anything is installed.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOG = VENV / "set-up.log"
WHAT = {"run": ".", "dev": ".[dev]"}
OLDEST = (3, 11)
LAST_LINES = 15  # of a failed installer's output: the reason stands at the end


def main(arguments: list[str]) -> int:
    """Install what is asked for, unless it stands already."""
    what = arguments[0] if arguments else "dev"
    if len(arguments) > 1 or what not in WHAT:
        return say("usage: python tools/venv.py run|dev", 2)
    if sys.version_info < OLDEST:
        return say(f"found Python {version()}; batonpass needs 3.11 or newer", 2)
    if stamp(what).is_file() and stamp(what).read_text("utf-8") == wanted():
        return 0
    return set_up(what)


def set_up(what: str) -> int:
    """Make the environment where it does not fit, install, and remember that it is done."""
    began = time.monotonic()
    print(f"Setting up .venv with Python {version()}, this once …", flush=True)
    if not fits() and not make():
        return say("could not make .venv: see above; delete the folder .venv and try again", 1)
    for old in WHAT:
        stamp(old).unlink(missing_ok=True)
    if not install(what):
        return say(f"could not install, so nothing was run; the whole output: {LOG.relative_to(ROOT)}", 1)
    for done in ("run", what):
        stamp(done).write_text(wanted(), "utf-8")
    print(f"Set up in {time.monotonic() - began:.0f} s.", flush=True)
    return 0


def wanted() -> str:
    """Return the digest of everything an installation depends on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    parts = [project["build-system"], project["project"], (ROOT / "constraints.txt").read_text("utf-8")]
    return hashlib.sha256(json.dumps([*parts, origin()], sort_keys=True).encode()).hexdigest()


def origin() -> str:
    """Return what an environment cannot outlive: its Python and its place."""
    return f"{version()} {VENV}"


def fits() -> bool:
    """Say whether the environment that stands was made by this Python, in this place."""
    made = VENV / "origin"
    return python().is_file() and made.is_file() and made.read_text("utf-8") == origin()


def make() -> bool:
    """Make an empty environment; say whether it worked."""
    shutil.rmtree(VENV, ignore_errors=True)
    base = getattr(sys, "_base_executable", sys.executable)  # the environment may be what runs this
    if not succeeds([base, "-m", "venv", str(VENV)]):
        return False
    (VENV / "origin").write_text(origin(), "utf-8")
    return True


def install(what: str) -> bool:
    """Install the package in place, in exactly the versions of constraints.txt; say whether it worked."""
    pip = [str(python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    return succeeds([*pip, "--constraint", "constraints.txt", "--editable", WHAT[what]])


def succeeds(command: list[str]) -> bool:
    """Run a command without a sound; show the end of what it printed when it fails."""
    constrained = {**os.environ, "PIP_BUILD_CONSTRAINT": "constraints.txt"}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=constrained,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if VENV.is_dir():
        LOG.write_bytes(done.stdout)
    if done.returncode:
        print(*done.stdout.decode("utf-8", "replace").splitlines()[-LAST_LINES:], sep="\n", file=sys.stderr)
    return done.returncode == 0


def python() -> Path:
    """Return the environment's interpreter."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(what: str) -> Path:
    """Return the file that says this much is installed."""
    return VENV / f"{what}.done"


def version() -> str:
    """Return this Python's version as people say it."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def say(sentence: str, code: int) -> int:
    """Print one sentence for a person, and return the exit code that goes with it."""
    print(sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
