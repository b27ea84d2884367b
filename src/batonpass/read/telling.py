"""The turns, calls and results of a transcript while they are being written down."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from batonpass.model.act import Act, Role, Spent, Tool, Touch
from batonpass.model.source import Block, Span
from batonpass.read.tools import Asked

WORKING: frozenset[Tool] = frozenset({"write", "edit", "patch", "shell", "read", "search", "spawn"})


class Telling:
    """Blocks in the order of the transcript; what holds for the following ones is set once."""

    def __init__(self) -> None:
        """Start empty."""
        self.blocks: list[Block] = []
        self.agent = ""  # whose blocks come now
        self.own = ""  # the agent the transcript belongs to: "" unless it is a nested agent's file
        self.folder = ""
        self.time = ""
        self.spent: Spent | None = None  # goes to the next block

    def add(self, kind: Any, text: str, span: Span, **about: Any) -> None:
        """Write down a block."""
        act = Act(
            agent=self.agent,
            time=self.time,
            folder=about.pop("folder", "") or self.folder,
            spent=self.spent,
            **about,
        )
        self.spent = None
        self.blocks.append(Block(kind, text, span, act=act))

    def turn(self, text: str, span: Span, role: Role = "agent") -> None:
        """Write down what somebody said."""
        if text.strip():
            self.add("turn", text, span, role=role)

    def call(self, span: Span, asked: Asked, call: str, named: str) -> None:
        """Write down a call."""
        self.add(
            "call",
            asked.text,
            span,
            call=call,
            named=named,
            tool=asked.tool,
            touches=asked.touches,
            command=asked.command,
            patch=asked.patch,
            folder=asked.folder,
        )

    def result(
        self,
        span: Span,
        text: str,
        call: str,
        *,
        ok: bool | None = None,
        code: int | None = None,
        refused: bool = False,
        touches: Iterable[Touch] = (),
        patch: str = "",
    ) -> None:
        """Write down what came back; an exit code other than 0 is a failure."""
        went = ok if code is None else code == 0 and ok is not False
        self.add(
            "result",
            text,
            span,
            role="tool",
            call=call,
            ok=False if refused else went,
            exit=code,
            refused=refused,
            touches=tuple(touches),
            patch=patch,
        )

    def count(self, span: Span, spent: Spent) -> None:
        """Write down numbers that stand on a line of their own."""
        self.spent = spent
        self.add("turn", "", span, role="client")

    def enter(self, folder: str, span: Span) -> None:
        """Remember the working directory, and the line that names it."""
        if folder and folder != self.folder:
            self.folder = folder
            self.add("turn", "", span, role="client")

    def last_words(self) -> int:
        """Return the index of the transcript's final message, -1 where its agent was still at work."""
        for index in range(len(self.blocks) - 1, -1, -1):
            block = self.blocks[index]
            act = block.act
            if act is None or act.agent != self.own:
                continue
            if block.kind == "call" and act.tool in WORKING:
                return -1
            if block.kind == "turn" and act.role == "agent" and block.text:
                return index
        return -1

    def close(self, index: int) -> None:
        """Mark a turn as final."""
        block = self.blocks[index]
        if block.act is not None:
            self.blocks[index] = replace(block, act=replace(block.act, final=True))
