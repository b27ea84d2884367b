"""What is wrong with a progress file, and what it says that its journal does not."""

from collections.abc import Iterator, Sequence
from typing import Any

from batonpass.model.errors import BadContent
from batonpass.model.problem import Problem
from batonpass.model.progress import Found, Recorded
from batonpass.model.source import digest_of
from batonpass.read import progress as reading

OWNED = ("status", "compaction_skipped", "skip_reason")  # of a phase's entry: what a hand must not change


def problems(recorded: Recorded, found: Found | None) -> Iterator[Problem]:
    """Yield what is wrong with a workflow's journal and file."""
    if recorded.broken:
        said = f"move {recorded.broken} of {recorded.workflow} does not follow the one before it"
        todo = "somebody changed the journal: take it back from a copy, or begin a new workflow"
        yield Problem("progress-journal", "error", said, todo, ".baton/journal")
    if found is None:
        return
    yield from found.problems
    if not recorded.moves or not found.values:
        return
    yield from _other_journal(recorded, found)
    if digest_of(found.text.encode()) == recorded.before:
        said = "it stands as it was before the last move, which was recorded and not written"
        yield Problem("progress-behind", "note", said, "nothing: the next move writes it", found.path)
    else:
        yield from _edited(recorded, found)


def _other_journal(recorded: Recorded, found: Found) -> Iterator[Problem]:
    """Yield that the last move is not the one after which the file was written; the chain cannot tell."""
    ours = found.values.get("baton")
    told = ours if isinstance(ours, dict) else {}
    if told.get("moves") == recorded.moves and told.get("digest") != recorded.digest:
        said = f"the last move of {recorded.workflow} is not the one that {found.path} was written after"
        todo = (
            "somebody changed the journal or this digest: take them back from a copy, or begin a new workflow"
        )
        yield Problem("progress-journal", "error", said, todo, ".baton/journal")


def _edited(recorded: Recorded, found: Found) -> Iterator[Problem]:
    """Yield what a file says that its journal does not."""
    todo = "what is written there by hand opens no gate; `baton phase doctor --write` puts it back"
    told = found.values.get("phases")
    for key in dict.fromkeys([*found.phases, *recorded.entries]):
        entry = (told if isinstance(told, dict) else {}).get(key)
        says, knows = entry if isinstance(entry, dict) else {}, recorded.entries.get(key, {})
        for name in OWNED:
            there, wanted = _plain(name, says.get(name)), _plain(name, knows.get(name))
            if there != wanted:
                message = f"{key}.{name} is {there!r}, and the journal knows {wanted!r}"
                yield Problem("progress-edited", "error", message, todo, found.path, f"/phases/{key}/{name}")
    gates = {k: _gate(e) for k, e in recorded.entries.items()}
    for key, entry in (told if isinstance(told, dict) else {}).items():
        if _gate(entry) != gates.get(key, ""):
            message = f"{key}.gate is {_gate(entry)!r}, and the journal knows {gates.get(key, '')!r}"
            yield Problem("progress-edited", "error", message, todo, found.path, f"/phases/{key}/gate")


def _gate(entry: Any) -> str:
    gate = entry.get("gate") if isinstance(entry, dict) else None
    return str(gate.get("status") or "") if isinstance(gate, dict) else ""


def _plain(name: str, value: object) -> object:
    if name == "status":
        word = str(value or "pending").strip().lower().replace("-", "_")
        return reading.STANDINGS.get(word, word)
    return value or ""


def refuse_broken(problems: Sequence[Problem]) -> None:
    """Raise for the first error of a progress file: what nobody understands is not written over."""
    wrong = [problem for problem in problems if problem.severity == "error"]
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        first = wrong[0]
        place = f"{first.path}:{first.line}" if first.line else first.path
        raise BadContent(
            f"{first.message}{more}", todo=f"`baton phase doctor` explains it; {first.todo}", place=place
        )
