"""`{agent}/latest`: a relative link to the newest handoff, or a text file that names it."""

import os
from contextlib import suppress

from batonpass.store import files

LATEST = "latest"


def read(folder: str) -> str:
    """Return the directory name `latest` stands for, "" when there is none or it is gone."""
    path = os.path.join(folder, LATEST)
    try:
        name = os.readlink(path)
    except FileNotFoundError:
        return ""
    except OSError:  # no link: the text file of systems without them
        name = _text(path)
    # A link that was not written by us may point anywhere; only a neighbour is a handoff.
    known = name == os.path.basename(name) and os.path.isdir(os.path.join(folder, name))
    return name if known else ""


def _text(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    with open(path, "rb") as file:
        return file.read(1024).decode("utf-8", "replace").strip()


def write(folder: str, name: str) -> None:
    """Point `latest` at a directory beside it; a reader sees the old one or the new one."""
    path = os.path.join(folder, LATEST)
    temporary = files.temporary_beside(path)
    try:
        try:
            os.symlink(name, temporary, target_is_directory=True)
        except (OSError, NotImplementedError):  # no right to make links, or a file system without them
            files.put(temporary, name.encode() + b"\n")
        files.replace(temporary, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def remove(folder: str) -> None:
    """Take `latest` away."""
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, LATEST))
