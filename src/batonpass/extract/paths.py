"""Paths of files inside running text, told apart from everything else that has dots and slashes."""

import re
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

from batonpass.tables.load import words

# Code spans, and bare tokens with a dot or a slash in them. Brackets are part of paths: app/[id]/(auth)/page.tsx
TICKED = re.compile(r"`+([^`]+?)`+")
BARE = re.compile(
    r"(?<![\w/@`.:-])(?:[A-Za-z]:\\|~/|/|\.{1,2}/)?(?:[\w@.+$*~-]|\[[^\]\s]*\]|\([\w.-]+\)(?=/)|\{[^}\s]*\})+"
    r"(?:[/\\](?:[\w@.+$*~-]|\[[^\]\s]*\]|\([\w.-]+\)(?=/)|\{[^}]*\})+)*/?"
)
MAYBE = re.compile(r"[\w*\])}]\.[A-Za-z{*]|[\w*\])}][/\\][\w.\[({*@]|(?:^|\s|`)\.[a-z]")
LINES = re.compile(
    r"(?:#L?\d+(?:-L?\d+)?|:L?\d+(?:[-–:,]\s?L?\d+)*|\s*\(lines? [\d–-]+\)|\s+[Ll]\d+(?:[-–]\d+)?)$"
)
URL = re.compile(r"^(?:https?|ftp|file|git|ssh|mailto|data|ws|wss):|^www\.|://")
NUMERIC = re.compile(r"^[\dv.:x_-]+$", re.IGNORECASE)
HOME = re.compile(
    r"^(?:[A-Za-z]:)?/?(?:Users|home)/[^/]+/|^[A-Za-z]:/|^~/|^/(?:root|workspace|app|repo|tmp|var|srv|opt|mnt)/"
)
BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
MOST_ALTERNATIVES = 32
STRANGE = re.compile(r"[a-z][a-z0-9]{1,4}")  # what a suffix looks like that is on no list


PLAIN_PATH = re.compile(r"[\w.][\w.@\[\]()*-]*(?:/[\w.@\[\]()*-]+)*/?")
DOTTED = ("rc", "ignore", "env", "config", "attributes", "keep")
UNFILLED = re.compile(r"\{[A-Z0-9_-]+\}|<[^<>]+>")  # `logs/{SESSION}.txt` names no file
BARE_NAME = re.compile(r"\b(?:[A-Z][A-Za-z]*file|justfile|LICENSE|CODEOWNERS|NOTICE|VERSION|AUTHORS)\b")


class Place(NamedTuple):
    """A path, and where it stands in the text."""

    path: str
    start: int
    end: int


@cache
def known() -> tuple[frozenset[str], frozenset[str], frozenset[str], frozenset[str], frozenset[str]]:
    """Return suffixes, suffixes that need a folder, bare names, roots, and what only looks like a file."""
    lists = words("changes")["suffixes"]
    names = ("known", "ambiguous", "bare", "roots", "not_files")
    suffixes, ambiguous, bare, roots, not_files = (frozenset(lists[n]) for n in names)
    return suffixes, ambiguous, bare, roots, not_files


@lru_cache(maxsize=4096)
def paths_in(text: str) -> tuple[Place, ...]:
    """Return the paths in a text, in order; braces become one path each."""
    if not MAYBE.search(text) and not holds_bare_name(text):
        return ()
    found: list[Place] = []
    outside = text
    if "`" in text:
        for span in TICKED.finditer(text):
            if MAYBE.search(span[1]) or span[1] in known()[2]:
                found += placed(span[1], span.start(), span.end())
        outside = TICKED.sub(lambda span: " " * len(span[0]), text)
    if MAYBE.search(outside) or holds_bare_name(outside):
        for token in BARE.finditer(outside):
            if MAYBE.search(token[0]) or token[0] in known()[2]:
                found += placed(token[0], token.start(), token.end())
    return tuple(sorted(found, key=lambda place: place.start))


