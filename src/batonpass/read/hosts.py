"""What hosts keep on this machine and in a project: settings, trust, programs."""

import json
import os
import shutil
import subprocess
import sys
import time
from typing import Any

from batonpass.model.health import HostSettings
from batonpass.model.may_be_json import NO_JSON
from batonpass.tables import load

CLAUDE_CODE = "claude-code"
PATIENCE = 20  # seconds; a client's own start takes less than one
RUNS = 5


def found(root: str) -> str:
    """Return the host that is used here, "" where none shows."""
    signs = (os.path.join(root, ".claude"), os.path.join(root, "CLAUDE.md"), claude_home())
    return CLAUDE_CODE if any(map(os.path.exists, signs)) or shutil.which("claude") else ""


def program() -> tuple[str, ...]:
    """Return what starts the `baton` of the Python running now, past any shim before it."""
    script = os.path.join(os.path.dirname(sys.executable), "baton.exe" if os.name == "nt" else "baton")
    return (script,) if os.path.isfile(script) else (sys.executable, "-m", "batonpass")


def claude_home() -> str:
    """Return the folder Claude Code keeps its own files in."""
    return os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude")


def claude_settings(root: str) -> tuple[HostSettings, ...]:
    """Return the settings files that are there, the weakest first."""
    places = claude_places(root)
    return tuple(HostSettings(path, scope, _values(path)) for scope, path in places if os.path.isfile(path))


def claude_places(root: str) -> tuple[tuple[str, str], ...]:
    """Return where settings may stand, with their scope, the weakest first."""
    host = load.table("hosts")["claude_code"]
    return (
        ("user", os.path.join(claude_home(), "settings.json")),
        ("project", os.path.join(root, host["settings"])),
        ("local", os.path.join(root, host["local"])),
        *(("managed", path) for path in host["managed"]),
    )


def claude_trusts(root: str) -> bool | None:
    """Tell whether a person said that they trust this folder; None where nobody was ever asked."""
    home = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.expanduser("~")
    projects = (_values(os.path.join(home, ".claude.json")) or {}).get("projects")
    about = projects.get(os.path.realpath(root)) if isinstance(projects, dict) else None
    return bool(about.get("hasTrustDialogAccepted")) if isinstance(about, dict) else None


def claude_plugins(root: str) -> tuple[str, ...]:
    """Return the plugins that are switched on for this project, by name."""
    names: dict[str, bool] = {}
    for settings in claude_settings(root):
        enabled = (settings.values or {}).get("enabledPlugins")
        names |= enabled if isinstance(enabled, dict) else {}
    return tuple(sorted(name for name, on in names.items() if on))


def claude_version() -> str:
    """Return the version of the client on the PATH, "" where there is none that answers."""
    try:
        done = subprocess.run(
            ["claude", "--version"], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.split()[0] if done.stdout.split() else ""


def start(command: str, root: str) -> tuple[bool, float]:
    """Run a hook's command with nothing to say: does it find us, and how many times a bare Python's start it takes."""
    asked = ["sh", "-c", command]
    times, said = _timed(asked, {"CLAUDE_PROJECT_DIR": root})
    bare, _ = _timed([sys.executable, "-c", "pass"], {})
    return said != "", times / bare if bare else 0.0


def _timed(command: list[str], more: dict[str, str]) -> tuple[float, str]:
    """Return the best of a few runs in seconds, and what it said."""
    best, said = 0.0, ""
    for _ in range(RUNS):
        began = time.perf_counter()
        try:
            done = subprocess.run(
                command,
                env=os.environ | more,
                input=b"{}",
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return 0.0, ""
        took = time.perf_counter() - began
        best, said = min(best or took, took), done.stdout.decode("utf-8", "replace").strip()
    return best, said


def _values(path: str) -> dict[str, Any] | None:
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read())
    except (OSError, *NO_JSON):
        return None
    return value if isinstance(value, dict) else None
