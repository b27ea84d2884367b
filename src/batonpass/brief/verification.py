"""The verification block of a gate, as seed 002 writes it, with the numbers that were measured."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from batonpass.model.proving import Check, Output

SIGNS = {True: "✅", False: "❌", None: "❔"}


class Verified(Struct, frozen=True, kw_only=True):
    """What the block tells."""

    number: int
    title: str
    following: int  # 0 = it was the last phase
    path: str  # of the progress file
    key: str  # of the phase in it
    section_lines: int
    written_at: str
    before: int  # tokens
    after: int
    of_before: str  # what they are of
    of_after: str
    outputs: tuple[Output, ...]
    checks: tuple[Check, ...]
    standing: str  # passed, unverified, advised, not passed
    others: tuple[
        Check, ...
    ] = ()  # that are not true beside the checklist: of the phase's output, of its validator
    skips: tuple[str, ...] = ()  # gates skipped before, with the user's words


def verification(told: Verified) -> str:
    """Return the block."""
    by_name = {check.name: check for check in told.checks}
    heading = f"Compaction Verification (Phase {told.number} → Phase {told.following}):"
    parts = [
        [heading if told.following else f"Compaction Verification (Phase {told.number}):"],
        list(_file(told, by_name["stored"])),
        list(_context(told, (by_name["inline"], by_name["decisions"], by_name["logs"]))),
        list(_references(told, by_name["references"])),
        [line for check in told.others for line in _other(check)],
        [f"⚠️ {skip}" for skip in told.skips],
        [_standing(told)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _file(told: Verified, check: Check) -> Iterator[str]:
    yield f"{SIGNS[check.passed]} Progress file updated: {told.path}"
    yield f"   - Phase {told.number} section: {told.section_lines} lines"
    yield f"   - Last write: {told.written_at}"
    yield from _why((check,))


def _context(told: Verified, checks: Sequence[Check]) -> Iterator[str]:
    worst = (
        False
        if any(c.passed is False for c in checks)
        else None
        if any(c.passed is None for c in checks)
        else True
    )
    yield f"{SIGNS[worst]} Context compacted:"
    yield f"   - Before: {told.before:,} tokens ({told.of_before})"
    yield f"   - After: {told.after:,} tokens ({told.of_after})"
    if told.before > 0:
        yield f"   - Reduction: {(told.before - told.after) * 100 / told.before:.1f}%"
    yield from _why(checks)


def _references(told: Verified, check: Check) -> Iterator[str]:
    yield f"{SIGNS[check.passed]} File references valid:"
    for output in told.outputs:
        intact = output.reads and not output.changed
        state = "was changed" if not intact else "exists" if output.exists else "is gone"
        yield f"   - {output.path} {state} ({output.lines:,} lines)"
    yield f"   - MANIFEST.yaml phases.{told.key} section confirmed"


def _other(check: Check) -> Iterator[str]:
    """Yield what is wanted of the phase itself, and what was found."""
    yield f"{SIGNS[check.passed]} Phase validated: {check.says}"
    yield f"   - {check.found}" + (f"; {check.todo}" if check.todo else "")


def _why(checks: Sequence[Check]) -> Iterator[str]:
    for check in checks:
        if check.passed is not True:
            yield f"   - {check.says}: {check.found}" + (f"; {check.todo}" if check.todo else "")


def _standing(told: Verified) -> str:
    onward = f"Proceeding to Phase {told.following}." if told.following else "It was the last phase."
    if told.standing == "passed":
        return f"Gate status: PASSED. {onward}"
    if told.standing == "unverified":
        return f"Gate status: PASSED, UNVERIFIED. {onward}"
    if told.standing == "advised":
        return f"Gate status: NOT PASSED. It only advises. {onward}"
    return f"Gate status: NOT PASSED. Phase {told.number} stays open."