def holds_bare_name(text: str) -> bool:
    """Tell whether a text names one of the files that carry no suffix."""
    return BARE_NAME.search(text) is not None


def placed(token: str, start: int, end: int) -> list[Place]:
    """Return a token as places, none where it is no path."""
    parts = [token] if "{" in token else re.split(r",\s+|\s+\+\s+|\s+and\s+|\s*;\s*", token)
    cleaned = (clean(part) for part in parts)
    return [Place(path, start, end) for one in cleaned if one for path in expanded(one)]


@lru_cache(maxsize=4096)
def clean(token: str) -> str:
    """Return a token as a path relative to its repository, "" where it is none."""
    if UNFILLED.search(token):
        return ""
    path = LINES.sub("", token.strip(" \t`'\"*,;:<>!?"))
    path = path.rstrip(".").rstrip(",;:") if not path.endswith("...") else ""
    if not path or URL.search(path) or any(c.isspace() for c in path) or path.endswith("()"):
        return ""
    path = repository_relative(path.replace("\\", "/"))
    return path if is_file(path) else ""


def repository_relative(path: str) -> str:
    """Return a path without the machine it was written on."""
    while path.startswith(("./", "../")):
        path = path[path.index("/") + 1 :]
    if HOME.match(path):
        rest = HOME.sub("", path)
        segments = rest.split("/")
        roots = known()[3]
        inside = next((i for i, s in enumerate(segments[:-1]) if s in roots), 0)
        return "/".join(segments[inside:])
    return path


def is_file(path: str) -> bool:
    """Tell whether a cleaned token names a file."""
    _, _, bare, _, not_files = known()
    folder, _, name = path.rpartition("/")
    if not name or name in not_files or "node_modules" in path or path.startswith(("@", "-", "$", "*.")):
        return False
    if not any(c.isalpha() for c in name) or NUMERIC.match(name) or ("(" in name and ")" not in name):
        return False
    return name in bare or has_suffix(folder, name)


def has_suffix(folder: str, name: str) -> bool:
    """Tell a file by what stands behind its last dot, and by where it lies."""
    suffixes, ambiguous, *_ = known()
    stem, dot, suffix = name.rpartition(".")
    suffix = suffix.rstrip("}])").lstrip("{").split(",", maxsplit=1)[0].lower()
    if not dot:
        return bool(folder) and name.endswith("*")
    if not stem:
        return suffix == "env" or suffix.endswith(DOTTED) or (bool(folder) and suffix not in suffixes)
    if suffix not in suffixes:
        return lies_deep(folder) and STRANGE.fullmatch(suffix) is not None
    return bool(folder) or suffix not in ambiguous


def lies_deep(folder: str) -> bool:
    """Tell a place in a repository, where a suffix nobody knows is a file's too: tests/data/old.mrc; no host's name."""
    first, _, rest = folder.partition("/")
    return "." not in first and (bool(rest) or first in known()[3])


def named_paths(text: str) -> tuple[Place, ...]:
    """Return the paths of a text that can only name files: folders and names without suffix count too."""
    found = list(paths_in(text))
    taken = {place.start for place in found}
    for span in TICKED.finditer(text):
        path = LINES.sub("", span[1].strip())
        bare = "/" in path.strip("/") or path.endswith("/")
        if span.start() not in taken and bare and PLAIN_PATH.fullmatch(path):
            found.append(Place(path.removeprefix("./"), span.start(), span.end()))
    return tuple(sorted(found, key=lambda place: place.start))


def expanded(path: str) -> list[str]:
    """Return every path that braces stand for."""
    groups = BRACES.findall(path)
    if not groups:
        return [path]
    options = [[option.strip() for option in group.split(",")] for group in groups]
    pieces = BRACES.split(path)[::2]
    paths = []
    for choice in list(product(*options))[:MOST_ALTERNATIVES]:
        joined = pieces[0] + "".join(c + p for c, p in zip(choice, pieces[1:], strict=True))
        paths.append(joined)
    return paths
