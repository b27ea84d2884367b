"""The prompt block of one handoff: what the next agent must know, must read, and can open and how."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import UNSET

from batonpass.brief.artifact import artifact
from batonpass.brief.marks import behind, doubt
from batonpass.brief.role import told
from batonpass.brief.sections import (
    Entry,
    Section,
    budget,
    handle,
    listed,
    references,
    said,
    sections,
    unlisted,
)
from batonpass.model.problem import Problem
from batonpass.model.proof import Item, Proof
from batonpass.tables import load

Size = Callable[[str], int]
NO_TOKENS: Mapping[str, int] = {}
EXAMPLE = 20  # lines a source needs for the usual example of a range
CLAIMS = "claims"  # the rule whose problems the next agent builds on unknowingly


def block(
    manifest: Mapping[str, Any],
    proof: Proof | None,
    size: Size,
    file_tokens: Mapping[str, int] = NO_TOKENS,
    *,
    role: Mapping[str, Any] | None = None,
) -> str:
    """Return the block as compact Markdown. `file_tokens` says what reading each file beside it costs.

    Where the agent has a role, the fields of its handoff file tell what it knows.
    """
    costs = {s.stored: s.tokens for s in proof.sources} | dict(file_tokens) if proof else dict(file_tokens)
    parts = [
        "\n".join(_head(manifest, proof)),
        *(told(role) if role else (_section(section, proof) for section in sections(manifest))),
        "\n".join(_must_read(manifest, costs)),
        "\n".join(_can_open(manifest, proof, size, costs)),
        "\n".join(_problems(manifest, proof)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(manifest: Mapping[str, Any], proof: Proof | None) -> Iterator[str]:
    agent = said(manifest.get("from_agent")) or "an unnamed agent"
    yield f"## {agent}, {said(manifest.get('artifact_type')) or 'handoff'}: {said(manifest.get('scope'))}"
    about = [said(manifest.get("timestamp"))]
    about += [f"{field} {said(manifest[field])}" for field in ("status", "phase") if manifest.get(field)]
    yield "\n" + ", ".join(filter(None, [f"Handoff {handle(manifest)}", *about]))
    if proof is None:
        yield "No proof stands beside it: check what you build on."
    elif proof.standing == "rejected":
        yield "REJECTED by validation: do not build on it before its problems are solved."


def _section(section: Section, proof: Proof | None) -> str:
    doubts = [doubt(behind(proof, entry.pointer)) for entry in section.entries]
    shared = doubts[0] if len(set(doubts)) == 1 else ""
    title = f"**{section.title}**{f' ({shared})' if shared else ''}"
    title += f" `{section.pointer}`" if behind(proof, section.pointer) else ""
    told = [
        _entry(section, entry, proof, "" if shared else own)
        for entry, own in zip(section.entries, doubts, strict=True)
    ]
    if section.form == "row" or (section.single and section.form == "list"):
        return f"{title}: {', '.join(told)}"
    return "\n".join([title, *(_bulleted(text, section) for text in told)])


def _entry(section: Section, entry: Entry, proof: Proof | None, doubted: str) -> str:
    item = behind(proof, entry.pointer)
    # The manifest shows one line; what the user said word for word stands in the proof.
    text = item.text if section.form == "words" and item and item.text else entry.text
    more = f" — {entry.more}" if entry.more else ""
    return f"{text}{more}{f' ({doubted})' if doubted else ''}"


def _bulleted(text: str, section: Section) -> str:
    if section.form == "words":
        return "\n".join(f"> {line}".rstrip() for line in text.splitlines()) or ">"
    return f"- {text}"


def _must_read(manifest: Mapping[str, Any], costs: Mapping[str, int]) -> Iterator[str]:
    files = references(manifest, "required_reading")
    if not files:
        return
    total = budget(manifest, "required_reading_tokens")
    known = {files[0].text: total} | dict(costs) if len(files) == 1 else costs
    cost = f", {total} tokens" if total and len(files) > 1 else ""
    yield f"**Must read first** (in {_directory(manifest)}{cost})"
    yield from (
        f"- {entry.text}{_tokens(known.get(entry.text, 0))}{f': {entry.more}' if entry.more else ''}"
        for entry in files
    )


def _can_open(
    manifest: Mapping[str, Any], proof: Proof | None, size: Size, costs: Mapping[str, int]
) -> Iterator[str]:
    yield "**Can be opened** when you need it"
    name = handle(manifest)
    if proof:
        yield from _items(name, proof)
        yield from _sources(name, proof)
    yield from _files(manifest, proof, costs)
    missing = sum(count.recoverable for count in proof.receipt.kinds.values()) if proof else 0
    if missing:
        whole = size(artifact(manifest, proof))
        yield f"- `baton show {name} --view artifact`: everything found, {missing} more ({whole} tokens)"
    yield "- `baton search WORDS`: where else they stand"


def _items(name: str, proof: Proof) -> Iterator[str]:
    """Yield how the source of an item is opened; items without a source, as named files, have none."""
    shown = proof.items if proof.fields is UNSET else proof.fields
    proven = {pointer: _cost(item, proof) for pointer, item in shown.items() if item.spans}
    if not proven:
        return
    least, most = min(proven.values()), max(proven.values())
    span = f"{least} to {most}" if most > least else f"{most}"
    example = next((p for p in proven if p.rsplit("/", 1)[-1].isdigit()), next(iter(proven)))
    yield f"- `baton expand {name} {example}`: source lines of that section's item 0 (about {span} tokens an item)"


def _cost(item: Item, proof: Proof) -> int:
    """Return about how many tokens the lines of an item take: its sources' average."""
    rates = {s.digest: s.tokens / s.lines for s in proof.sources if s.lines}
    lines = ((span.last - span.first + 1) * rates.get(span.source, 0.0) for span in item.spans)
    return max(1, math.ceil(sum(lines)))


