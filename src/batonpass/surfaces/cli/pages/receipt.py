"""What a compaction did: tokens before and after, what became of every kind of fact, what to mend."""

from collections.abc import Iterator

from batonpass.flow.outcome import Opened, Outcome
from batonpass.model.proof import Receipt
from batonpass.surfaces.cli.page import Block, Line, Part, Table, counted, joined, line, number, times, title
from batonpass.surfaces.cli.pages.kinds import named
from batonpass.surfaces.cli.pages.problems import alert, problems


def outcome(told: Outcome) -> Iterator[Line]:
    """Yield the few lines a person sees after a hand-over."""
    handoff, proof = told.opened.handoff, told.opened.proof
    to = ", ".join(handoff.to)
    agents: tuple[Part, ...] = ((handoff.agent, "title"), f" → {to}" if to else "")
    yield line(
        *agents, (" · ", "quiet"), *joined([handoff.type, handoff.scope, *_news(told)]), lead=_sign(told)
    )
    if proof:
        yield line(*tokens(proof.receipt), (" · ", "quiet"), *alert(told.alert), indent=2)
        yield line(*_kept(proof.receipt), indent=2)
    yield from problems(told.problems, around=handoff.manifest)


def _sign(told: Outcome) -> Part:
    if told.rejected or any(problem.severity == "error" for problem in told.problems):
        return "✗", "bad"
    return "✓", "good"


def _news(told: Outcome) -> Iterator[Part]:
    if told.rejected:
        yield "rejected, so nobody is handed it", "bad"
    if told.new and (old := told.opened.handoff.supersedes):
        yield f"takes the place of {old[:8]}", "quiet"
    if not told.new:
        yield "stood already, nothing was doubled", "quiet"


def tokens(receipt: Receipt) -> Iterator[Part]:
    """Yield tokens before and after."""
    yield f"{number(receipt.source_tokens)} → "
    yield number(receipt.manifest_tokens), "title"
    yield f" tokens{_ratio(receipt)}"
    if receipt.required_reading_tokens:
        yield f", and {number(receipt.required_reading_tokens)} of required reading"


def _ratio(receipt: Receipt) -> str:
    if ratio := times(receipt.source_tokens, receipt.manifest_tokens):
        return f", {ratio} times smaller"
    return ", not smaller: the work is shorter than what must be said of it" if receipt.source_tokens else ""


def _kept(receipt: Receipt) -> Iterator[Part]:
    """Yield what stands in the manifest, and how much of what was found does not."""
    found = sum(count.found for count in receipt.kinds.values())
    kept = sum(count.kept for count in receipt.kinds.values())
    yield f"{number(kept)} of {counted(found, 'fact')} kept" if found else "no facts found"
    kinds = [f"{number(c.kept)} {named(kind, c.kept)}" for kind, c in receipt.kinds.items() if c.kept]
    yield f": {', '.join(kinds)}" if kinds else "", "quiet"
    if left := sum(count.recoverable for count in receipt.kinds.values()):
        yield f"; {number(left)} more can be recovered", "quiet"


def receipt(opened: Opened) -> Iterator[Block]:
    """Yield the whole receipt as a table."""
    if opened.proof is None:
        yield line(("No proof stands beside this manifest, so there is no receipt.", "warning"))
        return
    told = opened.proof.receipt
    yield title("Receipt", ("  ", ""), *tokens(told))
    about = f"profile {told.profile}, target {told.target} and limit {told.limit} tokens, counted with {told.meter}"
    yield line((about, "quiet"), indent=2)
    rows = tuple(
        (named(k), number(c.found), number(c.kept), number(c.recoverable)) for k, c in told.kinds.items()
    )
    if rows:
        yield Table(
            ("facts", "found", "kept", "recoverable"), rows, frozenset({"found", "kept", "recoverable"})
        )
