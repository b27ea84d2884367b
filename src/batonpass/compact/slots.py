"""Facts to candidates: which slot may show a fact, in which words, and what that is worth."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.compact.rank import quality, tier_weight
from batonpass.compact.text import plain, sentences, shorten, tight
from batonpass.model.fact import Fact
from batonpass.model.profile import Profile, Slot
from batonpass.model.proof import LeftOut, Why
from batonpass.model.source import Span
from batonpass.tables import load

TIGHT = frozenset({"list", "decisions"})  # forms that are shown in fewer words where not all fit


class Candidate(Struct, frozen=True):
    """A fact in the words a slot would show it in."""

    slot: int  # index into the profile's slots
    facts: tuple[int, ...]  # indices into the facts: one, or the few that make up one text
    shown: Any  # str, or the object of its form
    worth: float  # of the fact, before the slot's value and decay
    confidence: float
    at: Span | None = None  # where it was read first


class Assignment(Struct, frozen=True):
    """All candidates by slot, best first, and the facts no slot takes."""

    by_slot: tuple[tuple[Candidate, ...], ...]
    left: tuple[tuple[int, Why], ...]


def assign(facts: Sequence[Fact], profile: Profile, *, crowded: bool = False) -> Assignment:
    """Offer every fact to the slots of its kind; the first slot of each form that accepts it gets it.

    Where it is crowded, items of lists are told without what hangs on at their end.
    """
    by_slot: list[list[Candidate]] = [[] for _ in profile.slots]
    left: list[tuple[int, Why]] = []
    last_line = max((f.spans[0].last for f in facts if f.spans), default=1)
    for index, fact in enumerate(facts):
        slots = list(_accepting(fact, profile))
        worth = quality(fact, fact.spans[0].first / last_line if fact.spans else 0.0)
        for at in slots:
            slot = profile.slots[at]
            told = tightened(fact) if crowded and slot.form in TIGHT and fact.basis != "user" else fact
            place = fact.spans[0] if fact.spans else None
            by_slot[at].append(Candidate(at, (index,), show(told, slot), worth, fact.confidence, place))
        if not slots:
            left.append((index, _why_not(fact, profile)))
    ordered = [
        sorted(group, key=lambda c: (-tier_weight(c.confidence) * c.worth, c.facts)) for group in by_slot
    ]
    for at, slot in enumerate(profile.slots):
        if slot.form == "text":
            ordered[at] = _one_text(ordered[at], slot, facts)
    return Assignment(tuple(map(tuple, ordered)), tuple(left))


def tightened(fact: Fact) -> Fact:
    """Return a fact in fewer words: its text, and why it is so, each without clauses that name nothing."""
    about = fact.attributes
    reason = tight(about.rationale) if about.rationale else None
    return replace(fact, text=tight(fact.text), attributes=replace(about, rationale=reason))


def _why_not(fact: Fact, profile: Profile) -> Why:
    if fact.attributes.attributed is False:
        return "unattributed"
    return "no slot" if _has_kind(fact, profile) is None else "standing"


def _one_text(group: list[Candidate], slot: Slot, facts: Sequence[Fact]) -> list[Candidate]:
    """Join the best text with what follows it in its paragraph, then in its section, up to the slot's sentences."""
    if not group:
        return []
    group = sorted(group, key=lambda c: (-facts[c.facts[0]].confidence, c.facts))  # as the source tells it
    best = group[0]
    used = list(best.facts)
    for index in _following(best, group, facts):
        longer = " ".join(facts[i].text for i in (*used, index))
        if len(sentences(longer, slot.sentences)) < len(longer):
            break
        used.append(index)
    joined = " ".join(facts[i].text for i in used)
    text = plain(shorten(sentences(joined, slot.sentences) if slot.sentences else joined, slot.chars))
    rest = [c for c in group if c.facts[0] not in used]
    return [Candidate(best.slot, tuple(used), text, best.worth, best.confidence), *rest]


def _following(best: Candidate, group: Sequence[Candidate], facts: Sequence[Fact]) -> list[int]:
    """Return the facts after the best one that go on with it: of its own block, or told as surely."""
    first = facts[best.facts[0]]
    after = sorted(c.facts[0] for c in group if c.facts > best.facts)
    return [i for i in after if facts[i].spans == first.spans or facts[i].confidence >= first.confidence]


