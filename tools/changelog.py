"""Move all fragments of changelog.d into CHANGELOG.md: `python tools/changelog.py VERSION DATE`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = "<!-- releases -->\n"
TYPES = ("added", "changed", "fixed", "removed")
NAME = re.compile(rf"[a-z0-9-]+\.({'|'.join(TYPES)})\.md")


def main(arguments: list[str]) -> int:
    """Write the release and take the fragments away."""
    if len(arguments) != 2 or not re.fullmatch(r"\d{4}-\d\d-\d\d", arguments[1]):  # noqa: PLR2004 - version and date
        print("usage: python tools/changelog.py VERSION YYYY-MM-DD", file=sys.stderr)
        return 2
    return release(ROOT, *arguments)


def release(root: Path, version: str, date: str) -> int:
    """Put the fragments on top of the changelog under one version; return the exit code."""
    found = fragments(root / "changelog.d")
    if not found:
        print("found no fragment in changelog.d; nothing to release", file=sys.stderr)
        return 1
    changelog = root / "CHANGELOG.md"
    before, mark, after = changelog.read_text("utf-8").partition(MARK)
    section = f"\n## {version} ({date})\n\n{items(found)}\n"
    changelog.write_bytes(f"{before}{mark}{section}{after}".encode())
    for fragment in found:
        fragment.unlink()
    return 0


def fragments(folder: Path) -> list[Path]:
    """Return all fragments, by type and then by name; refuse a file that is none."""
    files = sorted(f for f in folder.iterdir() if f.name != "README.md")
    for file in files:
        if not NAME.fullmatch(file.name):
            message = f"{file.name} is no fragment; call it words-of-the-change.{'|'.join(TYPES)}.md"
            raise SystemExit(message)
    return sorted(files, key=lambda file: (TYPES.index(kind(file)), file.name))


def items(found: list[Path]) -> str:
    """Return the fragments as one list per type."""
    lists = []
    for type_ in TYPES:
        texts = [f"- {' '.join(f.read_text('utf-8').split())}" for f in found if kind(f) == type_]
        lists += ["\n".join([f"{type_.capitalize()}:", "", *texts])] if texts else []
    return "\n\n".join(lists)


def kind(fragment: Path) -> str:
    """Return the type in a fragment's name."""
    return fragment.name.split(".")[-2]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
