"""Transcripts as text, one line a block and one line a fact, for golden cases."""

from batonpass.extract.facts import extract
from batonpass.model.act import Act, Touch
from batonpass.model.fact import Fact
from batonpass.model.source import Block, Source
from batonpass.read.found import Found
from batonpass.read.parse import parse

ROOT = "/home/me/shop"
TOLD = (
    "path",
    "change",
    "from_path",
    "passed",
    "failed",
    "error_class",
    "command",
    "resolved",
    "agent",
    "done",
)


def read(name: str, text: str) -> Source:
    """Return what is read of a transcript."""
    return parse(Found(name, name, text.encode()), redact=str, max_bytes=1_000_000)


def shown(source: Source) -> str:
    """Return whose it is, the problems, and what was said and done."""
    problems = [f"! {p.severity} {p.rule}, line {p.line}: {p.message}" for p in source.problems]
    acts = [line(block, block.act) for block in source.blocks if block.act is not None]
    return "\n".join([source.format, *problems, *acts]) + "\n"


def line(block: Block, act: Act) -> str:
    """Return a turn, a call or a result on one line: where, what, whose, its words, what it did, how it went."""
    agent = f" of {act.agent}" if act.agent else ""
    what = {"turn": act.role, "call": f"{act.tool} by {act.named}"}.get(block.kind, "")
    parts = [f"{block.span.first} {block.kind} {what}{agent}".replace("  ", " ").rstrip()]
    parts += [repr(block.text)] if block.text else []
    parts += [*map(touched, act.touches), *outcome(block, act)]
    if act.spent:
        spent = act.spent
        told = f"{spent.context} in context, {spent.output} out"
        parts.append(told + (f", window {spent.window}" if spent.window else ""))
    return "  ".join(parts)


def touched(touch: Touch) -> str:
    """Return what happens to a file."""
    return f"{touch.how} {touch.path}" + (f" from {touch.from_path}" if touch.from_path else "")


def outcome(block: Block, act: Act) -> list[str]:
    """Return how a call came out."""
    if block.kind != "result":
        return ["final"] if act.final else []
    went = {True: "ok", False: "failed", None: "nobody says how it went"}[act.ok]
    code = [] if act.exit is None else [f"exit {act.exit}"]
    return ["refused" if act.refused else went, *code]


def facts(source: Source) -> str:
    """Return the facts of a transcript."""
    return "".join(map(fact, extract(source, ROOT))) or "none\n"


def fact(found: Fact) -> str:
    """Return a fact on one line, with what was computed for it."""
    about = {name: getattr(found.attributes, name) for name in TOLD}
    told = [f"{name}={value}" for name, value in about.items() if value is not None]
    sure = "" if found.confidence >= 1 or found.basis != "derived" else f"  (sure {found.confidence})"
    return "  ".join([f"{found.kind} {found.basis}", repr(found.text), *told]) + f"{sure}\n"
