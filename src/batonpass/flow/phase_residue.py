"""The residue of a phase, from the handoff that its output was stored as."""

from collections.abc import Iterator

from batonpass.brief import residue as made
from batonpass.brief.residue import Residue
from batonpass.compact.text import shorten
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.model.phases import Gate
from batonpass.model.source import Block
from batonpass.read.parse import parse_text
from batonpass.tables import load


def residue_of(setup: Setup, opened: Opened, number: int, *, title: str, where: str) -> Residue:
    """Return the residue with what the gates behind this phase keep."""
    phases = setup.playbook.phases
    gates = [phases.gates[name] for name in phases.gates_after(number)]
    keep = tuple(dict.fromkeys(name for gate in gates for name in gate.keep))
    return made.residue(
        made.facts(opened.manifest, opened.proof),
        tuple(blocks(setup, opened)),
        phases,
        Gate(after=number, title=title, keep=keep),
        title=f"Phase {number} ({title})",
        where=where,
        size=setup.meter.count,
        shorten=shorten,
    )


def blocks(setup: Setup, opened: Opened) -> Iterator[Block]:
    """Yield the blocks of the documents that a handoff was made of, read again from their stored copies."""
    for name, text in texts(setup, opened).items():
        yield from parse_text(text, name, setup.redact).blocks


def texts(setup: Setup, opened: Opened) -> dict[str, str]:
    """Return name → text of the stored documents and reports; a transcript or a diff is no output of a phase."""
    formats = load.table("evidence")["formats"]
    other = {"git", "git-part", *formats["transcripts"]}
    entries = opened.proof.sources if opened.proof else ()
    return {
        entry.name: setup.store.read(opened.handoff, entry.stored).decode("utf-8", "replace")
        for entry in entries
        if entry.format not in other
    }
