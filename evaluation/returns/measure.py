"""Sound returns of whatever agents say: none crashes, all are valid and short, the status is the one that is stated.

python -m evaluation.returns [--misses]
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from msgspec import Struct

from batonpass.flow.returns import understood
from batonpass.flow.setup import Setup, open_project
from batonpass.model.returns import LINES, UNKNOWN, Returned
from evaluation.returns.voices import Said, said
from evaluation.returns.wrappings import NOISE, WRAPPINGS
from evaluation.row import Row, share

PLAYBOOKS = ("bazinga", "oak")  # the team whose statuses they are, and one that knows none of them
LIMIT = 150
EVERY = 3  # wrappings that each message is tried in, beside none


class Tried(Struct, frozen=True):
    """One message in one wrapping, and what was made of it; `crash` is the error where nothing was."""

    said: Said
    wrapping: str
    playbook: str
    named: bool  # whether it was said whose message it is
    made: Returned | None = None
    crash: str = ""

    @property
    def right(self) -> bool:
        """Say whether the status is the one that is stated."""
        return self.made is not None and _folded(self.made.value.status) == _folded(
            self.said.status or UNKNOWN
        )

    @property
    def understood(self) -> bool:
        """Say whether it was understood as it should be; what was wrapped up is never given to the letter."""
        if self.made is None:
            return False
        wanted = self.said.understood
        if wanted == "given" and self.wrapping != "plain":
            return self.made.understood in ("given", "repaired")
        return self.made.understood == wanted

    @property
    def valid(self) -> bool:
        """Say whether the return is one to the letter, and short enough."""
        if self.made is None:
            return False
        value = json.loads(json.dumps({"status": self.made.value.status, "summary": self.made.value.summary}))
        lines = value["summary"]
        whole = len(lines) == LINES and all(
            isinstance(line, str) and line.strip() and "\n" not in line for line in lines
        )
        return bool(value["status"]) and whole and self.made.tokens <= LIMIT


def _folded(status: str) -> str:
    return status.upper().replace("-", "_").replace(" ", "_")


@cache
def _setup(playbook: str) -> Setup:
    return open_project(mkdtemp(), playbook=playbook)


@cache
def tried() -> tuple[Tried, ...]:
    """Return every message alone and in some wrappings, told whose it is and not, and all the noise."""
    noise = tuple(Said("noise", n, "developer", name, "", "unknown") for n, name in enumerate(NOISE))
    return (*_messages(said()), *(_try(one, one.text, "noise", NOISE[one.text]) for one in noise))


def _messages(all_of_them: Sequence[Said]) -> Iterator[Tried]:
    names = [name for name in WRAPPINGS if name != "plain"]
    for index, one in enumerate(all_of_them):
        for playbook, named in (("bazinga", True), ("bazinga", False), ("oak", False)):
            yield _try(one, "plain", playbook, WRAPPINGS["plain"](one.text), named=named)
        for step in range(EVERY):
            wrapping = names[(index * EVERY + step) % len(names)]
            yield _try(one, wrapping, "bazinga", WRAPPINGS[wrapping](one.text))


def _try(one: Said, wrapping: str, playbook: str, data: bytes, *, named: bool = True) -> Tried:
    known = PLAYBOOKS[0] if playbook == "noise" else playbook
    try:
        made = understood(_setup(known), data, agent=one.agent if named else "")
    except Exception as error:  # noqa: BLE001 - a crash of any kind is what is counted
        return Tried(one, wrapping, known, named, crash=repr(error))
    return Tried(one, wrapping, known, named, made)


def rows(_: Path | None = None) -> Iterator[Row]:
    """Yield the figures: of all, and of the authors whose misses nobody looks at."""
    all_of_them = tried()
    crashed = sum(bool(one.crash) for one in all_of_them)
    yield Row(f"returns: crashes of {len(all_of_them)} messages", str(crashed), "0", not crashed)
    yield share(
        "returns: valid and at most 150 tokens", sum(one.valid for one in all_of_them), len(all_of_them), 100
    )
    for name, some in _parts(all_of_them):
        stated = [one for one in some if one.said.status]
        silent = [one for one in some if not one.said.status]
        if stated:
            yield share(
                f"returns, {name}: status right where stated", sum(o.right for o in stated), len(stated), 95
            )
        if silent:
            yield share(
                f"returns, {name}: none stated, none read", sum(o.right for o in silent), len(silent), 90
            )
        yield share(
            f"returns, {name}: understood as it is", sum(one.understood for one in some), len(some), 95
        )


def _parts(all_of_them: Sequence[Tried]) -> Iterator[tuple[str, list[Tried]]]:
    for voice in sorted({one.said.voice for one in all_of_them}):
        some = [one for one in all_of_them if one.said.voice == voice]
        tuned = "" if some[0].said.tuned else ", not tuned on"
        yield f"author {voice}{tuned}" if voice != "noise" else voice, some


def misses() -> Iterator[str]:
    """Yield what went wrong with the messages of authors that are tuned on."""
    for one in tried():
        if one.said.tuned and not (one.right and one.understood and one.valid):
            got = (
                f"{one.made.value.status} {one.made.understood} {one.made.tokens}" if one.made else one.crash
            )
            team = f"{one.playbook}{'' if one.named else ', unnamed'}"
            wanted = f"{one.said.status or UNKNOWN} {one.said.understood}"
            yield f"{one.said.voice}{one.said.number} [{one.wrapping}; {team}] wanted {wanted}, got {got}: {one.said.text[:70]!r}"
