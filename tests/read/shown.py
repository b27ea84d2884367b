"""Sources as text, one line a block, for golden cases."""

from batonpass.model.source import Block, Source


def shown(source: Source) -> str:
    """Return format, problems and blocks of a source."""
    head = f"{source.format}, {source.lines} lines"
    problems = [f"! {p.severity} {p.rule}, line {p.line}: {p.message}" for p in source.problems]
    return "\n".join([head, *problems, *(line(source, block) for block in source.blocks)]) + "\n"


def line(source: Source, block: Block) -> str:
    """Return a block: lines, kind, text, then what it has beyond that."""
    span = block.span
    lines = f"{span.first}-{span.last}" if span.last > span.first else f"{span.first}"
    bytes_ = source.data[span.start : span.end].decode()
    whole = "\n".join(source.text.removeprefix("\ufeff").splitlines()[span.first - 1 : span.last])
    more = {
        "bytes": "" if bytes_.removeprefix("\ufeff").splitlines() == whole.splitlines() else bytes_,
        "label": block.label,
        "rest": block.rest if block.label else "",
        "under": " / ".join(block.headings),
        "header": " | ".join(block.header),
        "parent": block.parent if block.parent >= 0 else "",
        "tags": ", ".join(block.tags),
        "language": block.language,
    }
    flags = [name for name in ("quoted", "strong") if getattr(block, name)]
    flags += [] if block.checked is None else ["checked" if block.checked else "unchecked"]
    kind = f"{block.kind}{block.level or ''}"
    told = [
        f"{name}={value!r}" if isinstance(value, str) else f"{name}={value}"
        for name, value in more.items()
        if value != ""
    ]
    return "  ".join([lines, kind, repr(block.text), *told, *flags])
