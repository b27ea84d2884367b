"""Steps to deeds: folders followed, variables filled in where the command itself sets them."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from batonpass.extract.shell import programs
from batonpass.extract.shell.deeds import Deed, How
from batonpass.extract.shell.formatters import may_be, rewritten
from batonpass.extract.shell.inline import written_by
from batonpass.extract.shell.parse import parse
from batonpass.extract.shell.tree import Command, Group, Redirect, Simple, Step
from batonpass.extract.shell.words import Value, Word, expanded, literal

DRIVE = re.compile(r"[A-Za-z]:[\\/]")
NOWHERE = ("/dev/", "/proc/")
DEEPEST = 5  # shells started by shells
SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh"})
READS_CODE = frozenset({"python", "python3", "node", "uv"})


def deeds(command: str, folder: str = "") -> list[Deed]:
    """Return what a command line does to files, in order."""
    walk = Walk(folder)
    walk.steps(parse(command))
    return walk.found


class Walk:
    """One shell, walking through its commands."""

    def __init__(self, folder: str, depth: int = 0) -> None:
        """Start in a folder; "" is the project's own."""
        self.folder: str | None = folder  # None: nobody knows where
        self.before = folder
        self.stack: list[str | None] = []
        self.variables: dict[str, tuple[str, ...]] = {"PWD": (folder,)} if folder else {}
        self.found: list[Deed] = []
        self.sure = True
        self.last = True
        self.depth = depth

    def steps(self, steps: Sequence[Step]) -> None:
        """Walk through steps; only of the last one the result is known."""
        last, sure = self.last, self.sure
        for index, step in enumerate(steps):
            self.last = last and index == len(steps) - 1
            self.sure = sure and step.join != "or"
            for command in step.commands:
                self.command(command, step.commands)
        self.last, self.sure = last, sure

    def command(self, command: Command, pipeline: Sequence[Command]) -> None:
        """Walk through one command of a pipeline."""
        self.redirects(command.redirects)
        if isinstance(command, Group):
            self.group(command)
        else:
            self.simple(command, pipeline)

    def redirects(self, redirects: Sequence[Redirect]) -> None:
        """Take the files that are written by redirection."""
        for redirect in redirects:
            if redirect.sign in (">", ">>"):
                for value in expanded(redirect.target, self.variables):
                    self.do("append" if redirect.sign == ">>" else "write", value, steady=True)

    def group(self, group: Group) -> None:
        """Walk through what is enclosed."""
        kept = self.folder, dict(self.variables), self.sure
        self.sure = self.sure and not group.perhaps
        if group.name:
            values = [v for word in group.over for v in expanded(word, self.variables)]
            known = all(expanded(word, self.variables) for word in group.over) and not any(
                v.pattern for v in values
            )
            self.assign(group.name, tuple(v.text for v in values) if known else None)
        self.steps(group.steps)
        if group.apart:
            self.folder, self.variables = kept[:2]
        self.sure = kept[2]

    def simple(self, command: Simple, pipeline: Sequence[Command]) -> None:
        """Walk through one simple command."""
        for name, word in command.assigned:
            values = expanded(word, self.variables)
            plain = values and not any(v.pattern for v in values)
            self.assign(name, tuple(v.text for v in values) if plain else ("",) if not word else None)
        words = programs.without_runner(command.words)
        name = (literal(words[0]) or "").rsplit("/", 1)[-1] if words else ""
        if not name:
            return
        if may_be(name):
            self.format(words)
        if name in ("cd", "pushd", "popd"):
            self.go(name, words[1:])
        elif name in SHELLS or name == "eval":
            self.nested(name, words[1:], command)
        elif name in READS_CODE or name.startswith("python"):
            self.code(words[1:], command)
        elif name in ("apply_patch", "applypatch", "patch"):
            self.patch(words[1:], command, pipeline)
        elif name == "git":
            self.git(words[1:], command)
        else:
            self.run(programs.effects(name, self.values(words[1:])))

    def format(self, words: Sequence[Word]) -> None:
        """Take the files a formatter may have rewritten."""
        kept, self.sure = self.sure, False
        for value in rewritten(self.values(words)):
            self.do("edit", value)
        self.sure = kept

    def run(self, effects: Iterator[programs.Effect]) -> None:
        """Take the effects of a program."""
        for how, target, source, into, forced in effects:
            self.do(how, target, source=source, into=into, forced=forced)

    def assign(self, name: str, values: tuple[str, ...] | None) -> None:
        """Remember what a variable holds, or that nobody knows."""
        self.variables.pop(name, None)
        if values is not None:
            self.variables[name] = values

    def values(self, words: Sequence[Word]) -> list[Value | None]:
        """Return what words come to; None stands for one that cannot be known."""
        found: list[Value | None] = []
        for word in words:
            found += expanded(word, self.variables) or [None]
        return found

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
        if (target and not path) or (source and not origin):
            return
        pattern = bool((target and target.pattern) or (source and source.pattern))
        deed = Deed(how, path, origin, pattern, into, text, self.sure, self.last, steady, forced)
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
        if operands and literal(operands[0]) == "-":
            self.folder = self.before or None
        else:
            values = expanded(operands[0], self.variables) if len(operands) == 1 else ()
            plain = len(values) == 1 and not values[0].pattern
            self.folder = self.place(values[0]) or None if plain else None
        self.before = before or ""
        self.assign("PWD", (self.folder,) if self.folder else None)

    def nested(self, name: str, words: Sequence[Word], command: Simple) -> None:
        """Walk through the command a shell is given as a text."""
        if name == "eval":
            scripts = [" ".join(filter(None, map(literal, words)))]
        else:
            texts = [literal(word) for word in words]
            option = next((i for i, t in enumerate(texts) if t and t.startswith("-") and t.endswith("c")), -1)
            scripts = [t for t in texts[option + 1 : option + 2] if t] if option >= 0 else []
            scripts += (
                [r.text for r in command.redirects if r.sign == "<<"] if not scripts and option < 0 else []
            )
        for script in scripts if self.depth < DEEPEST else ():
            inner = Walk(self.folder or "", self.depth + 1)
            inner.folder, inner.sure, inner.last = self.folder, self.sure, self.last
            inner.variables = dict(self.variables)
            inner.steps(parse(script))
            self.found += inner.found

    def code(self, words: Sequence[Word], command: Simple) -> None:
        """Take the files that a script given with the command writes."""
        texts = [r.text for r in command.redirects if r.sign == "<<"]
        for option, script in pairwise(words):
            if literal(option) in ("-c", "-e", "--eval"):
                texts.append(literal(script) or "")
        for path in (path for text in texts for path in written_by(text)):
            self.do("write", Value(path))

    def patch(self, words: Sequence[Word], command: Simple, pipeline: Sequence[Command]) -> None:
        """Take a patch that stands in the command itself."""
        texts = [r.text for r in command.redirects if r.sign == "<<"]
        texts += [t for word in words if (t := literal(word)) and t.startswith("*** Begin Patch")]
        for other in pipeline:
            if other is not command:
                texts += [r.text for r in other.redirects if r.sign == "<<"]
        kept = self.folder
        for value in self.values(words):
            if value and value.text.startswith("-d"):
                self.folder = self.place(Value(value.text[2:])) or None if value.text[2:] else self.folder
        for text in texts:
            if text.strip():
                self.do("patch", Value("."), text=text)
        self.folder = kept

    def git(self, words: Sequence[Word], command: Simple) -> None:
        """Take what git does to the working tree."""
        values = self.values(words)
        folder, values = programs.git_folder(values)
        kept = self.folder
        if folder is not None:
            self.folder = (self.place(folder) or None) if folder.text else None
        sub = values[0].text if values and values[0] else ""
        if sub in ("apply", "am"):
            texts = [r.text for r in command.redirects if r.sign == "<<"]
            for text in filter(str.strip, texts):
                self.do("patch", Value("."), text=text)
        else:
            self.run(programs.git_effects(sub, values[1:]))
        self.folder = kept
