"""Several manifests to the facts of one, with every disagreement named."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.compact.alike import Alike
from batonpass.compact.conflicts import Voice, conflicts
from batonpass.compact.places import slot_at
from batonpass.model.fact import Attributes, Basis, Fact
from batonpass.model.manifest import leaves
from batonpass.model.problem import Problem
from batonpass.model.proof import Difference, Item, Proof

# A field of an entry → the field it tells more about.
DETAILS = {"rationale": "decision", "description": "file"}


class Child(Struct, frozen=True):
    """One manifest to merge."""

    agent: str
    path: str
    manifest: Mapping[str, Any]
    proof: Proof
    name: str = ""  # where several agents are called alike


class Merged(Struct, frozen=True):
    """The facts of all children, each said once, and where they disagree."""

    facts: tuple[Fact, ...]
    conflicts: tuple[Problem, ...]
    differences: tuple[Difference, ...] = ()  # between claims and evidence, as each child found them


def merge(children: Sequence[Child]) -> Merged:
    """Return what the children say together; what two say alike is said once, with both spans."""
    voices = [
        Voice(child.name or child.agent, child.path, tuple(facts_of(child)), about(child.manifest))
        for child in children
    ]
    met, facts = Alike(), list[Fact]()
    for voice in voices:
        for fact in voice.facts:
            at = met.place(fact)
            if at is None:
                facts.append(fact)
            else:
                facts[at] = _together(facts[at], fact)
    return Merged(tuple(facts), conflicts(voices), tuple(_differences(children, facts)))


def about(manifest: Mapping[str, Any]) -> str:
    """Return what the work was about: its overview, else its scope."""
    summary = manifest.get("summary")
    told = summary if isinstance(summary, Mapping) else {}
    texts = (told.get("overview"), told.get("system_overview"), manifest.get("scope"))
    return next((text for text in texts if isinstance(text, str) and text.strip()), "")


def _differences(children: Sequence[Child], facts: Sequence[Fact]) -> Iterator[Difference]:
    """Yield what every child found, each once; a change no call of one agent explains may be another's."""
    explained = {fact.attributes.path for fact in facts if fact.attributes.attributed}
    found = dict.fromkeys(difference for child in children for difference in child.proof.differences)
    for difference in found:
        if difference.finding != "unattributed" or difference.path not in explained:
            yield difference


def facts_of(child: Child) -> Iterator[Fact]:
    """Yield the facts behind a manifest: what it shows first, then what its proof lists as left out."""
    seen: set[tuple[str, object]] = set()
    shown = dict(leaves(child.manifest))
    for pointer, item in child.proof.items.items():
        fact = _fact(child, shown, pointer, item)
        if fact and (fact.kind, fact.spans or fact.text) not in seen:
            seen.add((fact.kind, fact.spans or fact.text))
            yield fact
    for left in child.proof.left_out:
        basis: Basis = "derived" if left.attributes.by == "git" else "verbatim"
        yield Fact(left.kind, left.text, left.spans, basis, left.standing, left.attributes)


def _is_detail(pointer: str, proof: Proof) -> bool:
    """Say whether a place only tells more of the one beside it: a rationale, a description."""
    entry, _, field = pointer.rpartition("/")
    return field in DETAILS and f"{entry}/{DETAILS[field]}" in proof.items


def _fact(child: Child, shown: Mapping[str, Any], pointer: str, item: Item) -> Fact | None:
    """Return the fact behind one place, standing as its slot says; None where a place states none."""
    if item.kind is None or not (item.spans or item.basis == "user") or _is_detail(pointer, child.proof):
        return None
    entry, _, field = pointer.rpartition("/")
    if pointer.startswith("/required_reading/"):
        return _reading(child, shown, entry, item)
    slot = slot_at(child.manifest, pointer)
    attributes, why = item.attributes, child.proof.items.get(f"{entry}/rationale")
    if field == "decision" and why and why.basis == "user":
        attributes = replace(attributes, rationale=shown[f"{entry}/rationale"])
    return Fact(
        item.kind,
        item.text or str(shown.get(pointer, "")),
        item.spans,
        item.basis,
        slot.standing[0] if slot else "current",
        attributes,
        item.confidence,
        note=item.note if item.basis == "derived" else "",
    )


def _reading(child: Child, shown: Mapping[str, Any], entry: str, item: Item) -> Fact:
    """Return a required file as its copy beside the manifest: the original may be gone."""
    path = child.path.rpartition("/")[0] + "/" + str(shown.get(f"{entry}/file", ""))
    about = Attributes(path=path, change="read")
    text = str(shown.get(f"{entry}/description", ""))
    return Fact("file", text, item.spans, item.basis, "planned", about, item.confidence)


def _together(one: Fact, other: Fact) -> Fact:
    spans = tuple(dict.fromkeys((*one.spans, *other.spans)))
    knowing = (
        other if one.attributes.attributed is False else one
    )  # what is not this agent's may be that one's
    return replace(knowing, spans=spans, confidence=max(one.confidence, other.confidence))
