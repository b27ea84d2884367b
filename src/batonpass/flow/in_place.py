"""Manifests as files of their own: drafted from a text, written beside an artifact, read back from anywhere."""

import os
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from batonpass.compact.build import Draft
from batonpass.flow.check import Checked, check_manifests, problems_of
from batonpass.flow.hand_over import scope_of
from batonpass.flow.identity import identify
from batonpass.flow.outcome import Opened
from batonpass.flow.prepare import draft, facts_of
from batonpass.flow.reading import Shelf
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, read_sources
from batonpass.model.handoff import MANIFEST, PROOF, Handoff
from batonpass.model.manifest import decode
from batonpass.model.problem import Problem
from batonpass.model.terms import Stamp, Terms
from batonpass.read import look
from batonpass.store import files
from batonpass.tables import load


def sketch(setup: Setup, terms: Terms, text: str) -> Draft:
    """Return the manifest of a text, stored nowhere: its directory is the one it would have."""
    name = load.profile(terms.type).full_text
    sources = read_sources(setup, (), {name: text})
    return _drafted(setup, terms, sources, "")


def compress(setup: Setup, terms: Terms, path: str, output: str) -> Checked:
    """Write manifest and proof of an artifact to `output`, with a copy of the artifact beside them."""
    sources = read_sources(setup, [path], {})
    directory, name = os.path.split(output)
    made = _drafted(setup, terms, sources, (directory or ".").replace(os.sep, "/") + "/")
    proof = name.replace("manifest", "proof", 1) if "manifest" in name else PROOF
    for stored, data in sources.copies.items():
        if look.data(setup.root, os.path.join(directory, stored)) != data:
            save(os.path.join(setup.root, directory, stored), data)
    save(os.path.join(setup.root, directory, proof), msgspec.json.encode(made.proof))
    save(os.path.join(setup.root, directory, name or MANIFEST), made.data)
    return check_manifests(setup, [output])[0]


def _drafted(setup: Setup, terms: Terms, sources: Sources, directory: str) -> Draft:
    terms = replace(terms, scope=scope_of(terms, sources))
    handoff_id = identify(setup, terms, sources.entries)
    timestamp = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    place = directory or setup.store.place(terms.agent, terms.scope, handoff_id, timestamp)
    stamp = Stamp(handoff_id, timestamp, place)
    return draft(setup, terms, sources, facts_of(sources), stamp, Shelf(setup, sources))


def save(path: str, data: bytes) -> None:
    """Write a file as a whole, its folder with it."""
    with files.storing(path):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        files.write(os.path.abspath(path), data)


def load_manifest(path: str) -> Mapping[str, Any]:
    """Return the manifest at a path."""
    folder, name = os.path.split(os.path.abspath(path))
    data = look.data(folder, name)
    if data is None:
        raise FileNotFoundError(path)
    return decode(data, path)


def text_at(path: str) -> str:
    """Return a file's text."""
    folder, name = os.path.split(os.path.abspath(path))
    data = look.data(folder, name)
    if data is None:
        raise FileNotFoundError(path)
    return data.decode("utf-8", "replace")


def check_fields(
    setup: Setup, fields: dict[str, Any], data: bytes, only: Collection[str]
) -> tuple[Problem, ...]:
    """Return what some rules say of a manifest that stands in no file yet."""
    handoff = Handoff(
        id="",
        agent=str(fields.get("from_agent", "")),
        directory=str(fields.get("artifacts_directory", "")),
        at=str(fields.get("timestamp", "")),
    )
    return problems_of(setup, Opened(handoff, fields, data, None), only=only)
