"""The example story, handed over for real: how much smaller it gets, and which planted points stay visible."""

import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import Outcome
from batonpass.flow.setup import Setup, open_project
from batonpass.model.terms import Terms

A_DAY = datetime(2026, 4, 16, 9, 0, tzinfo=UTC)  # fixed, so that the same story gives the same bytes
STORY = Path(__file__).resolve().parent.parent / "examples" / "oauth2"


class Told(Struct, frozen=True):
    """One document of the story and what became of it."""

    type: str
    goal: int  # least times smaller
    ratio: float
    tokens: int
    points: int
    missing: tuple[str, ...]  # planted points that no item shows
    leaked: tuple[str, ...]  # superseded and rejected texts that stand in the manifest
    outcome: Outcome


def documents() -> list[dict[str, Any]]:
    """Return the documents with their planted points."""
    told: list[dict[str, Any]] = tomllib.loads((STORY / "key-points.toml").read_text("utf-8"))["document"]
    return told


def tell(project: Path) -> tuple[Told, ...]:
    """Hand over all documents of the story inside `project`."""
    shutil.copytree(STORY, project / "docs", dirs_exist_ok=True)
    setup = open_project(str(project), clock=lambda: A_DAY)
    return tuple(_told(setup, document) for document in documents())


def tell_in_a_temporary_project() -> tuple[Told, ...]:
    """Hand over the story where nothing is left of it."""
    with tempfile.TemporaryDirectory() as folder:
        return tell(Path(folder))


def _told(setup: Setup, document: Mapping[str, Any]) -> Told:
    terms = Terms(
        agent=document["agent"],
        type=document["type"],
        to=tuple(document.get("to", ())),
        scope=document.get("scope", ""),
        workflow="wf-story",
    )
    outcome = hand_over(setup, terms, [f"docs/{document['path']}"])
    manifest = outcome.opened.manifest
    text = outcome.opened.data.decode()
    points = document["point"]
    tokens = manifest["context_budget"]["manifest_tokens"]
    return Told(
        type=document["type"],
        goal=document["ratio"],
        ratio=outcome.opened.proof.receipt.ratio if outcome.opened.proof else 0.0,
        tokens=tokens,
        points=len(points),
        missing=tuple(said for point in points for said in _missing(manifest, point)),
        leaked=tuple(never for point in points for never in point.get("never", ()) if never in text),
        outcome=outcome,
    )


def _missing(manifest: Mapping[str, Any], point: Mapping[str, Any]) -> Iterator[str]:
    """Yield what of a point is not visible at its place."""
    place = _at(manifest, point["at"])
    items = [_text(item) for item in place] if isinstance(place, list) else [_text(place)]
    wanted = [_plain(w) for w in point.get("all", ())]
    if wanted and not any(all(w in item for w in wanted) for item in items):
        yield f"{point['at']}: {' … '.join(wanted)}"
    yield from (
        f"{point['at']}: {each}" for each in point.get("each", ()) if not any(each in i for i in items)
    )
    values = point.get("values", {})
    held = place if isinstance(place, Mapping) else manifest["summary"]
    yield from (f"{point['at']}.{key} = {value}" for key, value in values.items() if held.get(key) != value)


def _at(manifest: Mapping[str, Any], place: str) -> Any:
    value: Any = manifest
    for step in place.split("."):
        value = value.get(step, {}) if isinstance(value, Mapping) else {}
    return value


def _text(value: Any) -> str:
    return _plain(" ".join(map(str, value.values())) if isinstance(value, Mapping) else str(value))


def _plain(text: str) -> str:
    return text.replace("`", "")
