"""Reports as text, one line a block, for golden cases."""

import msgspec

from batonpass.model.evidence import Run
from batonpass.model.source import Block, Source
from batonpass.read.found import Found
from batonpass.read.parse import parse_report


def told(name: str, text: str) -> str:
    """Return what is read of a report that somebody gave as one."""
    return shown(parse_report(Found(name, name, text.encode()), redact=str))


def shown(source: Source) -> str:
    """Return the format, the problems and the blocks of a report."""
    problems = [f"! {p.severity} {p.rule}, line {p.line}: {p.message}" for p in source.problems]
    return "\n".join([source.format, *problems, *map(_line, source.blocks)]) + "\n"


def _line(block: Block) -> str:
    span = block.span
    lines = f"{span.first}-{span.last}" if span.last > span.first else f"{span.first}"
    about = msgspec.to_builtins(block.evidence)
    numbers = [f"{name}={value}" for name, value in about.items() if _tells(name, value, block)]
    return "  ".join([lines, block.kind, repr(block.text), *numbers])


def _tells(name: str, value: object, block: Block) -> bool:
    if isinstance(block.evidence, Run):
        return value is not None and (name, value) not in (
            ("complete", True),
            ("standing", "current"),
            ("counted", ""),
        )
    return value not in (None, "", 0) or name == "passed"
