"""Fetch the real client that tests run: `python tools/clients.py` puts it into .clients, once.

Only what npm can give is fetched. Where it cannot, the tests that need it are skipped, and say so loudly.
The package for this system holds the client as one program: no Node is needed to run it.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".clients"
PACKAGE = "@anthropic-ai/claude-code"
VERSION = "2.1.327"  # the tests' facts were measured on it; a newer one is tried by changing this line
OTHER = "BATON_CLAUDE"  # names another program to test with
SYSTEMS = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}
MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
PATIENCE = 300  # seconds for npm


def main() -> int:
    """Fetch the client, say what came of it; not having it is no failure."""
    found = claude()
    if found is None:
        problem = fetch()
        found = claude()
        if problem or found is None:
            print(f"note: no Claude Code to test with: {problem or 'npm gave no program'}", flush=True)
            print("note: the tests with the real client are SKIPPED", flush=True)
            return 0
    print(f"Claude Code to test with: {found}", flush=True)
    return 0


def claude() -> Path | None:
    """Return the program to test with, None where there is none."""
    if named := os.environ.get(OTHER):
        return Path(named)
    package = FOLDER / "node_modules" / name()
    program = package / ("claude.exe" if os.name == "nt" else "claude")
    try:
        about = json.loads((package / "package.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return program if program.is_file() and about.get("version") == VERSION else None


def name() -> str:
    """Return the package that holds the program for this system."""
    system = SYSTEMS.get(platform.system(), platform.system().lower())
    return f"{PACKAGE}-{system}-{MACHINES.get(platform.machine().lower(), platform.machine().lower())}"


def fetch() -> str:
    """Have npm put the client into its folder; return why it could not, "" where it could."""
    npm = shutil.which("npm")
    if npm is None:
        return "there is no npm here"
    FOLDER.mkdir(exist_ok=True)
    asked = [npm, "install", "--no-save", "--prefix", str(FOLDER), f"{name()}@{VERSION}"]
    try:
        done = subprocess.run(asked, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"npm took more than {PATIENCE} s"
    return "" if done.returncode == 0 else f"npm failed: {done.stderr.strip()[-300:]}"


if __name__ == "__main__":
    sys.exit(main())
