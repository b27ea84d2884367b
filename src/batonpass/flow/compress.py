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
from batonpass.model.foreign_json import fields
from batonpass.model.manifest import as_dict
from batonpass.model.paths import relative
from batonpass.model.proof import Proof
from batonpass.model.terms import Terms
from batonpass.read import look
from batonpass.store.describe import describe
from batonpass.tables import load


def compress(setup: Setup, terms: Terms, path: str, output: str) -> Outcome:
    """Write the manifest of an artifact to `output`, a file or a folder; only what an earlier call wrote is replaced."""
    load.profile(terms.type)
    folder, name = _place(output)
    if look.stat(folder, BRIEF) == "file":
        raise WrongUse(
            f"{output} belongs to a published handoff",
            wanted="a file elsewhere",
            todo="publish a newer handoff with `baton compact`, or correct this one with `baton show --edit`",
        )
    found = read_sources(setup, [path], {})
    _refuse_to_replace(setup, found, folder, name)
    sources = _beside(folder, found)
    shelf, directory = Shelf(setup, sources, folder), _spelled(setup, folder)
    made = drafted(setup, terms, sources, shelf, directory)
    _save(folder, sources.copies | shelf.copies(made.readings))
    proof = _judged(setup, made, sources, directory, name)
    proven = msgspec.json.encode(proof)
    handoff = describe(made.data, proven, directory, name)
    new = _save(folder, {handoff.proof: proven, handoff.file: made.data})
    return outcome(setup, Opened(handoff, as_dict(made.manifest), made.data, proof), new=new)


def _place(output: str) -> tuple[str, str]:
    """Return folder and name of the manifest; where a folder is meant it has the usual name."""
    whole = os.path.abspath(output)
    is_folder = output.endswith(("/", os.sep)) or look.stat(os.path.dirname(whole), whole) == "directory"
    return (whole, MANIFEST) if is_folder else os.path.split(whole)


def _refuse_to_replace(setup: Setup, sources: Sources, folder: str, name: str) -> None:
    """Refuse a place where something else stands: the artifact itself, or any file that is no manifest and no proof."""
    proof = describe(b"", None, "", name).proof
    read = [os.path.join(setup.root, source.path) for source in sources.sources if source.path]
    for file, known in ((name, "artifact_type"), (proof, "manifest_digest")):
        data, place = look.data(folder, file), os.path.join(folder, file)
        is_source = any(look.same(place, path) for path in read)
        if data is not None and (is_source or known not in fields(data)):
            what = "the artifact itself" if is_source else "another file"
            raise WrongUse(
                f"{what} stands where the {'manifest' if file == name else 'proof'} would be written",
                wanted="a place that is free, or holds what an earlier call wrote",
                todo="name another --output",
                place=place,
            )


def _judged(setup: Setup, made: Draft, sources: Sources, directory: str, name: str) -> Proof:
    """Return the proof with what was wrong with the sources, and what the rules say."""
    handoff = describe(made.data, None, directory, name)
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
