"""Names that are safe path segments everywhere, and still say what they name."""

import os
import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256

from batonpass.model.errors import WrongUse
from batonpass.model.paths import slug
from batonpass.tables import load

# What Windows keeps for devices, whatever the suffix.
DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
ID = re.compile(r"[a-z0-9]{6,64}")  # lower case: some file systems fold it
KEPT = "-_."
UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f<>:"/\\|?*]')  # in a file name, on some system


def segment(name: str) -> str:
    """Return a name as one path segment: itself where it can be, else changed, with a digest to stay apart."""
    name = unicodedata.normalize("NFC", name)  # as macOS would
    most = load.limits()["store"]["agent_bytes"]
    kept = "".join(c if c.isalnum() or c in KEPT else "-" for c in name).strip("-. ")
    device = DEVICES.fullmatch(kept) or kept.lower() == "latest"
    if kept and kept == name and not device and len(kept.encode()) <= most:
        return kept
    digest = sha256(name.encode("utf-8", "replace")).hexdigest()[:6]
    return f"{_cut(kept, most - len(digest) - 1) or 'unnamed'}-{digest}"


def free_name(name: str, taken: set[str]) -> str:
    """Return one file name for the copy of a file: its own where it can be, numbered where it is taken; and take it."""
    last = file_name(name.rstrip("/").rsplit("/", 1)[-1])
    fitting, number = last, 1
    while fitting.casefold() in taken or is_ours(fitting):
        number += 1
        fitting = _numbered(last, number)
    taken.add(fitting.casefold())
    return fitting


def _numbered(name: str, number: int) -> str:
    stem, suffix = _apart(name)
    end = f"-{number}{suffix}"
    return _cut(stem, load.limits()["store"]["file_bytes"] - len(end.encode())) + end


def file_name(name: str) -> str:
    """Return a file's name as every system can have it."""
    text = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode())
    safe = UNSAFE.sub("-", text).strip().rstrip(". ") or "source"
    if device := DEVICES.fullmatch(safe):
        safe = f"{device[1]}-{device[2] or ''}"  # the part before the first dot is what Windows looks at
    return _cut(safe, load.limits()["store"]["file_bytes"])


def is_ours(name: str) -> bool:
    """Say whether a file of this name is written by the store itself."""
    return bool(re.fullmatch(r"(?i)(manifest|proof)(\.\d+)?\.json|brief\.md|handoff\.json", name))


def directory_name(timestamp: str, scope: str, handoff_id: str, *, taken: bool = False) -> str:
    """Return `{YYYY-MM-DDTHHMMSSZ}-{scope-slug}-{id6}`; sorted by name is sorted by time."""
    if not TIMESTAMP.fullmatch(timestamp):
        raise WrongUse(f"timestamp {timestamp!r}", wanted="UTC in whole seconds, as 2026-01-31T23:59:59Z")
    if not ID.fullmatch(handoff_id):
        raise WrongUse(f"handoff id {handoff_id!r}", wanted="6 to 64 lower-case letters and digits")
    limits = load.limits()["store"]
    shown = handoff_id[: limits["id_chars_taken" if taken else "id_chars"]]
    return f"{timestamp.replace(':', '')}-{slug(scope)}-{shown}"


def may_be(directory: str, begun: str) -> bool:
    """Say whether a directory's name allows its handoff's id to begin so."""
    tail = directory.rsplit("-", 1)[-1]
    return tail.startswith(begun) or begun.startswith(tail)


def check_artifacts(names: Sequence[str]) -> None:
    """Refuse file names that could leave the handoff, or become one file on some system."""
    seen: dict[str, str] = {}
    for name in names:
        if any(file_name(part) != unicodedata.normalize("NFC", part) for part in name.split("/")):
            raise WrongUse(f"a file called {name!r}", wanted="a name that is safe on every system")
        other = seen.setdefault(unicodedata.normalize("NFC", name).casefold(), name)
        if other != name or is_ours(name):
            raise WrongUse(f"a file called {name!r}", wanted=f"a name apart from {other!r} and our own files")


def _cut(text: str, most: int) -> str:
    """Cut to so many bytes of UTF-8, keeping the file type."""
    if len(text.encode()) <= most:
        return text
    stem, suffix = _apart(text)
    head = stem.encode()[: most - len(suffix.encode())]
    return head.decode("utf-8", "ignore").rstrip("-. ") + suffix


def _apart(name: str) -> tuple[str, str]:
    """Return a name without its file type, and the type; a dot early in a long name begins none."""
    stem, suffix = os.path.splitext(name)
    return (
        (stem, suffix)
        if suffix[1:].isalnum() and len(suffix) <= load.limits()["store"]["type_chars"]
        else (name, "")
    )
