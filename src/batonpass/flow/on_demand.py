"""What an agent opened of handoffs by itself counts towards its budget. On the fast path where it opened nothing."""

from collections.abc import Iterator

from batonpass.flow.policy import Policy
from batonpass.model.files import MANIFEST
from batonpass.read.beside import file_of_a_handoff
from batonpass.read.calls import Called, answered
from batonpass.store import runs

READING = ("Read", "Grep")  # tools whose answer is what a file holds
OURS = ("baton expand", "baton show")
COUNTED = "--as"  # with it the command itself records what it showed
TO, TOKENS = (
    "opened_to",
    "opened",
)  # what is kept of a run: how far its transcript was looked through, and the sum


def opened(root: str, policy: Policy, session: str, reader: str, run: str, transcript: str) -> int:
    """Record what was opened since the last time, and return the tokens of all that this run has opened."""
    known = runs.get(root, session, run)
    before, since = _whole(known.get(TOKENS)), _whole(known.get(TO))
    names = (f"{policy.artifacts}/".encode(), *(name.encode() for name in OURS))
    calls, at = answered(transcript, names, since)
    if at == since:
        return before
    tokens = _recorded(root, policy, session, reader, calls) if calls else 0
    runs.put(root, session, run, **{TO: at, TOKENS: before + tokens})
    return before + tokens


def _recorded(root: str, policy: Policy, session: str, reader: str, calls: list[Called]) -> int:
    from batonpass.flow.setup import open_project  # noqa: PLC0415 - the slow branch: it counts and records
    from batonpass.model.errors import BatonError  # noqa: PLC0415
    from batonpass.model.event import Event  # noqa: PLC0415

    setup, tokens = open_project(root), 0
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    for call in calls:
        for place, file in _places(root, policy.artifacts, call):
            try:
                handoff = setup.store.find(place)
            except BatonError:
                continue  # it was taken away since, or is none
            count = setup.meter.count(call.answer)
            told: dict[str, object] = {"handoff": handoff.id, "reader": reader, "what": file, "tokens": count}
            told["workflow"] = session
            setup.store.record(Event("handoff.read", at, told, f"read:{session}:{call.id}"))
            tokens += count
            break
    return tokens


def _places(root: str, artifacts: str, call: Called) -> Iterator[tuple[str, str]]:
    """Yield what a call opened: how the handoff is found, and which of its files it was."""
    path = call.given.get("file_path") or call.given.get("path")
    command = call.given.get("command")
    words = [path] if call.tool in READING and isinstance(path, str) else []
    words += command.split() if isinstance(command, str) else []
    for word in words:
        found = file_of_a_handoff(root, artifacts, word.strip("'\"").partition("#")[0])
        if found is not None:
            yield found.manifest, found.name
    if isinstance(command, str) and COUNTED not in command:
        yield from ((name, MANIFEST) for name in _shown(command.split()))


def _shown(words: list[str]) -> Iterator[str]:
    """Yield the handoffs that commands of ours were asked for."""
    for at, word in enumerate(words[:-2]):
        if word.endswith("baton") and f"baton {words[at + 1]}" in OURS:
            yield words[at + 2].strip("'\"")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