def _sources(name: str, proof: Proof) -> Iterator[str]:
    most: int = load.limits()["views"]["block_files"]
    for index, source in enumerate(proof.sources[:most]):
        size = f"{source.lines} lines, {source.tokens} tokens"
        lines = "L10-L20" if source.lines >= EXAMPLE else f"L1-L{source.lines}"
        command = f"`baton expand {name} {source.stored}#{lines}`: any lines of it"
        yield f"- {command} ({size})" if index == 0 else f"- {source.stored} likewise ({size})"
    rest = proof.sources[most:]
    if rest:
        yield f"- {len(rest)} more files beside them ({sum(s.tokens for s in rest)} tokens)"


def _files(manifest: Mapping[str, Any], proof: Proof | None, costs: Mapping[str, int]) -> Iterator[str]:
    """Yield the files a manifest names that are no sources and need not be read."""
    told = {e.text for e in references(manifest, "required_reading")}
    told |= {s.stored for s in proof.sources} if proof else set()
    described = {e.text: e.more for e in references(manifest, "optional_context")}
    named = unlisted(dict.fromkeys((*described, *listed(manifest, "detail_files"))), told)
    if named:
        yield f"- in {_directory(manifest)}:"
    for file in named:
        what = described.get(file)
        yield f"  - {file}{_tokens(costs.get(file, 0))}{f': {what}' if what else ''}"


def _problems(manifest: Mapping[str, Any], proof: Proof | None) -> Iterator[str]:
    told = [p for p in proof.problems if p.severity != "note"] if proof else []
    if not told:
        return
    most: int = load.limits()["views"]["block_problems"]
    ordered = sorted(told, key=lambda p: (p.rule != CLAIMS, p.severity != "error"))
    more = f", the first {most}" if len(ordered) > most else ""
    yield f"**Problems** ({len(ordered)}{more}; all: `baton validate {handle(manifest)}`)"
    yield from (f"- {p.severity}, {p.rule}: {_place(p, manifest)}{p.message}" for p in ordered[:most])


def _place(problem: Problem, manifest: Mapping[str, Any]) -> str:
    """Return the file a problem is about, where that is not the handoff itself."""
    own = not problem.path or problem.path.startswith(_directory(manifest))
    return "" if own else f"{problem.path}: "


def _directory(manifest: Mapping[str, Any]) -> str:
    return said(manifest.get("artifacts_directory")) or "its directory"


def _tokens(count: int) -> str:
    return f" ({count} tokens)" if count else ""
