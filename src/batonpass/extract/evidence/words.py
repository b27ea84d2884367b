"""What the user demanded, word for word, and what was asked back."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from batonpass.extract.evidence.trail import LIKELY, SURE
from batonpass.model.deed import Done
from batonpass.model.fact import Attributes, Fact
from batonpass.model.source import Block
from batonpass.tables.load import limits
from batonpass.tables.load import words as listed

WEAK = 0.3  # an answer that asks for nothing
QUESTION = re.compile(
    r"(?:^|(?<=[.!?:]\s)|(?<=\n))[^\n.!?`]*(?:[.!][^\s][^\n.!?`]*|`[^`\n]*`[^\n.!?`]*)*\?(?=\s|$|\*)"
)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
WORDS = re.compile(r"\w+")
MARKS = "-*#>•0123456789.) \t"


def instructions(blocks: Sequence[Block]) -> Iterator[Fact]:
    """Yield what the user said, as it was said."""
    for block in blocks:
        act = block.act
        if block.kind == "turn" and act is not None and act.role == "user" and not act.agent:
            text = within(block.text.strip())
            yield Fact(
                "instruction", text, (block.span,), "user", confidence=WEAK if acknowledges(text) else SURE
            )


@cache
def _acknowledged() -> tuple[frozenset[tuple[str, ...]], int]:
    """Return the phrases as their words, and how many words the longest has."""
    phrases = frozenset(
        tuple(WORDS.findall(phrase)) for phrase in listed("commands")["acknowledged"]["words"]
    )
    return phrases, max(map(len, phrases))


def acknowledges(text: str) -> bool:
    """Tell words that ask for nothing, one such phrase behind the other: "ok, go ahead"."""
    said = WORDS.findall(text.casefold())
    known, longest = _acknowledged()
    at = 0
    while at < len(said):
        ends = (end for end in range(at + longest, at, -1) if tuple(said[at:end]) in known)
        if not (end := next(ends, 0)):
            return False
        at = min(end, len(said))
    return True


def within(text: str) -> str:
    """Return a text as it is; of a very long one the paragraphs at its beginning."""
    most = limits()["transcript"]["instruction_chars"]
    if len(text) <= most:
        return text
    head = text[:most]
    for end in ("\n\n", "\n", ". ", " "):
        if (at := head.rfind(end)) > most // 2:
            return head[:at].rstrip()
    return head


def questions(blocks: Sequence[Block], all_done: Sequence[Done]) -> Iterator[Fact]:
    """Yield what was asked with a tool, and what the final message asks."""
    for one in all_done:
        if one.act.tool == "ask":
            answered = one.answered and not one.failed
            for line in filter(None, map(str.strip, one.call.text.splitlines())):
                yield Fact(
                    "question", line, one.spans, attributes=Attributes(done=True if answered else None)
                )
    for block in blocks:
        if block.kind == "turn" and block.act is not None and block.act.final:
            for text in asked_in(block.text):
                yield Fact("question", text, (block.span,), confidence=LIKELY)


def asked_in(text: str) -> Iterator[str]:
    """Yield the sentences of a message that ask something."""
    for found in QUESTION.finditer(FENCE.sub("", text)):
        question = found[0].strip().lstrip(MARKS).strip("* ")
        if len(question.split()) > 1:
            yield question
