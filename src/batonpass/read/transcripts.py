"""Transcripts into blocks: whose it is, then its turns, calls and results, then its final message as a document."""

from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from msgspec.structs import replace

from batonpass.model.source import Block, Span
from batonpass.read import records
from batonpass.read.clients import (
    claude_code,
    codex,
    gemini,
    messages,
    opencode,
    openhands,
    pi,
    qwen,
    swe_agent,
)
from batonpass.read.draft import Draft
from batonpass.read.formats import markdown
from batonpass.read.lines import Lines
from batonpass.read.reports.known import report
from batonpass.read.telling import Telling

# The order decides where two know as many records; a plain list of messages is what nobody else knows.
ALL = (claude_code, codex, pi, gemini, qwen, opencode, swe_agent, openhands, messages)
CLIENTS: Mapping[str, ModuleType] = {client.NAME: client for client in ALL}
# One of these a runner's output has in it; looked for before anything dearer.
NEEDLES = (" passed", " failed", " passing", "Tests:", "test result:", "Tests run:", "Ran ", "\nok ", "not ok ", "FAIL", "PASS", " examples", "TOTAL", "ℹ tests", "# tests", " tests across")  # fmt: skip
SUMMARY = 4000  # characters at the end of an output in which a runner sums up
FEWEST = {messages.NAME: 2}  # one {"role": …, "content": …} may be any JSON


def recognise(data: bytes) -> str:
    """Return the client whose transcript this is, "" where it is none."""
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if head not in (b"{", b"["):
        return ""
    return form(data).client


class Form(NamedTuple):
    """Whose a transcript is, and whether a line is a record of it."""

    client: str = ""
    by_line: bool = False


def form(data: bytes) -> Form:
    """Return how a transcript is written; a document may stand on one line."""
    lined, known = _most([("", value) for value in records.first_lines(data)] if is_by_line(data) else [])
    if lined and not is_one_line(data):
        return Form(lined, by_line=True)
    parts, found = _most(records.first_elements(data))
    return Form(lined, by_line=True) if lined and known >= found else Form(parts)


def _most(sample: list[tuple[str, object]]) -> tuple[str, int]:
    """Return the client that knows the most of some records, and how many."""
    known = {c.NAME: sum(c.knows(value, key) for key, value in sample) for c in ALL}
    best = max(known, key=lambda name: (name != messages.NAME and known[name] > 0, known[name]))
    return (best, known[best]) if known[best] >= FEWEST.get(best, 1) else ("", 0)


def is_one_line(data: bytes) -> bool:
    """Tell whether there is but one line."""
    return b"\n" not in data.strip()


def is_by_line(data: bytes) -> bool:
    """Tell one record a line from one document, of which a line may be a record by chance."""
    body = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    return body[:1] == b"{" and records.decoded(body.split(b"\n", 1)[0]) is not None


def blocks(lines: Lines, client: str) -> Draft:
    """Return the blocks of a transcript."""
    draft, telling, skipped = Draft(lines), Telling(), records.Skipped()
    by_line = form(lines.data) == (client, True)
    reader = CLIENTS[client].Reader(telling)
    for record in records.of_lines(lines, skipped) if by_line else records.of_document(lines):
        reader.take(record)
    draft.blocks = _complete(telling)
    if skipped.lines:
        message = f"{len(skipped.lines)} of {lines.count} lines are no JSON and were skipped"
        draft.warn(
            "source-lines-skipped", message, "nothing, unless the file was edited by hand", skipped.lines[0]
        )
    return draft


def _complete(telling: Telling) -> list[Block]:
    """Return the blocks, with what the final message and the outputs of test runners are made of behind them."""
    at = telling.last_words()
    if at >= 0:
        telling.close(at)
    shells = {b.act.call for b in telling.blocks if b.kind == "call" and b.act and b.act.tool == "shell"}
    blocks: list[Block] = []
    for index, block in enumerate(telling.blocks):
        blocks.append(block)
        if index == at:
            blocks += _document(block.text, block.span, len(blocks))
        elif block.kind == "result" and block.act and block.act.call in shells and _may_be_run(block.text):
            blocks += _report(block.text, block.span, len(blocks) - 1)
    return blocks


def _may_be_run(text: str) -> bool:
    end = text[-SUMMARY:]
    return any(needle in end for needle in NEEDLES)


def _document(text: str, span: Span, first: int) -> list[Block]:
    """Return a message's own blocks; all stand where the message stands."""
    own = markdown.blocks(Lines(text.encode("utf-8", "replace"))).blocks
    return [
        replace(block, span=span, parent=block.parent + first if block.parent >= 0 else -1) for block in own
    ]


def _report(text: str, span: Span, result: int) -> list[Block]:
    """Return what a runner's output says, below the result it stands in; whether it was run here is not known yet."""
    return [replace(block, span=span, parent=result) for block in _told(text)]


@lru_cache(maxsize=256)  # a suite that passes says the same after every change
def _told(text: str) -> tuple[Block, ...]:
    found = report(Lines(text.encode("utf-8", "replace")), "log", asked=False)
    return tuple(found.draft.blocks) if found else ()
