"""What a reader of a manifest sees, item by item, and what it cost to make."""

import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from msgspec import Struct

from batonpass.compact.build import Draft
from batonpass.flow.in_place import sketch
from batonpass.flow.setup import Setup, open_project
from batonpass.model.fact import Kind
from batonpass.model.manifest import decode
from batonpass.model.profile import Slot
from batonpass.model.terms import Terms
from batonpass.tables import load

A_DAY = datetime(2026, 4, 16, 9, 0, tzinfo=UTC)  # fixed, so that the same text gives the same bytes
BUDGET = 1000


class Shown(Struct, frozen=True):
    """One item of a manifest: what it is shown as, and its words."""

    kind: Kind
    place: str
    text: str


class Handed(Struct, frozen=True):
    """A text handed over: the items, the manifest's tokens, the time from text to manifest."""

    items: tuple[Shown, ...]
    tokens: int
    ms: float
    draft: Draft


@cache
def project() -> Setup:
    """Return an empty project, where nothing is stored."""
    return open_project(tempfile.mkdtemp(), clock=lambda: A_DAY)


def handed(text: str, kind_of_work: str = "handoff") -> Handed:
    """Return what the next agent is handed of a text within the budget."""
    terms = Terms(agent="reporter", type=kind_of_work, budget=BUDGET)
    began = time.perf_counter()
    draft = sketch(project(), terms, text)
    ms = (time.perf_counter() - began) * 1000
    tokens = draft.proof.receipt.manifest_tokens
    return Handed(tuple(items(decode(draft.data, "manifest.json"), kind_of_work)), tokens, ms, draft)


def items(manifest: Mapping[str, Any], kind_of_work: str = "handoff") -> Iterator[Shown]:
    """Yield every item a manifest shows as a current fact; files to read are no claim about them."""
    for slot in load.profile(kind_of_work).slots:
        if slot.form == "readings":
            continue
        for place in filter(None, (slot.at, slot.overflow)):
            value = _at(manifest, place)
            for one in value if isinstance(value, list) else [value]:
                if one not in (None, "", {}, []):
                    yield Shown(slot.kind, place, _said(one, slot))


def _at(manifest: Mapping[str, Any], place: str) -> Any:
    value: Any = manifest
    for step in place.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _said(value: Any, slot: Slot) -> str:
    if slot.form == "tests":
        return ", ".join(f"{number} {name}" for name, number in value.items())
    return " ".join(map(str, value.values())) if isinstance(value, Mapping) else str(value)
