"""The project that the seed's three examples speak of: their manifests, and every file they name."""

import json
from pathlib import Path
from typing import Any

SEED = Path(__file__).parent / "seed"
NAMES = ("research", "plan", "implementation")
# What stands behind the names that are directories or patterns in the examples.
BEHIND = (
    "artifacts/backend-architect/2025-10-21-oauth2-impl/implementation-notes.md",
    "src/middleware/csrf.ts",
)


def examples() -> dict[str, dict[str, Any]]:
    """Return the three manifests by type."""
    return {name: json.loads((SEED / f"{name}.json").read_bytes()) for name in NAMES}


def build(root: Path) -> dict[str, Path]:
    """Lay the project out below a folder; return where each manifest stands."""
    manifests = {}
    for name, manifest in examples().items():
        directory = root / manifest["artifacts_directory"]
        for path in (*manifest["files_created"], *BEHIND):
            _write(root / path)
        for named in manifest["detail_files"]:
            if not set(named) & set("*?["):
                _write(directory / named)
        manifests[name] = directory / "manifest.json"
        manifests[name].write_bytes((SEED / f"{name}.json").read_bytes())
    return manifests


def _write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{path.name}: what the OAuth2 story left here.\n", "utf-8")


def below(root: Path) -> dict[str, str]:
    """Return every file below a folder with its text, by POSIX path."""
    return {
        p.relative_to(root).as_posix(): p.read_text("utf-8") for p in sorted(root.rglob("*")) if p.is_file()
    }
