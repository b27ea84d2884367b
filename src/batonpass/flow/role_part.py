"""What sources say to the role of an agent, and its handoff file made of it."""

from collections.abc import Sequence

from msgspec import Struct

from batonpass.compact.build import Draft
from batonpass.compact.filling.fill import fill
from batonpass.compact.filling.known import Known, claimed
from batonpass.extract.spoken import of_file, spoken
from batonpass.flow.roles import is_kept, plain_name, slot_of
from batonpass.flow.setup import Setup
from batonpass.flow.sources import Sources
from batonpass.flow.statuses import vocabulary
from batonpass.model.errors import BadContent
from batonpass.model.files import MANIFEST
from batonpass.model.proof import Item
from batonpass.model.returns import UNKNOWN
from batonpass.model.roles import Filled, Given, Role, Spoken
from batonpass.model.source import Source
from batonpass.model.terms import Stamp, Terms
from batonpass.read.git.place import branch
from batonpass.read.reply import gist
from batonpass.read.role_file import fields_of
from batonpass.read.stated.text import stated


class Part(Struct, frozen=True):
    """What the sources say to a role, gathered while their blocks are there."""

    role: Role
    spoken: tuple[Spoken, ...] = ()
    status: str = ""
    branch: tuple[Given, ...] = ()
    gist: str = ""  # the line that says most
    kept: bool = False  # whether there is anything to keep in full

    def filled(self, setup: Setup, made: Draft, terms: Terms, stamp: Stamp) -> Filled:
        """Return the file."""
        slot = slot_of(setup, terms.agent, terms.session, terms.group)
        details = setup.store.rounds.details_place(slot, self.role.details) if slot and self.kept else ""
        known = Known(
            facts=made.facts,
            spoken=self.spoken,
            claimed=claimed(self.spoken),
            terms=terms,
            stamp=stamp,
            status=terms.status or self.status or UNKNOWN,
            gist=self.gist,
            branch=self.branch,
            manifest=stamp.directory + MANIFEST,
            details=details,
            names=tuple(entry.name for entry in made.proof.sources),
        )
        return fill(self.role, known, setup.meter.count)


def gathered(setup: Setup, role: Role, terms: Terms, sources: Sources) -> Part:
    """Return what the sources say to a role."""
    said = tuple(one for source in sources.sources for one in _said(role, source))
    titles = [title for source in sources.sources if (title := _title(source))]
    return Part(
        role,
        spoken=said,
        status=_status(setup, terms, sources),
        branch=_branch(setup, sources.sources),
        gist=titles[-1] if titles else "",
        kept=bool(role.details) and any(map(is_kept, sources.entries)),
    )


def _said(role: Role, source: Source) -> tuple[Spoken, ...]:
    """Return what one source says by the names of the role's fields: an own handoff file exactly what is in it."""
    if source.format == "json":
        try:
            own = fields_of(source.data, source.path or source.name)
        except BadContent:  # any other JSON, or a torn file: it is read as a document
            return spoken(source, role)
        return of_file(role, own, source)
    return spoken(source, role)


def _status(setup: Setup, terms: Terms, sources: Sources) -> str:
    """Return how the agent says it ended: in a handoff file of its own, else in words; what it said last counts."""
    words = vocabulary(setup, plain_name(setup, terms.agent))
    latest = sources.sources[::-1]
    own = (_own_status(source) for source in latest if source.name.endswith(".json"))
    said = (stated(_own_words(source), words) for source in latest if not source.name.endswith(".json"))
    return next(filter(None, (*own, *said)), "")


def _own_status(source: Source) -> str:
    try:
        told = fields_of(source.data, source.name)["status"]
    except BadContent:
        return ""
    return told if isinstance(told, str) else ""


def _title(source: Source) -> str:
    """Return a document's first title, else the line that says most of an agent's words."""
    heading = next((block.text for block in source.blocks if block.kind == "heading"), "")
    return heading or gist(_own_words(source))


def _own_words(source: Source) -> str:
    """Return what an agent says in a document, or last in a transcript; tools say nothing of how it ended."""
    if any(block.act is not None for block in source.blocks):
        return "\n".join(block.text for block in source.blocks if block.act is not None and block.act.final)
    return "" if any(block.evidence is not None for block in source.blocks) else source.text


def _branch(setup: Setup, sources: Sequence[Source]) -> tuple[Given, ...]:
    """Return the branch that is checked out, where git is a witness."""
    if not any(source.format.startswith("git") for source in sources):
        return ()
    name = branch(setup.root)
    return (Given(name, Item((), "derived", note="the branch that is checked out")),) if name else ()
