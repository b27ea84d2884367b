"""What must survive a compaction, or be known at the start: demands, blockers, what holds, and where the handoffs are."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from batonpass.brief.ranked import Ranked, fitted
from batonpass.brief.sections import at, decided, handle, listed, one_line, said
from batonpass.tables import load

Size = Callable[[str], int]
Shorten = Callable[[str, int], str]  # a text in at most so many characters, cut where a clause ends
NAMED = "baton expand"


class Pin(Struct, frozen=True):
    """One open handoff, as the list of them names it."""

    path: str  # of its manifest
    manifest: Mapping[str, Any]
    tokens: int = 0


def pinned(
    own: Mapping[str, Any],
    others: Sequence[Pin],
    size: Size,
    shorten: Shorten,
    *,
    head: str = "# Pinned: what holds on",
    progress: str = "",
    residues: Sequence[str] = (),
) -> str:
    """Return what is pinned of a session: of its own handoff `own`, of its phases, and of the agents it started.

    What is needed least is left out whole; the head always stands. The newest of `others` comes last and stays longest,
    and so does the residue of the newest phase.
    """
    limit: int = load.limits()["views"]["pinned_tokens"]
    told = _lines(own, others, shorten, head, progress)
    ages = range(len(residues) - 1, -1, -1)
    phases = ((2 + age, text) for age, text in zip(ages, residues, strict=True))
    return fitted((*told, *phases), limit, size) + "\n"


def _lines(
    own: Mapping[str, Any], others: Sequence[Pin], shorten: Shorten, head: str, progress: str
) -> Iterator[Ranked]:
    yield 0, head
    yield 1, one_line(progress)
    yield from _demands(own, shorten)
    blockers = [*listed(own, "blockers"), *(b for pin in others for b in listed(pin.manifest, "blockers"))]
    yield from _told("Blocked", dict.fromkeys(blockers), 2, shorten)
    yield from _told("Must hold", _texts(own, "/summary/constraints"), 4, shorten)
    yield from _told("Decided", decided(own), 5, shorten)
    yield from _told("Open", listed(own, "questions"), 7, shorten)
    yield from _told("Next", listed(own, "next_steps"), 4, shorten)
    yield 6, _files(own)
    yield from _list(others, shorten)


def _demands(own: Mapping[str, Any], shorten: Shorten) -> Iterator[Ranked]:
    """Yield what the user demanded: the newest, then the first, matter most."""
    told = [line for text in listed(own, "instructions") if (line := one_line(text))]
    most: int = load.limits()["views"]["pinned_demand_chars"]
    for place, text in enumerate(told):
        rank = 1 if place in (0, len(told) - 1) else 3
        yield rank, f"> {shorten(text, most)}" if place else f"Demanded by the user:\n> {shorten(text, most)}"


def _told(
    lead: str, texts: Sequence[str] | Mapping[str, Any], rank: int, shorten: Shorten
) -> Iterator[Ranked]:
    most: int = load.limits()["views"]["pinned_chars"]
    yield from ((rank + place, f"{lead}: {shorten(text, most)}") for place, text in enumerate(texts) if text)


def _texts(own: Mapping[str, Any], pointer: str) -> tuple[str, ...]:
    value = at(own, pointer)
    return tuple(said(item) for item in value) if isinstance(value, list) else ()


def _files(own: Mapping[str, Any]) -> str:
    most: int = load.limits()["views"]["block_files"]
    changed = [*listed(own, "files_created"), *listed(own, "files_modified")]
    more = f" and {len(changed) - most} more" if len(changed) > most else ""
    return f"Files changed: {', '.join(changed[:most])}{more}" if changed else ""


def _list(others: Sequence[Pin], shorten: Shorten) -> Iterator[Ranked]:
    most: int = load.limits()["views"]["pinned_handoff_chars"]
    if others:
        yield 2, f"Handoffs (read the manifest; `{NAMED} ID /pointer` opens the lines behind an item):"
    for age, pin in zip(range(len(others) - 1, -1, -1), others, strict=True):
        scope = shorten(said(pin.manifest.get("scope")), most)
        status = said(pin.manifest.get("status"))
        cost = f", {pin.tokens} tokens" if pin.tokens else ""
        about = ", ".join(filter(None, (scope, status)))
        agent = said(pin.manifest.get("from_agent")) or "an agent"
        yield 3 + age, f"- {agent} {handle(pin.manifest)}: {about} ({one_line(pin.path)}{cost})"
