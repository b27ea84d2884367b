"""A handoff for a person: groups of rows that a terminal can colour and `--json` can print."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from batonpass.brief.marks import GUESS, WORDS, behind, doubt, place
from batonpass.brief.sections import Entry, budget, listed, references, said, sections
from batonpass.model.proof import Item, Proof, Receipt


class Row(Struct, frozen=True, omit_defaults=True):
    """One line of what is shown."""

    text: str
    place: str = ""  # where it stands: `full-analysis.md:12-14`
    note: str = ""  # what to think of it: unconfirmed, from evidence, said by the user, a guess
    pointer: str = ""  # what `baton expand` and `--edit` call it


class Group(Struct, frozen=True):
    """Rows under one title."""

    title: str
    rows: tuple[Row, ...]


def show(manifest: Mapping[str, Any], proof: Proof | None = None) -> tuple[Group, ...]:
    """Return everything worth reading about a handoff, what was found and left out last."""
    groups = [
        Group("Handoff", tuple(_head(manifest, proof))),
        *(
            Group(section.title, tuple(_row(entry, proof) for entry in section.entries))
            for section in sections(manifest)
        ),
        Group("Must be read", tuple(_row(e, proof) for e in references(manifest, "required_reading"))),
        Group("Can be read", tuple(_files(manifest))),
        Group("Problems", tuple(_problems(proof))),
        Group("Found and left out", tuple(_left_out(proof))),
    ]
    return tuple(group for group in groups if group.rows)


def receipt_rows(receipt: Receipt) -> tuple[Group, ...]:
    """Return what the compaction did: tokens before and after, and what became of every kind."""
    ratio = f"{receipt.ratio:g} times smaller" if receipt.ratio else ""
    tokens = f"{receipt.source_tokens} → {receipt.manifest_tokens} tokens"
    kinds = (
        Row(kind.replace("_", " "), note=f"found {c.found}, kept {c.kept}, recoverable {c.recoverable}")
        for kind, c in receipt.kinds.items()
    )
    receipt_group = (
        Row(tokens, note=ratio),
        Row(f"{receipt.required_reading_tokens} tokens of required reading"),
        Row(f"profile {receipt.profile}", note=f"target {receipt.target}, limit {receipt.limit} tokens"),
        Row(f"counted with {receipt.meter}"),
    )
    return (Group("Receipt", receipt_group), Group("Facts by kind", tuple(kinds)))


def as_text(groups: tuple[Group, ...]) -> str:
    """Return groups as plain text, for pipes and files."""
    return "\n".join("\n".join([group.title, *map(_line, group.rows), ""]) for group in groups)


def _line(row: Row) -> str:
    beside = "; ".join(filter(None, (row.place, row.note)))
    return f"  {row.text}{f'  [{beside}]' if beside else ''}"


def _head(manifest: Mapping[str, Any], proof: Proof | None) -> Iterator[Row]:
    fields = {
        "from": said(manifest.get("from_agent")),
        "to": ", ".join(listed(manifest, "to_agents")),
        "type": said(manifest.get("artifact_type")),
        "scope": said(manifest.get("scope")),
        "at": said(manifest.get("timestamp")),
        "status": said(manifest.get("status")),
        "phase": said(manifest.get("phase")),
        "workflow": said(manifest.get("workflow_id")),
        "session": "/".join(filter(None, (said(manifest.get(f)) for f in ("session_id", "group_id")))),
        "id": said(manifest.get("id")),
        "replaces": said(manifest.get("supersedes")),
        "directory": said(manifest.get("artifacts_directory")),
    }
    yield from (Row(f"{name}: {value}") for name, value in fields.items() if value)
    tokens = budget(manifest, "manifest_tokens")
    if tokens:
        reading = budget(manifest, "required_reading_tokens")
        yield Row(f"tokens: {tokens}" + (f" and {reading} of required reading" if reading else ""))
    if proof is None:
        yield Row("proof: none", note="nothing here can be traced to a source")
    elif proof.standing == "rejected":
        yield Row("standing: rejected by validation")


def _row(entry: Entry, proof: Proof | None) -> Row:
    item = behind(proof, entry.pointer)
    text = f"{entry.text} — {entry.more}" if entry.more else entry.text
    where = place(proof, item.spans) if proof and item else ""
    return Row(text, where, _note(item, entry.pointer), entry.pointer)


def _note(item: Item | None, pointer: str) -> str:
    if item is None:
        return ""
    words = [WORDS[item.basis], GUESS if doubt(item) == GUESS else ""]
    words += [item.note] if pointer != "/tests" else []  # of a number the note is its own spelling
    return ", ".join(filter(None, words))


def _files(manifest: Mapping[str, Any]) -> Iterator[Row]:
    named = {e.text: e.more for e in references(manifest, "optional_context")}
    named |= {file: "" for file in listed(manifest, "detail_files") if file not in named}
    yield from (Row(file, note=what) for file, what in named.items())


def _problems(proof: Proof | None) -> Iterator[Row]:
    for problem in proof.problems if proof else ():
        where = problem.pointer or ":".join(filter(None, (problem.path, str(problem.line or ""))))
        text = f"{problem.severity}, {problem.rule}: {problem.message}"
        yield Row(text, where, problem.todo, problem.pointer)


def _left_out(proof: Proof | None) -> Iterator[Row]:
    for left in proof.left_out if proof else ():
        standing = left.standing if left.standing != "current" else ""
        note = ", ".join(filter(None, (left.kind.replace("_", " "), standing, left.why)))
        yield Row(left.text, place(proof, left.spans) if proof else "", note)
