"""How full is the context of a session? By the end of its transcript alone."""

import os
from collections.abc import Callable

import msgspec
from msgspec import Struct

from batonpass.decide.gate import UNKNOWN, gate
from batonpass.decide.ladder import Ladder
from batonpass.flow.setup import Setup
from batonpass.measure import calibrate, spending
from batonpass.measure.usage import entry, usage
from batonpass.model.errors import BadContent, NotFound
from batonpass.model.source import Block
from batonpass.model.usage import Numbers, Usage
from batonpass.read import newest, statusline, tail
from batonpass.read.gather import gather
from batonpass.read.parse import parse
from batonpass.store import calibration
from batonpass.tables import load


class Context(Struct, frozen=True):
    """How full a context is, and what follows from that."""

    transcript: str
    tokens: int
    window: int
    share: float
    exact: bool
    level: str  # OK, SHOULD, MUST, BLOCKED; UNKNOWN where the window is
    says: str = ""  # what to do, where anything is to be done


def context(
    setup: Setup, transcript: str = "", *, window: int = 0, home: str | None = None, call: str = ""
) -> Context:
    """Return how full the context is whose transcript this is; by default that of the project's newest session.

    With `call`, wait until that tool call is on the disk before its numbers are believed.
    """
    path = transcript or find(setup, home)
    numbers = tail.last_numbers(path, call=call) if os.path.splitext(path)[1] == ".jsonl" else None
    if numbers is None or (not numbers.exact and not numbers.context):
        numbers = whole(setup, path)
    measured = usage(
        numbers,
        load.table("models"),
        given=window,
        seen=statusline.window_of(setup.root, path),
        otherwise=setup.playbook.budgets.window,
    )
    return judged(setup, path, measured)


def find(setup: Setup, home: str | None = None) -> str:
    """Return the transcript of the project that was written last."""
    found = newest.newest(setup.root, home if home is not None else os.path.expanduser("~"))
    if not found:
        raise NotFound(
            f"no transcript of a session in {setup.root}",
            wanted="one that Claude Code, Codex, pi, Gemini, Qwen or OpenCode wrote",
            todo="name it with --transcript",
        )
    return found


def judged(setup: Setup, path: str, measured: Usage) -> Context:
    """Return usage with its level on the ladder."""
    ladder = Ladder(**msgspec.to_builtins(load.levels(setup.playbook)))
    verdict = gate(measured, ladder, "turn")
    says = "" if verdict.level == UNKNOWN else "".join(verdict.reasons)
    return Context(
        path, measured.tokens, measured.window, round(measured.share, 4), measured.exact, verdict.level, says
    )


def whole(setup: Setup, path: str) -> Numbers:
    """Return the numbers of a transcript whose end has none: read as a whole, estimated where it has none at all."""
    most = load.limits()["context"]["estimate_bytes"]
    (found,) = gather([path], root=setup.root)[:1]
    if len(found.data) > most:
        raise BadContent(
            f"{path} has no numbers at its end, and {len(found.data):,} bytes are too many to estimate them",
            wanted=f"at most {most:,} bytes",
            todo="name the transcript of a client that writes usage",
        )
    blocks = parse(found, redact=setup.redact, max_bytes=most).blocks
    if not any(block.act is not None for block in blocks):
        problem = next(iter(found.problems), None)
        raise BadContent(
            problem.message if problem else "not a transcript of a client that is known",
            wanted="a session of Claude Code, Codex, pi, Gemini, Qwen, OpenCode, SWE-agent or OpenHands",
            todo="name another file with --transcript",
            place=path,
        )
    return of_blocks(setup, blocks)


def of_blocks(setup: Setup, blocks: tuple[Block, ...]) -> Numbers:
    """Return the numbers of the last answer, or an estimate of all that is in the context."""
    own = spending.own_agent(blocks)
    spent = spending.last_answer(blocks, own)
    if spent is not None:
        return Numbers(
            model=spent.model,
            input=spent.input,
            cache_read=spent.cache_read,
            cache_write=spent.cache_write,
            window=spent.window,
        )
    model = next(
        (b.act.spent.model for b in reversed(blocks) if b.act and b.act.spent and b.act.spent.model), ""
    )
    text = "\n".join(block.text for block in spending.since_summary(blocks, own))
    return Numbers(model=model, input=round(setup.meter.count(text) * factor_of(setup, model)), exact=False)


def factor_of(setup: Setup, model: str) -> float:
    """Return what a token of text is worth for a model, 1 where nothing was learned."""
    factor, _ = calibration.known(setup.root).get(family(model), (1.0, 0))
    return factor


def family(model: str) -> str:
    """Return the name the table of models knows a model by, its own where it does not."""
    models = load.table("models")
    about = entry(model, models)
    return next((name for name, known in models.items() if known is about), model.lower())


def learn(setup: Setup, blocks: tuple[Block, ...], count: Callable[[str], int]) -> calibrate.Factor | None:
    """Learn from a transcript what a token of text is worth for its model, and remember it."""
    new = calibrate.learn(blocks, spending.own_agent(blocks), count)
    if new is None:
        return None
    name = family(new.model)
    factor, pairs = calibration.known(setup.root).get(name, (0.0, 0))
    both = calibrate.joined(
        calibrate.Factor(name, factor, pairs) if pairs else None, new._replace(model=name)
    )
    calibration.remember(setup.root, name, both.factor, both.pairs)
    return both
