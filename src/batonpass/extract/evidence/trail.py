"""What became of files, as one thing after the other was done to them: undone is as if never done."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from batonpass.model.fact import Change
from batonpass.model.source import Span

SURE, LIKELY, MAYBE = 1.0, 0.6, 0.4


class File:
    """One file: whether it was there at first, whether it is there now, and who saw to that."""

    __slots__ = ("agent", "by", "changed", "first", "moved_from", "now", "spans", "sure", "was_read")

    def __init__(self, *, first: bool | None, now: bool) -> None:
        """Begin with what is known of it."""
        self.first, self.now = first, now  # None: nobody knows whether it was there
        self.changed = self.was_read = False
        self.moved_from = ""  # its name when it was first seen
        self.spans: tuple[Span, ...] = ()
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
        file.spans = tuple(dict.fromkeys((*file.spans, *self.spans))) if was else self.spans

    def read(self, path: str) -> None:
        """Take that a file was read: it was there."""
        file = self.files.get(path)
        if file is None:
            file = self.files[path] = File(first=True, now=True)
            file.spans, file.agent, file.by, file.sure = self.spans, self.agent, self.by, self.sure
        file.was_read = True

    def write(self, path: str, *, created: bool | None = None) -> None:
        """Take that a file was written; `created` where that is known to be so or not."""
        file = self.files.get(path)
        if file is None:
            file = self.files[path] = File(first=None if created is None else not created, now=True)
        file.now = True
        self.mark(file)

    def edit(self, path: str) -> None:
        """Take that a file was changed: it was there."""
        self.write(path, created=False)

    def delete(self, path: str, *, pattern: bool = False) -> None:
        """Take that a file, all below a folder, or all that match a pattern are gone."""
        for known in list(self._meant(path, pattern=pattern)):
            self._gone(self.files[known])
        if not pattern and path not in self.files and not self.is_folder(path):
            file = self.files[path] = File(first=True, now=True)
            self._gone(file)
        self.folders.discard(path)

    def _gone(self, file: File) -> None:
        if file.first is None:
            file.first = False  # written by this very agent: what it makes and takes away was never there
        file.now = False
        self.mark(file)

    def _meant(self, path: str, *, pattern: bool) -> Iterator[str]:
        for known, file in self.files.items():
            inside = known.startswith(path.rstrip("/") + "/")
            if file.now and (known == path or inside or (pattern and fnmatchcase(known, path))):
                yield known

    def is_folder(self, path: str) -> bool:
        """Tell whether anything is known to be in it."""
        return path in self.folders or any(known.startswith(path.rstrip("/") + "/") for known in self.files)

    def move(self, source: str, target: str, *, into: bool = False) -> None:
        """Take that a file, or all below a folder, has another name now."""
        target = f"{target}/{source.rsplit('/', 1)[-1]}" if into and self.is_folder(target) else target
        below = [k for k in self._meant(source, pattern=False) if k != source]
        for known in below:
            self._rename(known, target + known[len(source.rstrip("/")) :])
        if source in self.files or not below:
            self._rename(source, target)

    def _rename(self, source: str, target: str) -> None:
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

    def copy(self, target: str, source: str, *, into: bool = False) -> None:
        """Take that a file is there a second time."""
        target = f"{target}/{source.rsplit('/', 1)[-1]}" if into and self.is_folder(target) else target
        self.write(target, created=None)

    def restore(self, path: str, *, pattern: bool = False) -> None:
        """Take that a file is again what git has; a file git restores was there before."""
        for known, file in self.files.items():
            if known == path or known.startswith(path + "/") or (pattern and fnmatchcase(known, path)):
                self._reset(file, tracked=file.first is not False)

    def restore_all(self) -> None:
        """Take that every file is again what git has; new files are none of its business."""
        for file in self.files.values():
            self._reset(file, tracked=file.first is True)

    def _reset(self, file: File, *, tracked: bool) -> None:
        if tracked and not file.moved_from:
            file.changed, file.now, file.first = False, True, True

    def shelve(self) -> None:
        """Take that all changes were put aside."""
        self.shelf = {p: f for p, f in self.files.items() if f.changed and f.first is not False}
        for path in self.shelf:
            del self.files[path]

    def unshelve(self) -> None:
        """Take that they are back."""
        self.files |= self.shelf
        self.shelf = {}
