"""Manifests outside the artifacts: drafted from a text, saved anywhere, read back, judged before they are saved."""

import errno
import os
from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from batonpass.compact.build import Draft
from batonpass.flow.check import problems_of
from batonpass.flow.identity import identify, stamped
from batonpass.flow.outcome import Opened
from batonpass.flow.prepare import draft, facts_of
from batonpass.flow.reading import Shelf
from batonpass.flow.scope import scope_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, read_sources
from batonpass.model.manifest import decode
from batonpass.model.problem import Problem
from batonpass.model.terms import Terms
from batonpass.read import look
from batonpass.store import files
from batonpass.store.describe import describe
from batonpass.tables import load


def sketch(setup: Setup, terms: Terms, text: str) -> Draft:
    """Return the manifest of a text, stored nowhere: its directory is the one it would have."""
    sources = read_sources(setup, (), {load.profile(terms.type).full_text: text})
    return drafted(setup, terms, sources, Shelf(setup, sources))


def drafted(setup: Setup, terms: Terms, sources: Sources, shelf: Shelf, directory: str = "") -> Draft:
    """Return the manifest of sources, as if it stood in a directory."""
    terms = replace(terms, scope=scope_of(terms, sources.sources))
    stamp = stamped(setup, terms, identify(setup, terms, sources.entries))
    stamp = replace(stamp, directory=directory or stamp.directory)
    return draft(setup, terms, sources, facts_of(sources), stamp, shelf)


def save(path: str, data: bytes) -> None:
    """Write a file as a whole, its folder with it."""
    with files.storing(path):
        files.save(path, data)


def load_manifest(path: str) -> Mapping[str, Any]:
    """Return the manifest at a path."""
    return decode(_data_at(path), path)


def text_at(path: str) -> str:
    """Return a file's text."""
    return _data_at(path).decode("utf-8", "replace")


def _data_at(path: str) -> bytes:
    """Return a file's bytes; a caller's own path may lead anywhere, through links too."""
    place = os.path.abspath(path)
    data = look.data(os.path.splitdrive(place)[0] + os.sep, place)
    if data is None:
        raise FileNotFoundError(errno.ENOENT, "no file that can be read", path)
    return data


def check_fields(
    setup: Setup, fields: dict[str, Any], data: bytes, only: Collection[str]
) -> tuple[Problem, ...]:
    """Return what some rules say of a manifest that stands in no file yet."""
    handoff = describe(data, None, str(fields.get("artifacts_directory") or ""))
    return problems_of(setup, Opened(handoff, fields, data, None), only=only)
