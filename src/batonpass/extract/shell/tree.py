"""Commands as a shell reads them: simple ones, pipelines, and what encloses them."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from batonpass.extract.shell.words import Word

Join = Literal["then", "and", "or"]  # `;` and line ends, `&&`, `||`: when what follows runs


class Redirect(NamedTuple):
    """One redirection."""

    sign: str  # ">", ">>", "<", "<<"
    target: Word  # a file; () for a here-document
    lines: Sequence[str] = ()  # of a here-document; they stand behind the command, and are filled in there

    @property
    def text(self) -> str:
        """Return a here-document's text."""
        return "".join(f"{line}\n" for line in self.lines)


class Simple(NamedTuple):
    """A command with its words; assignments stand in front of it."""

    assigned: tuple[tuple[str, tuple[Word, ...]], ...]  # of a list all its words
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


class Group(NamedTuple):
    """Commands in parentheses, braces, a loop or a condition."""

    steps: "tuple[Step, ...]"
    redirects: tuple[Redirect, ...] = ()
    apart: bool = False  # a subshell: its folder and its variables end with it
    perhaps: bool = False  # a condition: nobody knows whether it ran
    name: str = ""  # of a loop's variable
    over: tuple[Word, ...] = ()  # what it goes through


class Function(NamedTuple):
    """A command with a name, which runs when it is called."""

    name: str
    body: Group
    redirects: tuple[Redirect, ...] = ()  # it has none of its own: they stand behind its body


Command = Simple | Group | Function


class Step(NamedTuple):
    """A pipeline, and what makes it run."""

    join: Join
    commands: tuple[Command, ...]
