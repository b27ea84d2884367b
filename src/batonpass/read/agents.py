"""The agents a project defines: definition files in the folders clients look into."""

import os
import re

from batonpass.model.paths import relative
from batonpass.tables import load

FOLDER_FILES = ("AGENT.md", "agent.md")
NAME = re.compile(r"^name:\s*[\"']?([\w .-]+?)[\"']?\s*$", re.MULTILINE)


def definitions(root: str) -> dict[str, str]:
    """Return agent name → definition file, POSIX, relative to the root."""
    found: dict[str, str] = {}
    for folder in load.table("hosts")["agent_folders"]:
        for path in sorted(_markdown(os.path.join(root, folder))):
            found.setdefault(name_of(path), relative(root, path))
    return found


def definition_files(root: str) -> tuple[str, ...]:
    """Return every definition file, also those of one name: each client reads its own."""
    folders = [os.path.join(root, folder) for folder in load.table("hosts")["agent_folders"]]
    return tuple(relative(root, path) for folder in folders for path in sorted(_markdown(folder)))


def definition_at(root: str, path: str) -> str:
    """Return the definition file a person means by a file or a folder, "" when there is none below the root."""
    real = os.path.realpath(os.path.join(root, path))
    if os.path.isdir(real):
        inner = [os.path.join(real, name) for name in FOLDER_FILES]
        real = next((file for file in inner if os.path.isfile(file)), real)
    return relative(root, real) if os.path.isfile(real) else ""


def _markdown(folder: str) -> list[str]:
    if not os.path.isdir(folder):
        return []
    files = []
    for entry in os.scandir(folder):
        if entry.is_dir():
            inner = (os.path.join(entry.path, name) for name in FOLDER_FILES)
            files += [file for file in inner if os.path.isfile(file)][:1]
        elif entry.name.endswith(".md"):
            files.append(entry.path)
    return files


def name_of(path: str) -> str:
    """Return the name a definition gives itself, else its file's or folder's name."""
    with open(path, encoding="utf-8", errors="replace") as file:
        head = file.read(4096)
    if head.startswith("---") and (named := NAME.search(head.split("\n---", 1)[0])):
        return named.group(1)
    stem = os.path.splitext(os.path.basename(path))[0]
    return os.path.basename(os.path.dirname(path)) if stem.casefold() == "agent" else stem
