"""One shell: the folder it is in, what its variables hold, and what was done to files so far."""

import posixpath
import re
from collections.abc import Container, Iterable, Sequence

from batonpass.extract.shell import programs
from batonpass.extract.shell.deeds import Deed, How
from batonpass.extract.shell.tree import Group
from batonpass.extract.shell.words import Value, Word, expanded, literal, nobody

DRIVE = re.compile(r"[A-Za-z]:[\\/]")
NOWHERE = ("/dev/", "/proc/")


class Shell:
    """Where a shell stands."""

    def __init__(self, folder: str, depth: int = 0) -> None:
        """Start in a folder; "" is the project's own."""
        self.folder: str | None = folder  # None: nobody knows where
        self.before = folder
        self.stack: list[str | None] = []
        self.variables: dict[str, tuple[Value, ...]] = {"PWD": (Value(folder),)} if folder else {}
        self.nests = False  # commands stand inside of the commands
        self.missing: Container[str] = ()  # folders that are not there
        self.functions: dict[str, Group] = {}
        self.texts: dict[str, str] = {}  # of files written by this very command
        self.found: list[Deed] = []
        self.sure = True
        self.last = True
        self.checked = True  # the result of the whole would tell if this had failed
        self.depth = depth
        self.turns = 0

    def answers(self, command: str) -> tuple[Value, ...]:
        """Return what a command prints, nothing where nobody knows."""
        return nobody(command)

    def come_to(self, word: Word) -> tuple[Value, ...]:
        """Return what a word may come to here."""
        return expanded(word, self.variables, self.answers)

    def assign(self, name: str, values: tuple[Value, ...] | None) -> None:
        """Remember what a variable holds, or that nobody knows."""
        self.variables.pop(name, None)
        if values is not None:
            self.variables[name] = values

    def bind(self, given: Sequence[Word]) -> None:
        """Take what a script or a function is given: `$1`, `$2`, `$@`."""
        held = [self.come_to(word) or None for word in given]
        for number, values in enumerate(held, 1):
            self.assign(str(number), values)
        whole = tuple(value for values in held if values for value in values)
        for name in "@*":
            self.assign(name, whole if all(held) else None)

    def values(self, words: Sequence[Word]) -> list[Value | None]:
        """Return what words come to; None stands for one that cannot be known."""
        found: list[Value | None] = []
        for word in words:
            found += self.come_to(word) or [None]
        return found

    def perhaps(self, value: Value) -> None:
        """Take a file that may have been written."""
        kept, self.sure = self.sure, False
        self.do("edit", value)
        self.sure = kept

    def run(self, effects: Iterable[programs.Effect]) -> None:
        """Take the effects of a program."""
        for effect in effects:
            kept, self.sure = self.sure, self.sure and effect.sure
            self.do(
                effect.how,
                effect.target,
                effect.source,
                into=effect.into,
                forced=effect.forced,
                text=effect.text,
            )
            self.sure = kept

    def do(
        self,
        how: How,
        target: Value | None,
        source: Value | None = None,
        *,
        into: bool = False,
        steady: bool = False,
        forced: bool = False,
        text: str = "",
    ) -> None:
        """Write down a deed, where its place is known."""
        path = self.place(target) if target else ""
        origin = self.place(source) if source else ""
        if source and source.text.startswith(NOWHERE):
            how, source, into = "write", None, False
        if source and not origin and path and not into and how in ("move", "copy"):
            how, source = "write", None
        if (target and not path) or (source and not origin):
            return
        pattern = bool((target and target.pattern) or (source and source.pattern))
        deed = Deed(
            how, path, origin, pattern, into, text, self.sure, self.last, steady, forced, self.checked
        )
        self.found.append(deed)

    def place(self, value: Value) -> str:
        """Return where a path leads from here, "" where that is nowhere or unknown."""
        path = value.text.replace("\\", "/") if DRIVE.match(value.text) else value.text
        if path.startswith(NOWHERE) or path in ("-", ""):
            return ""
        if path.startswith("/") or DRIVE.match(path):
            return posixpath.normpath(path)
        if self.folder is None:
            return ""
        return posixpath.normpath(posixpath.join(self.folder, path))

    def go(self, name: str, words: Sequence[Word]) -> None:
        """Change the folder."""
        if name == "popd":
            self.folder = self.stack.pop() if self.stack else None
            return
        if name == "pushd":
            self.stack.append(self.folder)
        operands = [w for w in words if not (literal(w) or "").startswith("-") or literal(w) == "-"]
        before = self.folder
        if operands and literal(operands[0]) in self.missing:
            return
        if operands and literal(operands[0]) == "-":
            self.folder = self.before or None
        else:
            values = self.come_to(operands[0]) if len(operands) == 1 else ()
            plain = len(values) == 1 and not values[0].pattern
            self.folder = self.place(values[0]) or None if plain else None
        self.before = before or ""
        self.assign("PWD", (Value(self.folder),) if self.folder else None)
