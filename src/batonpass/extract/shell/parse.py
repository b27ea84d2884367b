"""A command line into steps; what is no shell ends the reading, and what stood before it counts."""

from collections.abc import Iterator
from functools import lru_cache

from batonpass.extract.shell.reader import NAME, Reader
from batonpass.extract.shell.tree import Command, Function, Group, Join, Redirect, Simple, Step
from batonpass.extract.shell.words import Part, Word, literal

JOINS: dict[str, Join] = {"&&": "and", "||": "or"}
PIPES = ("|&", "|")
REDIRECTS = ("&>>", "&>", ">>", ">|", ">&", ">", "<<<", "<")
SIGNS = {"&>>": ">>", ">>": ">>", "<<<": "<", "<": "<"}  # all others write anew
TESTS = (("[[", "]]"), ("((", "))"))
DECLARES = frozenset({"export", "readonly", "local", "declare", "typeset"})
DEEPEST = 60


@lru_cache(maxsize=4096)  # one command is asked about several times, and agents repeat themselves
def parse(text: str) -> tuple[Step, ...]:
    """Return the steps of a command line."""
    return _Parser(text).steps()


class _Parser(Reader):
    """Reads commands; keywords count only where a command may begin."""

    def steps(self, *closing: str) -> tuple[Step, ...]:
        """Read steps until one of these words or signs, or the end."""
        found: list[Step] = []
        join: Join = "then"
        while self.at < len(self.text):
            self.ends()
            if self.at >= len(self.text) or self.closes(closing):
                break
            before = self.at
            commands = tuple(self.pipeline(closing))
            if commands:
                found.append(Step(join, commands))
            join = self.joined()
            if self.at == before:
                self.at += 1  # a sign that fits nowhere
        return tuple(found)

    def ends(self) -> None:
        """Go over blanks and line ends."""
        self.blanks()
        while self.here() in ("\n", ";") and self.here(2) != ";;" and self.at < len(self.text):
            if self.here() == "\n":
                self.line_end()
            else:
                self.at += 1
            self.blanks()

    def closes(self, closing: tuple[str, ...]) -> bool:
        """Tell whether what ends this part stands here."""
        if self.here() == ")" or self.here(2) == ";;":
            return ")" in closing or ";;" in closing
        return any(self.stands(word) for word in closing if word[0].isalpha() or word == "}")

    def stands(self, word: str) -> bool:
        """Tell whether a word stands here, with nothing joined to it."""
        return self.here(len(word)) == word and not self.text[
            self.at + len(word) : self.at + len(word) + 1
        ].strip(" \t\r\n;&|)")

    def joined(self) -> Join:
        """Go over what stands between two steps."""
        self.blanks()
        for sign, join in JOINS.items():
            if self.here(2) == sign:
                self.at += 2
                self.ends()
                return join
        if self.here() in (";", "&") and self.here(2) != ";;":
            self.at += 1
        elif self.here() == "\n":
            self.line_end()
        return "then"

    def pipeline(self, closing: tuple[str, ...]) -> Iterator[Command]:
        """Yield the commands of one pipeline."""
        while True:
            self.blanks()
            command = self.command()
            if command is not None:
                yield command
            self.blanks()
            sign = next((p for p in PIPES if self.here(len(p)) == p), "")
            if not sign or self.here(2) == "||":
                return
            self.at += len(sign)
            self.ends()
            if self.closes(closing):
                return

    def command(self) -> Command | None:
        """Read one command."""
        if self.depth > DEEPEST:
            self.at = len(self.text)
            return None
        self.depth += 1
        try:
            return self.compound() or self.simple()
        finally:
            self.depth -= 1

    def function(self, named: Word) -> Function | None:
        """Read the body of a function; what is no group is none a shell would take."""
        self.ends()
        body = self.command()
        return Function(literal(named) or "", body) if isinstance(body, Group) else None

    def compound(self) -> Group | Function | None:
        """Read what encloses other commands, None where a simple command stands."""
        for opening, closing in TESTS:
            if self.here(2) == opening:
                end = self.text.find(closing, self.at + 2)
                return self.closed((), length=(len(self.text) if end < 0 else end + 2) - self.at)
        if self.here() == "(":
            self.at += 1
            return self.closed(self.steps(")"), apart=True, length=1)
        if self.stands("function"):
            self.at += len("function")
            self.blanks()
            named = self.word()
            self.at += 2 * (self.here(2) == "()")
            return self.function(named)
        for word, read in (
            ("{", self.braces),
            ("if", self.condition),
            ("for", self.loop),
            ("case", self.case),
        ):
            if self.stands(word):
                self.at += len(word)
                return read()
        if self.stands("while") or self.stands("until"):
            self.at += 5
            tested = self.steps("do")
            self.word()
            return self.closed(tested + self.steps("done"), perhaps=True, length=4)
        return None

    def closed(
        self, steps: tuple[Step, ...], *, length: int, apart: bool = False, perhaps: bool = False
    ) -> Group:
        """Go over the closing word and read the redirections of the whole."""
        self.at += length
        return Group(steps, tuple(self.redirects()), apart, perhaps)

    def braces(self) -> Group:
        """Read what stands in braces."""
        return self.closed(self.steps("}"), length=1)

    def condition(self) -> Group:
        """Read a condition with all its branches."""
        found: list[Step] = []
        while True:
            found += self.steps("then", "elif", "else", "fi")
            if self.at >= len(self.text) or self.stands("fi"):
                return self.closed(tuple(found), perhaps=True, length=2)
            self.word()

    def loop(self) -> Group:
        """Read a loop over words."""
        self.blanks()
        name = literal(self.word()) or ""
        over: list[Word] = []
        self.ends()
        if self.stands("in"):
            self.word()
            self.blanks()
            while self.at < len(self.text) and (word := self.word()):
                over.append(word)
                self.blanks()
        steps = self.steps("do")
        self.word()
        group = self.closed(steps + self.steps("done"), length=4)
        return group._replace(name=name, over=tuple(over), perhaps=not over)

    def case(self) -> Group:
        """Read a choice; nobody knows which branch ran."""
        found: list[Step] = []
        self.blanks()
        self.word()
        self.ends()
        self.word()
        while self.at < len(self.text):
            self.ends()
            if self.stands("esac"):
                break
            self.at += self.here() == "("
            self.to_parenthesis()
            found += self.steps(";;", "esac")
            self.at += 2 if self.here(2) == ";;" else 0
        return self.closed(tuple(found), perhaps=True, length=4)

    def simple(self) -> Command | None:
        """Read a simple command, or a function, which begins like one."""
        assigned: list[tuple[str, tuple[Word, ...]]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while self.at < len(self.text):
            self.blanks()
            found = list(self.redirects())
            redirects += found
            if found:
                continue
            if self.here(2) in ("<(", ">("):
                self.at += 1
                words.append(self.inner())
                continue
            if len(words) == 1 and self.here(2) == "()":
                self.at += 2
                return self.function(words[0])
            if self.here() in "\n;&|()" or not (word := self.word()):
                break
            pair = assignment(word)
            if pair and not pair[1] and self.here() == "(":
                assigned.append((pair[0], self.listed()))
            elif pair and (not words or literal(words[0]) in DECLARES):
                assigned.append((pair[0], (pair[1],)))
            else:
                words.append(word)
        if not (assigned or words or redirects):
            return None
        return Simple(tuple(assigned), tuple(words), tuple(redirects))

    def listed(self) -> tuple[Word, ...]:
        """Read the words of a list in parentheses."""
        self.at += 1
        found: list[Word] = []
        while self.at < len(self.text) and self.here() != ")":
            self.ends()
            if word := self.word():
                found.append(word)
            elif self.here() != ")":
                self.at += 1  # a sign that fits nowhere
        self.at += 1
        return tuple(found)

    def inner(self) -> Word:
        """Read the commands of a process substitution."""
        start = self.at + 1
        self.at = start
        self.to_parenthesis()
        return (Part("process", self.text[start : self.at - 1]),)

    def redirects(self) -> Iterator[Redirect]:
        """Yield the redirections that stand here."""
        while True:
            self.blanks()
            start = self.at
            while self.here().isdigit() and self.at < len(self.text):
                self.at += 1
            if self.here(2) == "<<" and self.here(3) != "<<<":
                yield Redirect("<<", (), self.document())
                continue
            sign = next((s for s in REDIRECTS if self.here(len(s)) == s), "")
            if not sign or self.here(2) in ("<(", ">("):
                self.at = start
                return
            self.at += len(sign)
            self.blanks()
            yield Redirect(SIGNS.get(sign, ">"), self.target(sign))

    def target(self, sign: str) -> Word:
        """Read where a redirection leads; a copy of another stream leads nowhere new."""
        if self.here(2) in ("<(", ">("):
            self.at += 1
            return self.inner()
        word = self.word()
        copied = sign == ">&" and (text := literal(word)) is not None and (text.isdigit() or text == "-")
        return (Part("unknown", ""),) if copied else word


def assignment(word: Word) -> tuple[str, Word] | None:
    """Return the name and the value of `NAME=value`, None for any other word."""
    first, *rest = word
    name, sign, value = first.text.partition("=")
    name = name.removesuffix("+")
    if first.kind != "bare" or not sign or not NAME.fullmatch(name):
        return None
    return name, (Part("bare", value), *rest) if value else tuple(rest)
