"""Checks that were run, and how each came out the last time."""

from collections.abc import Iterator, Sequence

from batonpass.extract.evidence.commands import Check, check_in, outcome
from batonpass.extract.evidence.trail import LIKELY, SURE
from batonpass.model.deed import Done
from batonpass.model.fact import Attributes, Fact

LONGEST = 200  # characters of a command


def find(all_done: Sequence[Done]) -> Iterator[Fact]:
    """Yield one fact a command, by its last run; the last of each kind of check is the one that counts most."""
    runs: dict[tuple[str, str, str], tuple[Done, Check, bool]] = {}
    for one in all_done:
        found = passed(one)
        if found is not None:
            check, went = found
            key = (one.act.agent, check.gate, check.command)
            runs.pop(key, None)
            runs[key] = (one, check, went)
    last = {(agent, gate): command for agent, gate, command in runs}
    for (agent, gate, command), (one, check, went) in runs.items():
        yield Fact(
            "gate",
            f"{short(check.command)}: {'passed' if went else 'failed'}",
            one.spans,
            "derived",
            attributes=Attributes(name=gate, command=short(check.command), passed=went, agent=agent or None),
            confidence=SURE if last[agent, gate] == command else LIKELY,
            note="by the command's exit code" if told_by_exit(one, check) else "by the words of its output",
        )


def passed(one: Done) -> tuple[Check, bool] | None:
    """Return the check a call ran and how it came out, None where it is none or nobody knows."""
    if one.act.tool != "shell" or one.refused or not one.answered:
        return None
    check = check_in(one.act.command)
    if check is None:
        return None
    if told_by_exit(one, check):
        return check, one.ok is True
    told = outcome(one.answer)
    return None if told is None else (check, told)


def told_by_exit(one: Done, check: Check) -> bool:
    """Tell whether the way a command line ended is the way its check ended."""
    return (one.ok is True and check.passes) or (one.ok is False and check.fails)


def short(text: str) -> str:
    """Return a command on one line, not longer than a person reads."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[:LONGEST].rsplit(" ", 1)[0]
