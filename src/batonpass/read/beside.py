"""Which handoff a file belongs to. On the fast path."""

import os

from batonpass.model.files import MANIFEST
from batonpass.model.may_be_json import fields


class Found:
    """A file of a handoff, and the handoff."""

    __slots__ = ("folder", "name", "root")

    def __init__(self, root: str, folder: str, name: str) -> None:
        """Hold the handoff's directory, and the file's name in it."""
        self.root, self.folder, self.name = root, folder, name

    @property
    def manifest(self) -> str:
        """Return the path of the manifest, relative to the root."""
        return os.path.relpath(os.path.join(self.folder, MANIFEST), self.root).replace(os.sep, "/")

    def about(self) -> dict[str, object]:
        """Return what the manifest says, nothing where nobody can read it."""
        try:
            with open(os.path.join(self.folder, MANIFEST), "rb") as file:
                return fields(file.read())
        except OSError:
            return {}


def file_of_a_handoff(root: str, artifacts: str, path: str) -> Found | None:
    """Return the handoff beside whose manifest a file stands, None where it belongs to none."""
    place = os.path.realpath(os.path.join(root, os.path.expanduser(path)))
    home = os.path.realpath(os.path.join(root, artifacts))
    if not place.startswith(home + os.sep):
        return None
    folder = os.path.dirname(place)
    while len(folder) > len(home):
        if os.path.isfile(os.path.join(folder, MANIFEST)):
            return Found(os.path.realpath(root), folder, os.path.relpath(place, folder).replace(os.sep, "/"))
        folder = os.path.dirname(folder)
    return None
