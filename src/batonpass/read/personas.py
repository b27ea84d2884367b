"""Who can be called in a session: agent definitions, and personas that stand as commands."""

import os
from glob import glob

from batonpass.model.paths import relative
from batonpass.read.agents import definitions
from batonpass.tables import load

SKILL = "SKILL.md"  # of a folder that bears the persona's name


def personas(root: str) -> dict[str, str]:
    """Return name → profile, POSIX, relative to the root; a command's profile counts before a subagent's."""
    found: dict[str, str] = {}
    for folder in folders(root):
        for name in sorted(os.listdir(folder)):
            stem, suffix = os.path.splitext(name)
            path, skill = os.path.join(folder, name), os.path.join(folder, name, SKILL)
            if suffix == ".md" and stem.casefold() != "readme" and os.path.isfile(path):
                found.setdefault(stem, relative(root, path))
            elif os.path.isfile(skill):
                found.setdefault(name, relative(root, skill))
    return {**{name: path for name, path in definitions(root).items() if name not in found}, **found}


def folders(root: str) -> list[str]:
    """Return the folders personas stand in, as far as they are there."""
    patterns: list[str] = load.table("switch")["personas_in"]
    hits = [hit for pattern in patterns for hit in sorted(glob(pattern, root_dir=root, recursive=True))]
    return [path for hit in dict.fromkeys(hits) if os.path.isdir(path := os.path.join(root, hit))]


def watched(root: str) -> list[str]:
    """Return what changes where a persona comes or goes: its folders, and those in which new ones would be made."""
    patterns: list[str] = load.table("switch")["personas_in"]
    above = {os.path.join(root, pattern.split("/**", 1)[0]) for pattern in patterns}
    inside = {os.path.dirname(folder) for folder in folders(root)}
    return sorted(above | inside | set(folders(root)))
