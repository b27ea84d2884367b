"""An artifact lies somewhere: its manifest and proof are written, and copies of all they speak of beside them."""

import os
from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from batonpass.compact.build import Draft
from batonpass.flow.check import problems_of
from batonpass.flow.finish import outcome, with_problems
from batonpass.flow.in_place import drafted, save
from batonpass.flow.outcome import Opened, Outcome
from batonpass.flow.reading import Shelf
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources, name_beside, read_sources
from batonpass.model.errors import WrongUse
from batonpass.model.files import BRIEF, MANIFEST, OWN
from batonpass.model.manifest import as_dict
from batonpass.model.paths import relative
from batonpass.model.proof import Proof
from batonpass.model.terms import Terms
from batonpass.read import look
from batonpass.store.describe import describe
from batonpass.tables import load


def compress(setup: Setup, terms: Terms, path: str, output: str) -> Outcome:
    """Write the manifest of an artifact to `output`; no file of other content is overwritten beside it."""
    load.profile(terms.type)
    folder, name = os.path.split(os.path.abspath(output))
    if look.stat(folder, BRIEF) == "file":
        raise WrongUse(
            f"{output} belongs to a published handoff",
            wanted="a file elsewhere",
            todo="publish a newer handoff with `baton compact`, or correct this one with `baton show --edit`",
        )
    sources = _beside(folder, read_sources(setup, [path], {}))
    shelf, directory = Shelf(setup, sources, folder), _spelled(setup, folder)
    made = drafted(setup, terms, sources, shelf, directory)
    _save(folder, sources.copies | shelf.copies(made.readings))
    proof = _judged(setup, made, sources, directory)
    proven = msgspec.json.encode(proof)
    handoff = describe(made.data, proven, directory, name or MANIFEST)
    new = _save(folder, {handoff.proof: proven, handoff.file: made.data})
    return outcome(setup, Opened(handoff, as_dict(made.manifest), made.data, proof), new=new)


def _judged(setup: Setup, made: Draft, sources: Sources, directory: str) -> Proof:
    """Return the proof with what was wrong with the sources, and what the rules say."""
    handoff = describe(made.data, None, directory)
    found = problems_of(setup, Opened(handoff, as_dict(made.manifest), made.data, made.proof))
    return with_problems(setup, made.proof, (*sources.problems, *found))


def _beside(folder: str, sources: Sources) -> Sources:
    """Return the sources with names for their copies that overwrite nobody's file."""
    taken = {*OWN}
    pairs = zip(sources.entries, sources.sources, strict=True)
    named = tuple(replace(e, stored=name_beside(folder, e.stored, s.data, taken)) for e, s in pairs)
    return replace(sources, entries=named)


def _spelled(setup: Setup, folder: str) -> str:
    return (relative(setup.root, folder) or folder.replace(os.sep, "/")).rstrip("/") + "/"


def _save(folder: str, content: Mapping[str, bytes]) -> bool:
    """Write what does not stand there yet; say whether there was anything to write."""
    changed = {name: data for name, data in content.items() if look.data(folder, name) != data}
    for name, data in changed.items():
        save(os.path.join(folder, name), data)
    return bool(changed)
