"""Steps to deeds: folders followed, variables filled in where the command itself sets them."""

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from batonpass.extract.shell import feeding, git, programs
from batonpass.extract.shell.deeds import Deed
from batonpass.extract.shell.formatters import may_be, rewritten
from batonpass.extract.shell.inline import done_by
from batonpass.extract.shell.managers import keeps
from batonpass.extract.shell.parse import parse
from batonpass.extract.shell.powershell import done_by_powershell, is_powershell
from batonpass.extract.shell.state import Shell
from batonpass.extract.shell.tree import Command, Function, Group, Simple, Step
from batonpass.extract.shell.words import Value, Word, literal, word_of

NESTING = ("$(", "`", "<(", ">(")  # signs that commands stand inside of commands
DEEPEST = 5  # shells started by shells
MOST_TURNS = 400  # of all loops of one command line
TESTS = frozenset({"test", "[", "grep", "egrep", "rg", "which", "command", "diff", "cmp", "type"})
SHELLS = frozenset({"bash", "sh", "zsh", "dash", "ksh"})
RUNS_CODE = frozenset({"python", "node", "bun", "deno", "uv"})


def deeds(command: str, folder: str = "", missing: Container[str] = ()) -> list[Deed]:
    """Return what a command line does to files, in order; into `missing` folders it could not go."""
    walk = Walk(folder)
    walk.missing = missing
    walk.script(command)
    return walk.found


