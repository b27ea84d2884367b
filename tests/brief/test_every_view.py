from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given

from batonpass.brief.announce import announce
from batonpass.brief.artifact import artifact
from batonpass.brief.block import block
from batonpass.brief.capsule import capsule
from batonpass.brief.edit import to_text
from batonpass.brief.pinned import Pin, pinned
from batonpass.brief.show import as_text, show
from batonpass.brief.summary import summary
from batonpass.brief.switch import outgoing, switch
from batonpass.brief.views import VIEWS
from batonpass.compact.text import shorten
from batonpass.flow.view import SHOWN
from tests.brief.json_values import manifests
from tests.brief.sample import PROOF, TYPES, handoff, loads, seed

RENDER: dict[str, Callable[[dict[str, Any]], str]] = {
    "announce": lambda manifest: announce(manifest, "artifacts/a/manifest.json", len),
    "artifact": lambda manifest: artifact(manifest, PROOF),
    "artifact without proof": artifact,
    "brief": lambda manifest: block(manifest, PROOF, len),
    "brief without proof": lambda manifest: block(manifest, None, len),
    "capsule": lambda manifest: capsule(manifest, PROOF),
    "pinned": lambda manifest: pinned(manifest, [Pin("a/manifest.json", manifest)], len, shorten),
    "switch": lambda manifest: switch(outgoing(manifest), manifest, len, shorten),
    "summary": lambda manifest: summary(manifest, len),
    "show": lambda manifest: as_text(show(manifest, PROOF)),
    "show without proof": lambda manifest: as_text(show(manifest)),
    "edit": to_text,
}


@pytest.mark.parametrize("view", RENDER)
@given(manifest=manifests())
def test_no_manifest_is_too_strange_to_be_shown(view: str, manifest: dict[str, Any]) -> None:
    assert isinstance(RENDER[view](manifest), str)


@pytest.mark.parametrize("view", RENDER)
def test_the_same_manifest_is_always_shown_alike_and_stays_as_it_is(view: str) -> None:
    manifest = handoff()
    assert RENDER[view](manifest) == RENDER[view](handoff())
    assert manifest == handoff()


@pytest.mark.parametrize(
    "view", ["artifact without proof", "brief without proof", "show without proof", "edit"]
)
@pytest.mark.parametrize("name", TYPES)
def test_every_insight_decision_and_constraint_is_in_it(view: str, name: str) -> None:
    manifest = seed(name)
    told = " ".join(RENDER[view](manifest).split())
    wanted = [d["decision"] for d in manifest["key_decisions"]] + manifest["dependencies_satisfied"]
    wanted += [text for value in manifest["summary"].values() if isinstance(value, list) for text in value]
    assert [text for text in wanted if text not in told] == []


def test_every_view_a_person_can_name_is_explained_and_shown() -> None:
    assert set(VIEWS) == set(SHOWN)
    assert all(VIEWS.values())


@given(manifests())
def test_an_artifact_of_any_manifest_is_valid_yaml(manifest: dict[str, Any]) -> None:
    assert isinstance(loads(artifact(manifest, PROOF)), dict)
