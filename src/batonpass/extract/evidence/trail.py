"""What became of files, as one thing after the other was done to them: undone is as if never done."""

import re
from collections.abc import Iterator

from batonpass.model.fact import Change
from batonpass.model.pattern import matched, matching
from batonpass.model.source import Span

SURE, LIKELY, MAYBE = 1.0, 0.6, 0.4
STARS = re.compile(r"\*\*/|\*\*|\*")  # each stands for one group of what matched
FAINT = 0.2  # no more than an explanation of what git shows


class File:
    """One file: whether it was there at first, whether it is there now, and who saw to that."""

    __slots__ = (
        "agent",
        "by",
        "changed",
        "first",
        "moved_from",
        "now",
        "spans",
        "sure",
        "was_read",
        "written",
    )

    def __init__(self, *, first: bool | None, now: bool) -> None:
        """Begin with what is known of it."""
        self.first, self.now = first, now  # None: nobody knows whether it was there
        self.changed = self.was_read = self.written = False
        self.moved_from = ""  # its name when it was first seen
        self.spans: dict[
            Span, None
        ] = {}  # in order, each once: a long session writes one file a thousand times
        self.by = "tool"
        self.agent = ""
        self.sure = SURE

    @property
    def change(self) -> Change | None:
        """Return what became of it altogether, None where nothing did."""
        if not self.changed:
            return "read" if self.was_read else None
        if not self.now:
            return "deleted" if self.first is not False else None
        if self.moved_from:
            return "renamed"
        return (
            "modified" if self.first else "created"
        )  # nobody knows: a file written as a whole is mostly new