class Walk(Shell):
    """One shell, walking through its commands."""

    def script(self, text: str) -> None:
        """Walk through a text of commands."""
        self.nests = any(sign in text for sign in NESTING)
        self.steps(parse(text))

    def steps(self, steps: Sequence[Step]) -> None:
        """Walk through steps; only of the last one the result is known."""
        last, sure, checked = self.last, self.sure, self.checked
        joins = [step.join for step in steps]
        for index, step in enumerate(steps):
            self.last = last and index == len(steps) - 1
            self.checked = checked and all(join == "and" for join in joins[index + 1 :])
            tested = step.join == "and" and not self.checked and is_test(steps[index - 1])
            self.sure = sure and step.join != "or" and not tested
            for command in step.commands:
                self.command(command, step.commands)
        self.last, self.sure, self.checked = last, sure, checked

    def command(self, command: Command, pipeline: Sequence[Command]) -> None:
        """Walk through one command of a pipeline."""
        if isinstance(command, Function):
            self.functions[command.name] = command.body
            return
        sure = self.sure
        self.redirects(command, pipeline)
        if isinstance(command, Group):
            self.group(command, self.fed(command, pipeline))
        else:
            self.simple(command, pipeline)
        self.sure = sure  # what it took from a list may have made it less so

    def redirects(self, command: Command, pipeline: Sequence[Command]) -> None:
        """Take the files that are written by redirection."""
        for redirect in command.redirects:
            if redirect.sign in (">", ">>"):
                for value in self.come_to(redirect.target):
                    self.do("append" if redirect.sign == ">>" else "write", value, steady=True)
                    self.remember(value, command, pipeline)

    def remember(self, value: Value, command: Command, pipeline: Sequence[Command]) -> None:
        """Keep what a here-document wrote into a file: the next command may run or apply it."""
        told = [r.text for r in command.redirects if r.sign == "<<"]
        if told and len(pipeline) == 1 and (path := self.place(value)):
            self.texts[path] = told[-1]

    def answers(self, command: str) -> tuple[Value, ...]:
        """Return the files a command lists; a guess makes whatever is done with them one."""
        steps = parse(command)
        fed = feeding.listed(steps[0].commands, self.values) if len(steps) == 1 else None
        self.sure = self.sure and (fed is None or fed.sure)
        return fed.values if fed else ()

    def behind(self, command: Simple) -> None:
        """Walk through the commands whose answers a command takes, and those that read what it puts out."""
        if not self.nests:
            return
        for word in (*command.words, *(word for _, words in command.assigned for word in words)):
            for part in word:
                if part.kind in ("answer", "process") and self.depth < DEEPEST:
                    self.aside(part.text)

    def aside(self, script: str) -> None:
        """Walk through commands of which nobody is told how they ended."""
        kept = self.checked, self.depth
        self.checked, self.depth = False, self.depth + 1
        self.group(Group(parse(script), apart=True))
        self.checked, self.depth = kept

    def fed(self, group: Group, pipeline: Sequence[Command]) -> feeding.Fed | None:
        """Return what a loop reads line by line, and takes its variable from."""
        first = group.steps[0].commands[0] if group.steps else None
        if not (isinstance(first, Simple) and first.words and literal(first.words[0]) == "read"):
            return None
        at = next((i for i, one in enumerate(pipeline) if one is group), 0)
        before: Sequence[Command] = pipeline[:at]
        for redirect in group.redirects:
            for part in redirect.target if redirect.sign == "<" else ():
                before = steps[0].commands if part.kind == "process" and (steps := parse(part.text)) else ()
        return feeding.listed(before, self.values) if before else None

    def group(self, group: Group, fed: feeding.Fed | None = None) -> None:
        """Walk through what is enclosed."""
        kept = self.folder, dict(self.variables), self.sure
        self.sure = self.sure and (fed.sure if fed else not group.perhaps)
        first = group.steps[0].commands[0] if fed else None
        if fed and isinstance(first, Simple):
            names = [text for word in first.words[1:] if (text := literal(word)) and not text.startswith("-")]
            self.assign(names[-1] if names else "REPLY", fed.values)
        for value in self.over(group):
            if group.name:
                self.assign(group.name, value)
            self.steps(group.steps)
        if group.apart:
            self.folder, self.variables = kept[:2]
        self.sure = kept[2]

    def over(self, group: Group) -> Iterator[tuple[Value, ...] | None]:
        """Yield what a loop's variable holds on each turn; once for what is no loop, or goes through nobody knows what."""
        values = [self.come_to(word) for word in group.over]
        if not group.name or not all(values):
            yield None
            return
        for value in (value for several in values for value in several):
            self.turns += 1
            if self.turns <= MOST_TURNS:
                yield (value,)

    def simple(self, command: Simple, pipeline: Sequence[Command]) -> None:
        """Walk through one simple command."""
        self.behind(command)
        for name, given in command.assigned:
            held = [self.come_to(word) or (() if word else (Value(""),)) for word in given]
            self.assign(name, tuple(value for values in held for value in values) if all(held) else None)
        words = programs.without_runner(command.words)
        name = (literal(words[0]) or "").rsplit("/", 1)[-1] if words else ""
        if not name:
            return
        if may_be(name):
            self.format(words)
        for path in keeps(words):
            self.perhaps(Value(path))
        self.act(name, words, command, pipeline)

    def act(self, name: str, words: Sequence[Word], command: Simple, pipeline: Sequence[Command]) -> None:
        """Take what a program does, told by its name."""
        if name in ("cd", "pushd", "popd"):
            self.go(name, words[1:])
        elif name in SHELLS or name in ("eval", "source", "."):
            self.nested(name, words[1:], command)
        elif is_powershell(name):
            self.powershell(words[1:])
        elif name in RUNS_CODE or name.startswith("python"):
            self.code(name, words[1:], command)
        elif name in ("apply_patch", "applypatch", "patch"):
            self.patch(words[1:], command, pipeline)
        elif name == "git":
            self.git(words[1:], command)
        elif name == "find":
            self.find(words[1:])
        elif name == "xargs":
            self.xargs(words[1:], command, pipeline)
        elif name in self.functions:
            self.call(self.functions[name], words[1:])
        else:
            self.run(programs.effects(name, self.values(words[1:])))

    def call(self, body: Group, given: Sequence[Word]) -> None:
        """Walk through a function; one that calls itself is not followed for ever."""
        if self.depth >= DEEPEST:
            return
        kept = {name: self.variables.get(name) for name in (*map(str, range(1, 10)), "@", "*")}
        self.bind(given)
        self.depth += 1
        self.group(body)
        self.depth -= 1
        for name, values in kept.items():
            self.assign(name, values)

    def format(self, words: Sequence[Word]) -> None:
        """Take the files a formatter may have rewritten, and those it says it has."""
        program, values = rewritten(self.values(words))
        for value in values:
            self.perhaps(value)
        if program:
            self.do("told", Value("."), text=program)

    def find(self, words: Sequence[Word]) -> None:
        """Take what `find` does to the files it finds."""
        values = [next(iter(self.come_to(word)), None) for word in words]
        found = feeding.found_by(words, values)
        kept, self.sure = self.sure, self.sure and found.fed.sure
        if found.deletes:
            for value in found.fed.values:
                self.do("delete", value, forced=True)
        for command in found.calls:
            self.simple(Simple((), feeding.called(command, found.fed.values), ()), ())
        self.sure = kept

    def xargs(self, words: Sequence[Word], command: Simple, pipeline: Sequence[Command]) -> None:
        """Take what is done to the files the command before lists."""
        at = next((i for i, one in enumerate(pipeline) if one is command), 0)
        fed = feeding.listed(pipeline[:at], self.values) if at else None
        if fed is None:
            return
        kept, self.sure = self.sure, self.sure and fed.sure
        for called in feeding.by_xargs(words, fed):
            self.simple(Simple((), called, ()), ())
        self.sure = kept

    def nested(self, name: str, words: Sequence[Word], command: Simple) -> None:
        """Walk through the command a shell is given as a text, or as a file that this very command wrote."""
        given: Sequence[Word] = words[1:]
        if name == "eval":
            scripts = [" ".join(filter(None, map(literal, words)))]
        else:
            texts = [literal(word) for word in words]
            option = next((i for i, t in enumerate(texts) if t and t.startswith("-") and t.endswith("c")), -1)
            scripts = [t for t in texts[option + 1 : option + 2] if t] if option >= 0 else []
            given = words[option + 3 :] if option >= 0 else given
            if option < 0:
                scripts = [r.text for r in command.redirects if r.sign == "<<"] or self.read(words[:1])
        for script in scripts if self.depth < DEEPEST else ():
            inner = Walk(self.folder or "", self.depth + 1)
            inner.folder, inner.sure, inner.last, inner.checked = (
                self.folder,
                self.sure,
                self.last,
                self.checked,
            )
            inner.variables, inner.texts, inner.turns = dict(self.variables), self.texts, self.turns
            inner.functions, inner.missing = dict(self.functions), self.missing
            if name != "eval":
                inner.bind(given)
            inner.script(script)
            self.found += inner.found
            self.turns = inner.turns

    def read(self, words: Sequence[Word]) -> list[str]:
        """Return what this command wrote into the files that are named."""
        places = [self.place(value) for word in words for value in self.come_to(word)]
        return [self.texts[place] for place in places if place in self.texts]

    def powershell(self, words: Sequence[Word]) -> None:
        """Take what PowerShell does with a script given on the command line."""
        for option, script in pairwise(words):
            if (literal(option) or "").lower() in ("-command", "-c"):
                self.run(done_by_powershell(literal(script) or ""))

    def code(self, name: str, words: Sequence[Word], command: Simple) -> None:
        """Take what a script given with the command does to files."""
        operands = [word for word in words if not (literal(word) or "-").startswith("-")]
        for redirect in command.redirects:
            if redirect.sign == "<<":
                self.run(done_by(name, redirect.text, self.plain(operands)))
        for at, (option, script) in enumerate(pairwise(words)):
            if literal(option) in ("-c", "-e", "--eval"):
                self.run(done_by(name, literal(script) or "", self.plain(words[at + 2 :])))
        for at, word in enumerate(operands[:2]):  # `uv run script.py`
            for text in self.read([word]):
                self.run(done_by(name, text, self.plain(operands[at + 1 :])))

    def plain(self, words: Sequence[Word]) -> list[str]:
        """Return what a script is given, "" for what nobody knows."""
        return [value.text if value else "" for value in self.values(words)]

    def patch(self, words: Sequence[Word], command: Simple, pipeline: Sequence[Command]) -> None:
        """Take a patch: its text where the command shows it, else what `patch` answers."""
        values = self.values(words)
        if any(v and v.text in ("--dry-run", "-C", "--check") for v in values):
            return
        texts = [r.text for r in command.redirects if r.sign == "<<"]
        texts += [t for word in words if (t := literal(word)) and t.startswith("*** Begin Patch")]
        for other in pipeline:
            if other is not command:
                texts += [r.text for r in other.redirects if r.sign == "<<"]
        texts += self.read([r.target for r in command.redirects if r.sign == "<"])
        texts += self.read([word_of(v) for v in values if v and not v.text.startswith("-")])
        kept = self.folder
        for value in values:
            if value and value.text.startswith("-d"):
                self.folder = self.place(Value(value.text[2:])) or None if value.text[2:] else self.folder
        self.patches(texts, "patch")
        self.folder = kept

    def patches(self, texts: Sequence[str], program: str) -> None:
        """Take patches, or what a program answers where nobody can see them."""
        texts = [text for text in texts if text.strip()]
        for text in texts:
            self.do("patch", Value("."), text=text)
        if not texts:
            self.do("told", Value("."), text=program)

    def git(self, words: Sequence[Word], command: Simple) -> None:
        """Take what git does to the working tree."""
        values = self.values(words)
        folder, values = git.git_folder(values)
        kept = self.folder
        if folder is not None:
            self.folder = (self.place(folder) or None) if folder.text else None
        sub = values[0].text if values and values[0] else ""
        if sub in ("apply", "am"):
            options = {value.text for value in values[1:] if value}
            if not options & git.LOOKS:
                texts = [r.text for r in command.redirects if r.sign == "<<"]
                files = [word_of(v) for v in values[1:] if v and not v.text.startswith("-")]
                texts += self.read([*files, *(r.target for r in command.redirects if r.sign == "<")])
                self.patches(texts, "git apply")
        else:
            self.run(git.git_effects(sub, values[1:]))
        self.folder = kept


def is_test(step: Step) -> bool:
    """Tell a step that asks something: what follows it may not run."""
    first = step.commands[-1] if step.commands else None
    if isinstance(first, Group):
        return not first.steps  # `[[ … ]]`
    if isinstance(first, Function):
        return False
    said = literal(first.words[0]) if first and first.words else ""
    return said in TESTS
