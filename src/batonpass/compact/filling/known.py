"""All that a role's handoff file is filled from."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from batonpass.model.fact import Fact
from batonpass.model.roles import Given, Spoken
from batonpass.model.terms import Stamp, Terms

NOTHING: Mapping[tuple[str, int], frozenset[str]] = MappingProxyType({})
WHOLE = frozenset({"summary"})  # what is told of all of it claims no line


def claimed(spoken: Sequence[Spoken]) -> Mapping[tuple[str, int], frozenset[str]]:
    """Return which lines tell which fields by name."""
    told: dict[tuple[str, int], frozenset[str]] = {}
    for one in spoken:
        for span in one.spans if one.at not in WHOLE else ():
            for line in range(span.first, span.last + 1):
                told[span.source, line] = told.get((span.source, line), frozenset()) | {one.at}
    return told


class Known(Struct, frozen=True):
    """What was found and measured, what the agent said by name, and what the caller said."""

    facts: tuple[Fact, ...]  # as they hold: reconciled
    spoken: tuple[Spoken, ...]
    terms: Terms
    stamp: Stamp
    status: str = ""
    claimed: Mapping[tuple[str, int], frozenset[str]] = (
        NOTHING  # source and line → fields that are told there by name
    )
    branch: tuple[Given, ...] = ()
    gist: str = ""  # the line of its words that says most
    names: tuple[str, ...] = ()  # of the sources
    manifest: str = ""  # where the manifest stands
    details: str = ""  # where what was left in full stands
