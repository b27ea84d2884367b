"""The residue of a phase, from the handoff that its output was stored as."""

from collections.abc import Iterator

from batonpass.brief import residue as made
from batonpass.brief.residue import Residue
from batonpass.compact.text import shorten
from batonpass.flow.outcome import Opened
from batonpass.flow.setup import Setup
from batonpass.model.phases import Gate, Phases
from batonpass.model.source import Block
from batonpass.read.parse import parse_text
from batonpass.tables import load

USUAL = "omaw"  # whose lines a handoff is shown by where its own playbook has no phases


def residue_of(setup: Setup, opened: Opened, number: int, *, title: str, where: str) -> Residue:
    """Return the residue with what the gates behind this phase keep."""
    phases = phases_of(setup)
    gates = [phases.gates[name] for name in phases.gates_after(number)]
    keep = tuple(dict.fromkeys(name for gate in gates for name in gate.keep))
    return made.residue(
        made.facts(opened.manifest, opened.proof),
        tuple(blocks(setup, opened)),
        phases,
        Gate(after=number, title=title, keep=keep),
        title=f"Phase {number} ({title})" if number else title,
        where=where,
        size=setup.meter.count,
        shorten=shorten,
    )


def view(setup: Setup, opened: Opened) -> str:
    """Return the residue of a handoff, of a phase or of any other work."""
    named = str(opened.manifest.get("phase") or "")
    phase = phases_of(setup).of.get(named)
    title = phase.title if phase else str(opened.manifest.get("scope") or opened.handoff.agent)
    told = residue_of(setup, opened, phase.number if phase else 0, title=title, where=opened.handoff.manifest)
    return told.text + "\n"


def phases_of(setup: Setup) -> Phases:
    """Return the phases of the playbook, the usual ones where it has no lines of its own."""
    own = setup.playbook.phases
    return own if own.lines else load.playbook(USUAL).phases


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
