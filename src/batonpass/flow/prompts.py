"""A prompt that somebody wrote for an agent: what the agent cannot do without, and the prompt does not hold."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from batonpass.flow.chain import chain, missing
from batonpass.flow.open_ones import chosen
from batonpass.flow.roles import plain_name
from batonpass.flow.setup import Setup
from batonpass.model.handoff import Selection
from batonpass.model.problem import Problem

MARKERS, HANDOFF, SIZE = "prompt-markers", "prompt-handoff", "prompt-size"


def check_prompt(
    setup: Setup, agent: str, text: str, selection: Selection, path: str = ""
) -> tuple[Problem, ...]:
    """Return every marker the prompt lacks, every handoff it neither holds nor names, and whether it is too long."""
    return (
        *_markers(setup, agent, text, path),
        *_handoffs(setup, agent, text, selection, path),
        *_size(setup, text, path),
    )


def _markers(setup: Setup, agent: str, text: str, path: str) -> Iterator[Problem]:
    name = plain_name(setup, agent)
    for marker in setup.playbook.taking_over.markers.get(name, ()):
        if not _holds(text, marker):
            message = f"the prompt for {agent} does not hold {marker!r}"
            todo = f"add it: the definition of {name} in full has it"
            yield Problem(MARKERS, "error", message, todo, path)


def _holds(text: str, marker: str) -> bool:
    """Say whether a text holds a marker as whole words; a code in capitals only so."""
    words = r"\s+".join(map(re.escape, marker.split()))
    flags = re.NOFLAG if marker.isupper() else re.IGNORECASE
    return re.search(rf"(?<!\w){words}(?!\w)", text, flags) is not None


def _handoffs(setup: Setup, agent: str, text: str, selection: Selection, path: str) -> Iterator[Problem]:
    if not selection.session:
        return
    found = chain(setup, agent, selection, chosen(setup, replace(selection, to="")))
    if found is None:
        return
    if found.missing:
        error = missing(setup, agent, selection, found)
        yield Problem(HANDOFF, "error", error.found, error.todo, path)
    for one in found.left:
        known = (
            one.path,
            one.handoff.id if one.handoff else "",
            one.handoff.directory if one.handoff else "",
        )
        if not any(name and name in text for name in known):
            message = f"the prompt for {agent} neither holds nor names the handoff of {one.agent}"
            todo = f"add what `baton brief --for {agent}` prints, or name {one.path or known[2]}"
            yield Problem(HANDOFF, "error", message, todo, path)


def _size(setup: Setup, text: str, path: str) -> Iterator[Problem]:
    most, tokens = setup.playbook.taking_over.prompt, setup.meter.count(text)
    if most and tokens > most:
        message = f"the prompt takes {tokens} tokens, and an agent reads {most} of a file at once"
        yield Problem(SIZE, "warning", message, "leave out what it can open itself, never a handoff", path)
