"""It asks what was answered, or the user has to say again what was said."""

import re
from collections.abc import Iterator

from batonpass.decide.seen import Seen, terms
from batonpass.model.sign import Shown
from batonpass.model.source import Block

NAME = "asked-again"
QUESTION = re.compile(r"[^\s.!?][^.!?\n]*\?(?=\s|$|\*|\")")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"[^\W_]{3,}")


def find(session: Seen) -> Iterator[Shown]:
    """Yield every question that was asked and answered before, and every turn in which the user says so."""
    yield from _asked(session)
    told = re.compile("|".join(terms(NAME)["told"]), re.IGNORECASE)
    for block in session.said("user"):
        if found := told.search(block.text):
            yield session.shown(block, block.text[max(found.start() - 20, 0) :])


def _asked(session: Seen) -> Iterator[Shown]:
    told = terms(NAME)
    answered: list[tuple[int, frozenset[str]]] = []
    open_ones: list[tuple[int, frozenset[str]]] = []
    for block in session.blocks:
        if block.kind == "turn" and block.act is not None and block.act.role == "user":
            answered += open_ones
            open_ones = []
            continue
        for question in _questions(block):
            words = frozenset(WORD.findall(question.casefold())) - frozenset(told["stop"])
            if len(words) < told["words"]:
                continue
            before = next((line for line, other in answered if _alike(words, other) >= told["similar"]), 0)
            if before:
                yield session.shown(block, f"asked and answered after line {before}: {question}")
            open_ones.append((block.span.first, words))


def _questions(block: Block) -> list[str]:
    if block.act is None:
        return []
    if block.kind == "call" and block.act.tool == "ask":
        return [line for line in block.text.splitlines() if line.strip()]
    says = block.kind == "turn" and block.act.role == "agent"
    return QUESTION.findall(FENCE.sub("", block.text)) if says else []


def _alike(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other)
