"""What stays in the context of a finished phase: a few lines below a limit, and where the whole work lies."""

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from batonpass.brief.marks import behind
from batonpass.brief.sections import one_line, said, sections, tests_line
from batonpass.model.fact import Attributes, Change, Kind
from batonpass.model.phases import Gate, Line, Phases
from batonpass.model.proof import Proof
from batonpass.model.source import Block

Size = Callable[[str], int]
Shorten = Callable[[str, int], str]
LENGTHS = (
    160,
    110,
    80,
    60,
    45,
    32,
)  # characters of one fact, tried from the longest on until all that must stay fits
NAME_CHARS = 48
LEAD = re.compile(r"^(.{3,48}?)(?::\s|\s[–—-]\s|\s\()")
DECISION = "decision"
GROUPS: Mapping[str, Kind] = {  # places of a manifest that has no proof
    "key_decisions": "decision",
    "blockers": "blocker",
    "constraints": "constraint",
    "risks": "risk",
    "instructions": "instruction",
    "errors": "error",
    "key_insights": "insight",
    "insights": "insight",
    "files_created": "file",
    "files_modified": "file",
    "files_deleted": "file",
}
CHANGES: Mapping[str, Change] = {
    "files_created": "created",
    "files_modified": "modified",
    "files_deleted": "deleted",
}


class Told(NamedTuple):
    """One fact, as far as a residue asks."""

    kind: str
    text: str
    basis: str = "verbatim"
    about: Attributes = Attributes()
    key: bool = True  # it stands in the manifest
    planned: bool = False  # of a file: it is to be changed


class Residue(NamedTuple):
    """The text, and what it could not say."""

    text: str
    tokens: int
    limit: int
    missing: tuple[str, ...]  # what is never compacted away and did not fit
    decisions: tuple[str, ...]  # that stand in it
    expected: int  # decisions that should

    @property
    def fits(self) -> bool:
        """Say whether it is below its limit and keeps all that must stay."""
        return self.tokens < self.limit and not self.missing


class Row(NamedTuple):
    """One line while it is made."""

    name: str
    label: str
    values: tuple[str, ...]
    more: str
    must: bool


def residue(
    told: Sequence[Told],
    blocks: Sequence[Block],
    phases: Phases,
    gate: Gate | None,
    *,
    title: str,
    where: str,
    size: Size,
    shorten: Shorten,
) -> Residue:
    """Return the residue of a phase; what its gate keeps stands behind what always stays."""
    keep = gate.keep if gate else ()
    rows = [_row(name, phases.lines[name], told, blocks, must=True) for name in phases.always]
    rows += [
        _row(name, phases.lines[name], told, blocks, must=False) for name in keep if name not in phases.always
    ]
    filled = _once([row for row in rows if row.values])
    head, tail = f"{title}: COMPLETE", f"- Full details: {where}"
    limit = phases.residue
    text, kept = "", filled
    for chars in LENGTHS:
        text, kept = _fitted(head, tail, filled, chars, shorten, lambda t: size(t) < limit)
        if len(kept) == len(filled):
            break
    dropped = [row for row in filled if row.must and row not in kept]
    if dropped:
        text, dropped = _in_part(head, tail, filled, dropped, shorten, lambda t: size(t) < limit)
    missing = tuple(f"{row.label}: {one_line(value)}" for row in dropped for value in row.values)
    decided = next((row for row in filled if phases.lines[row.name].kinds == (DECISION,)), None)
    lost = next((row.values for row in dropped if decided and row.name == decided.name), ())
    stands = tuple(v for v in decided.values if v not in lost) if decided else ()
    return Residue(text, size(text), limit, missing, stands, len(decided.values) if decided else 0)


def _in_part(
    head: str,
    tail: str,
    rows: Sequence[Row],
    dropped: Sequence[Row],
    shorten: Shorten,
    fits: Callable[[str], bool],
) -> tuple[str, list[Row]]:
    """Return the text with as much of what must stay as fits, fact by fact, and what does not."""
    kept = [row for row in rows if row.must and row not in dropped]
    left = []
    for row in dropped:
        most = len(row.values)
        while most and not fits(_text(head, tail, [*kept, _first(row, most)], LENGTHS[-1], shorten)):
            most -= 1
        kept += [_first(row, most)] if most else []
        left.append(row._replace(values=row.values[most:]))
    return _text(head, tail, kept, LENGTHS[-1], shorten), [row for row in left if row.values]


def _first(row: Row, most: int) -> Row:
    more = len(row.values) - most
    return row._replace(values=row.values[:most], more=f" and {more} more" if more else row.more)


def _fitted(
    head: str, tail: str, rows: Sequence[Row], chars: int, shorten: Shorten, fits: Callable[[str], bool]
) -> tuple[str, list[Row]]:
    """Return the text with as many rows as fit: first those that must stay, then the others in their order."""
    kept: list[Row] = []
    for row in sorted(rows, key=lambda row: not row.must):
        if fits(_text(head, tail, [r for r in rows if r in kept or r is row], chars, shorten)):
            kept.append(row)
    return _text(head, tail, [row for row in rows if row in kept], chars, shorten), kept


def _text(head: str, tail: str, rows: Sequence[Row], chars: int, shorten: Shorten) -> str:
    lines = [
        f"- {row.label}: {'; '.join(shorten(one_line(v).rstrip('.'), chars) for v in row.values)}{row.more}"
        for row in rows
    ]
    return "\n".join([head, *lines, tail])


