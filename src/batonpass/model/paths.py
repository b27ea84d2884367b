"""Paths that stay inside, and names that fit into them."""

import os
import unicodedata

from batonpass.model.errors import Outside

SLUG_LENGTH = 40  # keeps {root}/{agent}/{stamp}-{slug}-{id}/ well under Windows' 260 characters


def inside(root: str, path: str) -> str:
    """Return the absolute path of `path` below `root`; raise when it leads out, links followed."""
    real_root = os.path.realpath(root)
    real = os.path.realpath(os.path.join(real_root, path))
    if real != real_root and not real.startswith(real_root.rstrip(os.sep) + os.sep):
        raise Outside(
            f"{path} leads out of {root}",
            wanted="a path inside the root",
            todo="name a file below it, or set --root",
        )
    return real


def relative(root: str, path: str) -> str:
    """Return `path` as the POSIX path below `root`, or "" when it lies elsewhere."""
    real, real_root = os.path.realpath(path), os.path.realpath(root)
    if real != real_root and not real.startswith(real_root.rstrip(os.sep) + os.sep):
        return ""
    return os.path.relpath(real, real_root).replace(os.sep, "/")


def slug(text: str, length: int = SLUG_LENGTH) -> str:
    """Return `text` as lower-case words joined by hyphens, cut at a word, "untitled" when empty."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    joined = "".join(c if c.isalnum() else "-" for c in folded)
    words = [w for w in joined.split("-") if w]
    kept = ""
    for word in words:
        longer = f"{kept}-{word}" if kept else word
        if len(longer.encode()) > length:
            break
        kept = longer
    return kept or (words[0].encode()[:length].decode("utf-8", "ignore") if words else "untitled")


def is_test(path: str) -> bool:
    """Say whether a path is a test's, by the words of its name."""
    words = (
        path.casefold().replace("\\", "/").replace(".", "/").replace("_", "/").replace("-", "/").split("/")
    )
    return not {"test", "tests", "spec", "specs", "__tests__"}.isdisjoint(words)