class Trail:
    """All files anything was done to, by path."""

    def __init__(self) -> None:
        """Begin with none."""
        self.files: dict[str, File] = {}
        self.patterns: dict[str, File] = {}  # what was done to whatever matches, for nobody knows what did
        self.folders: set[str] = set()
        self.shelf: dict[str, File] = {}
        # who does it, for whatever is written down next
        self.by, self.agent, self.sure = "tool", "", SURE
        self.spans: tuple[Span, ...] = ()

    def mark(self, file: File) -> None:
        """Write down who did it; what happened before goes on standing behind it."""
        was = file.changed
        file.changed = True
        file.sure = max(file.sure, self.sure) if was else self.sure
        file.by = self.by
        file.agent = self.agent
        file.spans = file.spans if was else {}
        file.spans.update(dict.fromkeys(self.spans))

    def read(self, path: str) -> None:
        """Take that a file was read: it was there."""
        file = self.files.get(path)
        if file is None:
            file = self.files[path] = File(first=True, now=True)
            file.spans = dict.fromkeys(self.spans)
            file.agent, file.by, file.sure = self.agent, self.by, self.sure
        file.was_read = True

    def write(self, path: str, *, created: bool | None = None) -> None:
        """Take that a file was written; `created` where that is known to be so or not."""
        file = self.files.get(path)
        if file is None:
            file = self.files[path] = File(first=None if created is None else not created, now=True)
        file.now = file.written = True
        self.mark(file)

    def edit(self, path: str) -> None:
        """Take that a file was changed: it was there."""
        self.write(path, created=False)

    def touch(self, path: str) -> None:
        """Take that a file is there: where it was, nothing changed but its time."""
        known = self.files.get(path)
        if known is None or not known.now:
            self.write(path)

    def match(self, pattern: str) -> list[str]:
        """Return the files that are there and match."""
        return [k for k, file in self.files.items() if file.now and matched(pattern, k)]

    def note(self, pattern: str, *, now: bool, moved_from: str = "") -> None:
        """Take that something was done to all files that match, known or not."""
        file = self.patterns.setdefault(pattern, File(first=True, now=now))
        file.now, file.moved_from = now, moved_from
        self.mark(file)
        file.sure = MAYBE

    def delete(self, path: str) -> None:
        """Take that a file or all below a folder are gone."""
        for known in list(self._below(path)):
            self._gone(self.files[known])
        if path not in self.files and not self.is_folder(path):
            file = self.files[path] = File(first=True, now=True)
            self._gone(file)
        self.folders.discard(path)

    def _gone(self, file: File) -> None:
        if file.first is None:
            file.first = False  # written by this very agent: what it makes and takes away was never there
        file.now = False
        self.mark(file)

    def _below(self, path: str) -> Iterator[str]:
        inside = path.rstrip("/") + "/"
        for known, file in self.files.items():
            if file.now and (known == path or known.startswith(inside)):
                yield known

    def is_folder(self, path: str) -> bool:
        """Tell whether anything is known to be in it."""
        return path in self.folders or any(known.startswith(path.rstrip("/") + "/") for known in self.files)

    def move(self, source: str, target: str, *, into: bool = False) -> None:
        """Take that a file, or all below a folder, has another name now."""
        for known, new in self._going(source, target, into=into):
            self._rename(known, new)

    def copy(self, source: str, target: str, *, into: bool = False) -> None:
        """Take that a file, or all below a folder, is there a second time."""
        for _, new in self._going(source, target, into=into):
            self.write(new, created=None)

    def _going(self, source: str, target: str, *, into: bool) -> list[tuple[str, str]]:
        target = f"{target}/{source.rsplit('/', 1)[-1]}" if into and self.is_folder(target) else target
        below = [known for known in self._below(source) if known != source]
        if source in self.folders or below:
            self.folders.add(target)
        found = [(known, target + known[len(source.rstrip("/")) :]) for known in below]
        return found if below and source not in self.files else [*found, (source, target)]

    def _rename(self, source: str, target: str) -> None:
        if source == target:
            return
        file = self.files.pop(source, None) or File(first=True, now=True)
        origin = file.moved_from or source
        replaced = self.files.get(target)
        if file.first:
            file.moved_from = "" if origin == target else origin
        elif replaced is not None and replaced.first:
            file.first = True  # a new file took the place of one that was there
        file.now = True
        self.files[target] = file
        self.mark(file)
        if file.first and not file.moved_from and not file.written and origin == target:
            file.changed = False  # it was put aside and is back where it was

    def restore(self, path: str, *, pattern: bool = False) -> None:
        """Take that a file is again what git has; a file git restores was there before."""
        for known, file in self.files.items():
            if known == path or known.startswith(path + "/") or (pattern and matched(path, known)):
                self._reset(file, tracked=file.first is not False)

    def restore_all(self) -> None:
        """Take that every file is again what git has; new files are none of its business."""
        for file in self.files.values():
            self._reset(file, tracked=file.first is True)

    def _reset(self, file: File, *, tracked: bool) -> None:
        if tracked and not file.moved_from:
            file.changed, file.now, file.first = False, True, True

    def clean(self, path: str) -> None:
        """Take that files git does not follow are gone: those that were made."""
        for known in list(self._below(path)):
            if self.files[known].first is not True:
                self._gone(self.files[known])

    def shelve(self, path: str = "", *, untracked: bool = False) -> None:
        """Take that changes were put aside: all, or those below a path."""
        inside = path.rstrip("/") + "/"
        for known, file in list(self.files.items()):
            meant = not path or known == path or known.startswith(inside)
            if meant and file.changed and (untracked or file.first is not False):
                self.shelf[known] = self.files.pop(known)

    def unshelve(self) -> None:
        """Take that they are back."""
        self.files |= self.shelf
        self.shelf = {}


def renamed(path: str, source: str, target: str) -> str:
    """Return what a path that matches one pattern is called by another, "" where nobody can tell."""
    head, _, name = source.rpartition("/")
    into, _, new = target.rpartition("/")
    if name == new and head.count("*") == 0:
        return f"{into}{path[len(head) :]}"
    found, pieces = matching(source).fullmatch(path), STARS.split(target)
    if not found or len(found.groups()) != len(pieces) - 1:
        return ""
    return pieces[0] + "".join(
        f"{group}{piece}" for group, piece in zip(found.groups(), pieces[1:], strict=True)
    )