def _once(rows: Sequence[Row]) -> list[Row]:
    """Say each thing in the first line it belongs to only."""
    seen: set[str] = set()
    kept = []
    for row in rows:
        own = tuple(v for v in row.values if one_line(v).casefold() not in seen)
        seen.update(one_line(v).casefold() for v in own)
        if own:
            kept.append(row._replace(values=own))
    return kept


def _row(name: str, line: Line, told: Sequence[Told], blocks: Sequence[Block], *, must: bool) -> Row:
    facts = sorted((fact for fact in told if _belongs(fact, line)), key=lambda fact: not fact.key)
    texts = list(dict.fromkeys(_shown(fact, line) for fact in facts))
    if line.headings:
        below = list(dict.fromkeys(_below(blocks, line)))
        texts = below or texts
    if line.show == "directories":
        return Row(name, line.label, _directories(facts, line.most), "", must)
    texts = [text for text in texts if text]
    kept = tuple(texts[: line.most or None])
    more = f" and {len(texts) - len(kept)} more" if line.show == "paths" and len(texts) > len(kept) else ""
    return Row(name, line.label, kept, more, must)


def _belongs(fact: Told, line: Line) -> bool:
    about = fact.about
    if fact.kind not in line.kinds or (line.basis and fact.basis not in line.basis):
        return False
    if line.change and ("planned" if fact.planned else about.change) not in line.change:
        return False
    if line.name and line.name != (about.name or "").casefold():
        return False
    return not line.words or bool(_words(line.words).search(fact.text))


def _words(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def _shown(fact: Told, line: Line) -> str:
    about, text = fact.about, one_line(fact.text)
    match line.show:
        case "paths":
            return about.path or text
        case "names":
            return _name(text)
        case "values" if about.value is not None:
            return (
                f"{about.value:g} {about.unit or ''}".strip()
                if isinstance(about.value, float)
                else str(about.value)
            )
        case "tests":
            counts = {
                k: getattr(about, k) for k in ("passed", "failed", "errors", "skipped", "total", "runner")
            }
            return tests_line({k: v for k, v in counts.items() if v is not None}) or text
    return text


def _name(text: str) -> str:
    """Return what a text is about: its lead before a colon, a dash or a bracket, else its first words."""
    lead = LEAD.match(text)
    if lead:
        return lead[1].strip("*` ")
    words = text.split()
    kept = ""
    for word in words:
        if len(kept) + len(word) + 1 > NAME_CHARS:
            break
        kept = f"{kept} {word}".strip()
    return kept.rstrip(".,;:")


def _below(blocks: Sequence[Block], line: Line) -> Iterator[str]:
    """Yield what stands below a heading, or behind a label, with one of a line's words."""
    wanted = _words(line.headings)
    for block in blocks:
        if block.kind in ("heading", "code") or not block.text.strip():
            continue
        if block.headings and wanted.search(block.headings[-1]):
            named = block.label if line.show == "names" else ""
            yield from _items(named or _of_row(block), line)
        elif block.label and block.rest and wanted.search(block.label):
            yield from _items(block.rest, line)


def _items(text: str, line: Line) -> Iterator[str]:
    yield from _split(one_line(text)) if line.show == "names" else (one_line(text),)


def _of_row(block: Block) -> str:
    return block.cells[0] if block.kind == "row" and block.cells else block.text


def _split(text: str) -> Iterator[str]:
    """Yield names: of a list in one line each, else the one that a sentence begins with."""
    parts = re.split(r"\s*[,;]\s*", text)
    short = len(parts) > 1 and all(len(part) <= NAME_CHARS for part in parts)
    yield from (part.strip(" .`*") for part in parts) if short else (_name(text).strip("`*"),)


def _directories(facts: Sequence[Told], most: int) -> tuple[str, ...]:
    paths = list(dict.fromkeys(fact.about.path or fact.text for fact in facts))
    counts = Counter(posixpath.dirname(path) or "." for path in paths)
    named = [folder for folder, _ in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))][:most]
    more = f" and {len(counts) - len(named)} more" if len(counts) > len(named) else ""
    return (f"{len(paths)} files in {', '.join(named)}{more}",) if paths else ()


def facts(manifest: Mapping[str, Any], proof: Proof | None) -> tuple[Told, ...]:
    """Return what a handoff knows, kept and left out; what no longer holds is none of it."""
    kept = tuple(_kept(manifest, proof))
    return (*kept, *_left(proof, frozenset(fact.kind for fact in kept)))


def _kept(manifest: Mapping[str, Any], proof: Proof | None) -> Iterator[Told]:
    for section in sections(manifest):
        for entry in section.entries:
            item = behind(proof, entry.pointer)
            group = section.pointer.rsplit("/", 1)[-1]
            kind = (item.kind if item and item.kind else GROUPS.get(group, "")) or ""
            whole = item.text if item and item.text and kind != DECISION else entry.text
            planned = group.startswith("files_to_")
            if (kind or planned) and not (item and item.attributes.resolved):
                about = item.attributes if item else Attributes(path=entry.text, change=CHANGES.get(group))
                basis = item.basis if item else "verbatim"
                yield Told(kind or "file", said(whole), basis, about, planned=planned)


def _left(proof: Proof | None, kinds: frozenset[str]) -> Iterator[Told]:
    """Yield what was left out; what repeats another fact counts where there is none of its `kinds` beside it."""
    for left in proof.left_out if proof else ():
        planned = left.standing == "planned" and left.kind == "file"
        if (
            (left.standing == "current" or planned)
            and (left.why != "duplicate" or left.kind not in kinds)
            and not left.attributes.resolved
        ):
            about = left.attributes
            yield Told(left.kind, left.text, "verbatim", about, key=False, planned=planned)
