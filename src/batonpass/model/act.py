"""What an agent did, as its transcript shows it: the same words for every client."""

from typing import Literal

from msgspec import Struct

from batonpass.model.usage import Numbers

Role = Literal[
    "user",  # a person's own words
    "agent",
    "tool",  # what came back from a call
    "client",  # what the client put in: reminders, hook texts, the environment, notifications
    "summary",  # of a compaction: what was before it is told again here
]
Tool = Literal[
    "write",  # a whole file
    "edit",  # part of a file
    "patch",  # several files, as a patch text
    "shell",
    "read",
    "search",
    "spawn",  # another agent
    "ask",  # the user
    "plan",  # a list of what is to be done
    "other",
]
Touched = Literal[
    "written",  # created or modified, the call does not say which
    "created",
    "modified",
    "deleted",
    "renamed",
    "read",
]


class Touch(Struct, frozen=True, omit_defaults=True):
    """One file a call names, and what it does to it."""

    path: str  # as the client spells it
    how: Touched
    from_path: str = ""  # of a renamed file


class Spent(Struct, frozen=True, omit_defaults=True):
    """What one answer of a model took, as the client counted it."""

    answer: str = ""  # id: one answer may stand on several lines, each with its numbers; the last is right
    model: str = ""
    input: int = 0  # fresh tokens of the prompt
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    cost_usd: float | None = None  # None: the client does not say

    window: int = 0  # of the context, where the client names it

    @property
    def context(self) -> int:
        """Return the tokens of the whole prompt."""
        return self.input + self.cache_read + self.cache_write

    @classmethod
    def of(cls, numbers: Numbers | None, cost: object = None) -> "Spent | None":
        """Return the numbers of an answer as a value, None where there are none."""
        if numbers is None:
            return None
        return cls(
            answer=numbers.answer,
            model=numbers.model,
            input=numbers.input,
            cache_read=numbers.cache_read,
            cache_write=numbers.cache_write,
            output=numbers.output,
            cost_usd=float(cost) if isinstance(cost, int | float) else None,
            window=numbers.window,
        )


class Act(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What stands behind a turn, a call or a result."""

    role: Role = "agent"
    agent: str = ""  # id of a nested agent, "" for the one the transcript belongs to
    time: str = ""  # as the client wrote it
    folder: str = ""  # working directory, absolute
    call: str = ""  # id that joins a call and its result
    tool: Tool = "other"
    named: str = ""  # the client's own name of the tool
    touches: tuple[Touch, ...] = ()
    command: str = ""  # of a shell, as it was typed
    patch: str = ""  # of a patch tool; of a result: the diff the client made of the work
    ok: bool | None = (
        None  # of a result: False = failed, refused or interrupted; None = the client does not say
    )
    exit: int | None = None  # of a result: the command's exit code
    refused: bool = False  # of a result: the user or a rule did not let it happen
    final: bool = False  # of a turn: the last words of its agent
    spent: Spent | None = None
