"""The context of a session in short, within a phase: what is completed in few words, the current task whole."""

from collections.abc import Callable, Iterator, Sequence

from batonpass.brief.abbreviated import Abbreviated, Piece, abbreviated
from batonpass.compact.text import shorten
from batonpass.extract.evidence.errors import trouble
from batonpass.extract.evidence.words import acknowledges
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.measure.spending import own_agent, since_summary
from batonpass.model.errors import BadContent
from batonpass.model.source import Block
from batonpass.read.parse import parse_text
from batonpass.tables import load

RANKS = {"user": 0, "summary": 0, "agent": 1, "client": 3, "tool": 3}
CALL_RANK = 2


def of_handoff(setup: Setup, opened: Opened) -> str:
    """Return the context of the transcript a handoff was made of in short, with the figures on top."""
    for entry in opened.proof.sources if opened.proof else ():
        text = setup.store.read(opened.handoff, entry.stored).decode("utf-8", "replace")
        blocks = parse_text(text, entry.stored, setup.redact).blocks
        if any(block.act is not None for block in blocks):
            made = of_blocks(blocks, setup.meter.count)
            opens = f"`baton expand {opened.handoff.id} {entry.stored}#L10-L20`"
            return f"{_head(made, opens)}\n\n{made.text}\n"
    raise BadContent(
        "no transcript among the sources of this handoff",
        wanted="one whose context can be told in short",
        todo="hand it over with --transcript FILE, or --transcript newest",
        place=opened.handoff.manifest,
    )


def of_blocks(blocks: Sequence[Block], size: Callable[[str], int]) -> Abbreviated:
    """Return what an agent has in its context, from the last compaction on, in short."""
    held = since_summary(blocks, own_agent(blocks))
    return abbreviated(list(_pieces(held, size)), size)


def _head(made: Abbreviated, opens: str) -> str:
    kept = f"{made.before} → {made.after} tokens, {made.share:.0%} of before"
    return f"# Completed in short, the current task whole ({kept}); {opens} opens any line"


def _pieces(held: Sequence[Block], size: Callable[[str], int]) -> Iterator[Piece]:
    first = _current(held, size)
    task = max((n for n, b in enumerate(held[: first + 1]) if _asks(b)), default=-1)
    for number, block in enumerate(held):
        rank = CALL_RANK if block.kind == "call" else RANKS[block.act.role] if block.act else 0
        whole = _whole(block)
        short = whole if rank == 0 else _short(block)
        short = short if len(short) < len(whole) else whole
        yield Piece(whole, short, rank, current=number >= first or number == task)


def _current(held: Sequence[Block], size: Callable[[str], int]) -> int:
    """Return where the current task begins: the user's last request, or what is newest where that is nearly all."""
    asked = max((number for number, block in enumerate(held) if _asks(block)), default=0)
    sizes = [size(_whole(block)) for block in held]
    room = load.limits()["views"]["abbreviated_current"] * sum(sizes)
    if sum(sizes[asked:]) <= room:
        return asked
    at, used = len(held), 0
    while at > asked and used + sizes[at - 1] <= room:
        at -= 1
        used += sizes[at]
    return at


def _asks(block: Block) -> bool:
    is_user = block.kind == "turn" and block.act is not None and block.act.role == "user"
    return is_user and not acknowledges(block.text)


def _whole(block: Block) -> str:
    if block.kind == "turn":
        return f"{_who(block)}: {block.text.strip()}"
    if block.kind == "call":
        return f"→ {_called(block)}"
    return f"← {block.text.strip()}"


def _short(block: Block) -> str:
    """Return a turn, call or result in one line that names its place."""
    most: int = load.limits()["views"]["abbreviated_chars"]
    line = block.span.first
    if block.kind == "call":
        return f"→ {shorten(_called(block), most)}"
    if block.kind == "turn":
        return f"{_who(block)}: {shorten(' '.join(block.text.split()), most)} [line {line}]"
    failed = block.act is not None and block.act.ok is False
    told = trouble(block.text) if failed else block.text.strip().partition("\n")[0]
    return f"← {'failed: ' if failed else ''}{shorten(told, most)} [line {line}]"


def _who(block: Block) -> str:
    return block.act.role.capitalize() if block.act else "Text"


def _called(block: Block) -> str:
    act = block.act
    paths = ", ".join(touch.path for touch in act.touches) if act else ""
    asked = (act.command if act else "") or block.text or paths
    return f"{act.named if act else 'tool'} {asked}".strip()
