"""Where the published handoffs are, found on the disk alone."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress

from batonpass.model.files import MANIFEST
from batonpass.model.handoff import Handoff
from batonpass.model.may_be_json import NO_JSON
from batonpass.model.paths import inside, relative
from batonpass.store import latest
from batonpass.store.describe import describe
from batonpass.store.names import may_be, segment

ROLE_FILE = re.compile(r"handoff_.+\.json")
OURS = re.compile(r"manifest(\.\d+)?\.json")


class Places:
    """Paths of one project's artifacts, as the disk and as manifests spell them."""

    def __init__(self, root: str, artifacts: str) -> None:
        """Take the artifacts' folder relative to the root, or anywhere else when it is absolute."""
        self.root = os.path.realpath(root)
        self.artifacts = os.path.realpath(os.path.join(self.root, artifacts))

    def agent(self, name: str) -> str:
        """Return the folder of an agent's handoffs."""
        return inside(self.artifacts, segment(name))

    def spelled(self, path: str) -> str:
        """Return a directory as manifests name it: POSIX, relative to the root where it is inside, the root as ""."""
        inner = relative(self.root, path)
        return "" if inner == "." else (inner or path.replace(os.sep, "/")).rstrip("/") + "/"

    def on_disk(self, directory: str) -> str:
        """Return the path of a directory that a manifest or the ledger names."""
        return os.path.normpath(os.path.join(self.root, directory))

    def is_published(self, path: str) -> bool:
        """Say whether a path is `{artifacts}/{agent}/{handoff}`: what may be changed or removed."""
        return os.path.dirname(os.path.dirname(os.path.realpath(path))) == self.artifacts

    def stands(self, handoff: Handoff) -> bool:
        """Say whether its manifest is there."""
        return os.path.isfile(os.path.join(self.on_disk(handoff.directory), handoff.file))

    def load(self, directory: str, file: str = MANIFEST) -> Handoff:
        """Return a handoff from its files."""
        with open(os.path.join(directory, file), "rb") as manifest:
            data = manifest.read()
        handoff = describe(data, None, self.spelled(directory), file)
        proof = os.path.join(directory, handoff.proof)
        if not os.path.isfile(proof):
            return handoff
        with open(proof, "rb") as beside:
            return describe(data, beside.read(), handoff.directory, file)

    def all(self) -> Iterator[Handoff]:
        """Yield every published handoff that has an id, in the order of the names."""
        for agent in _folders(self.artifacts):
            yield from self.of_folder(agent)

    def of_folder(self, folder: str) -> Iterator[Handoff]:
        """Yield the handoffs in an agent's folder, oldest first."""
        for directory in _folders(folder):
            with suppress(FileNotFoundError, NotADirectoryError):  # removed while we look
                handoff = self.load(directory)
                if handoff.id:
                    yield handoff

    def standing(self, agent: str, handoff_id: str) -> Handoff | None:
        """Return the published handoff of this id among an agent's own, without any index."""
        found = (h for h in self._begun(self.agent(agent), handoff_id) if h.id == handoff_id)
        return next(found, None)

    def begun(self, prefix: str) -> Iterator[Handoff]:
        """Yield every published handoff whose id begins so, told by the directories' names."""
        for agent in _folders(self.artifacts):
            yield from (h for h in self._begun(agent, prefix) if h.id.startswith(prefix))

    def _begun(self, folder: str, prefix: str) -> Iterator[Handoff]:
        for directory in _folders(folder):
            if may_be(os.path.basename(directory), prefix):
                with suppress(FileNotFoundError):
                    yield self.load(directory)

    def at(self, path: str) -> Handoff | None:
        """Return the handoff a path means: its directory, its manifest, or any other file of it."""
        for base in (self.root, os.getcwd()):  # a person's path may be relative to either
            real = os.path.realpath(_through_latest(os.path.join(base, path)))
            if not os.path.exists(real):
                continue
            directory, file = (real, "") if os.path.isdir(real) else os.path.split(real)
            if OURS.fullmatch(file):
                return self.load(directory, file)
            if around := self._around(directory) or self._of_role(directory, file):
                return self.load(around)
            if os.path.dirname(directory) == self.artifacts and not file:  # an agent's own folder
                return self._newest_in(directory)
            if file.endswith(".json"):
                return self.load(directory, file)
        return None

    def _of_role(self, directory: str, file: str) -> str:
        """Return the directory of the handoff that a role's file is a view of, "" for any other file."""
        if not ROLE_FILE.fullmatch(file):
            return ""
        with open(os.path.join(directory, file), "rb") as role, suppress(*NO_JSON, TypeError, KeyError):
            told = json.loads(role.read())
            path = self.on_disk(str(told["artifacts"]["manifest"]))
            if self.is_published(os.path.dirname(path)) and os.path.isfile(path):
                return os.path.dirname(path)
        return ""

    def _around(self, directory: str) -> str:
        """Return the handoff's directory a path lies in, "" when it lies in none."""
        while not os.path.isfile(os.path.join(directory, MANIFEST)):
            if directory in (self.artifacts, os.path.dirname(directory)) or not relative(
                self.artifacts, directory
            ):
                return ""
            directory = os.path.dirname(directory)
        return directory

    def newest(self, agent: str) -> Handoff | None:
        """Return what an agent's `latest` stands for."""
        return self._newest_in(self.agent(agent))

    def _newest_in(self, folder: str) -> Handoff | None:
        name = latest.read(folder)
        path = os.path.join(folder, name)
        return self.load(path) if name and os.path.isfile(os.path.join(path, MANIFEST)) else None


def _folders(path: str) -> list[str]:
    """Return the visible real directories in a folder, sorted; links, `latest` above all, are not followed."""
    if not os.path.isdir(path):
        return []
    with os.scandir(path) as entries:
        found = [e.path for e in entries if not e.name.startswith(".") and e.is_dir(follow_symlinks=False)]
    return sorted(found)


def _through_latest(path: str) -> str:
    """Follow a `latest` that is a text file, as the system itself follows a link."""
    parts = path.replace("\\", "/") if os.name == "nt" else path
    for end in ("/latest/", "/latest"):
        folder, found, rest = parts.partition(end)
        if found and (not rest or end.endswith("/")) and (name := latest.read(folder)):
            return os.path.join(folder, name, rest)
    return path