def _has_kind(fact: Fact, profile: Profile) -> Slot | None:
    return next((slot for slot in profile.slots if slot.kind == fact.kind), None)


def _accepting(fact: Fact, profile: Profile) -> Iterator[int]:
    taken: set[str] = set()
    if is_over(fact) or fact.attributes.attributed is False:
        return
    for at, slot in enumerate(profile.slots):
        if slot.form not in taken and accepts(slot, fact):
            taken.add(slot.form)
            yield at


def accepts(slot: Slot, fact: Fact) -> bool:
    """Say whether a slot may show this fact."""
    about = fact.attributes
    return (
        slot.kind == fact.kind
        and fact.standing in slot.standing
        and (not slot.change or about.change in slot.change)
        and (not slot.needs or bool(getattr(about, slot.needs)))
    )


def is_over(fact: Fact) -> bool:
    """Say whether a fact's matter is settled: a done step, a resolved blocker.

    An error that a document tells of is worth knowing when it was overcome, too; a session meets dozens of them.
    """
    about = fact.attributes
    told = fact.kind == "error" and fact.basis != "derived"
    return bool(about.done or (about.resolved and not told))


def show(fact: Fact, slot: Slot) -> Any:
    """Return the fact in the slot's form."""
    return FORMS[slot.form](fact, slot)


def _text(fact: Fact, slot: Slot) -> str:
    text = sentences(fact.text, slot.sentences) if slot.sentences else fact.text
    return plain(shorten(text, slot.chars))


def _listed(fact: Fact, slot: Slot) -> str:
    about = fact.attributes
    if fact.kind == "dependency" and about.agent and about.what:
        return plain(shorten(f"{about.agent}: {about.what}", slot.chars))
    text = _text(fact, slot)
    return f"{text} (resolved)" if about.resolved else text


def _decision(fact: Fact, slot: Slot) -> dict[str, str]:  # noqa: ARG001 - the caps are the schema's, not the slot's
    caps = load.limits()["schema"]
    return {
        "decision": plain(shorten(fact.text, caps["decision_chars"])),
        "rationale": plain(shorten(fact.attributes.rationale or "", caps["rationale_chars"])),
    }


def _path(fact: Fact, slot: Slot) -> str:  # noqa: ARG001 - one signature for all forms
    about = fact.attributes
    path = about.path or fact.text
    return f"{about.from_path} → {path}" if about.change == "renamed" and about.from_path else path


def _described(fact: Fact, slot: Slot) -> str:
    path = fact.attributes.path or ""
    what = shorten(about_file(fact), slot.chars)
    bracketed = "(" in what or ")" in what
    return plain(f"{path}: {what}" if bracketed else f"{path} ({what})") if what else path


def about_file(fact: Fact) -> str:
    """Return what is said of a file, without the path itself."""
    path = fact.attributes.path or ""
    said = fact.text.replace(f"`{path}`", "", 1).replace(path, "", 1).strip(" \t:—–-|`,;")
    if said.startswith("(") and said.find(")") in (-1, len(said) - 1):
        said = said.strip("()")  # brackets around all of it
    return said + ")" * (said.count("(") - said.count(")"))


def _reading(fact: Fact, slot: Slot) -> dict[str, str]:
    return {
        "file": fact.attributes.path or fact.text,
        "description": plain(shorten(about_file(fact), slot.chars)),
    }


def _tests(fact: Fact, slot: Slot) -> dict[str, Any]:  # noqa: ARG001 - one signature for all forms
    about = fact.attributes
    shown = {
        "runner": about.runner,
        "passed": about.passed,
        "failed": about.failed,
        "errors": about.errors,
        "skipped": about.skipped,
        "total": about.total,
        "complete": False if about.complete is False else None,
        "basis": fact.basis,
    }
    return {key: value for key, value in shown.items() if value is not None}


FORMS = {
    "text": _text,
    "list": _listed,
    "decisions": _decision,
    "paths": _path,
    "described": _described,
    "readings": _reading,
    "tests": _tests,
}


def left_out(fact: Fact, why: Why) -> LeftOut:
    """Return a fact as the proof lists it when it is not shown."""
    return LeftOut(fact.kind, fact.text, fact.spans, why, fact.standing, fact.attributes)
