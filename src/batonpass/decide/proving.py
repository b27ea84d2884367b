"""Is a phase compacted? Five checks, in the order of the seed's list; each on what was measured."""

from collections.abc import Sequence

from batonpass.model.proving import Check, Inline, Output

COMPACT = "run /compact, then finish the phase again"


def checks(
    outputs: Sequence[Output],
    inline: Inline,
    *,
    residue: int,
    limit: int,
    decisions: tuple[int, int],
    missing: Sequence[str],
) -> tuple[Check, ...]:
    """Return the checklist: `residue` tokens below `limit`, `decisions` (that stand in it, that should)."""
    return (
        _stored(outputs),
        _only_residue(inline, residue, limit, known=inline.known and bool(outputs)),
        _references(outputs),
        _decisions(decisions, missing, residue, limit),
        _no_logs(inline),
    )


def proven(found: Sequence[Check]) -> bool | None:
    """Return whether everything is true, None where nobody can say and nothing is known to be wrong."""
    if any(check.passed is False for check in found):
        return False
    return True if all(check.passed for check in found) else None


def _stored(outputs: Sequence[Output]) -> Check:
    says = "Progress file updated with FULL phase output (not summary)"
    torn = [output.stored for output in outputs if not output.reads]
    changed = [output.path for output in outputs if output.changed]
    if not outputs:
        found, todo = "the phase left no output", "name its files: `baton phase finish N FILE…`"
    elif torn:
        found, todo = f"{torn[0]} does not hold what was stored", "finish the phase again with its files"
    elif changed:
        found, todo = f"{changed[0]} has changed since it was stored", "finish the phase again with its files"
    else:
        return Check(
            name="stored", says=says, passed=True, found=f"{len(outputs)} stored, read again by digest"
        )
    return Check(name="stored", says=says, passed=False, found=found, todo=todo)


def _only_residue(inline: Inline, residue: int, limit: int, *, known: bool) -> Check:
    says = f"Inline context contains ONLY summary (<{limit} tokens)"
    if residue >= limit:
        found = f"the residue has {residue} tokens"
        return Check(
            name="inline", says=says, passed=False, found=found, todo=f"raise phases.residue above {limit}"
        )
    if not known:
        why = "nothing is stored that could be looked for" if inline.known else "there is no transcript"
        return Check(name="inline", says=says, passed=None, found=f"unverified: {why}")
    if inline.tokens >= limit:
        at = ", ".join(map(str, inline.lines[:5]))
        found = f"{inline.tokens:,} tokens of the output are still in the context (transcript lines {at})"
        return Check(name="inline", says=says, passed=False, found=found, todo=COMPACT)
    after = f"compacted at line {inline.compacted}" if inline.compacted else "the output never entered"
    return Check(
        name="inline", says=says, passed=True, found=f"{inline.tokens} tokens of the output, {after}"
    )


def _references(outputs: Sequence[Output]) -> Check:
    says = "File references point to files that EXIST"
    gone = [output.path for output in outputs if not output.exists]
    if gone:
        todo = "put it back, or finish the phase with the files it has now"
        return Check(name="references", says=says, passed=False, found=f"{gone[0]} is gone", todo=todo)
    found = f"{len(outputs)} exist" if outputs else "nothing is stored that could be referred to"
    return Check(name="references", says=says, passed=bool(outputs), found=found)


def _decisions(decisions: tuple[int, int], missing: Sequence[str], residue: int, limit: int) -> Check:
    says = "Key decisions preserved in summary (not just file paths)"
    stand, should = decisions
    if missing:
        found = f"{len(missing)} that must stay do not fit into {limit} tokens: {missing[0]}"
        todo = "say them shorter in the output, or raise phases.residue in the playbook"
        return Check(name="decisions", says=says, passed=False, found=found, todo=todo)
    found = f"{stand} of {should}" if should else "the output decides nothing"
    return Check(name="decisions", says=says, passed=stand == should and residue < limit, found=found)


def _no_logs(inline: Inline) -> Check:
    says = "No detailed logs, code blocks, or agent outputs remain inline"
    if not inline.known:
        return Check(name="logs", says=says, passed=None, found="unverified: there is no transcript")
    if inline.logs:
        line, what, tokens = max(inline.logs, key=lambda log: log[2])
        many = (
            f"{len(inline.logs)} are still there, the longest"
            if len(inline.logs) > 1
            else "one is still there:"
        )
        found = f"{many} {what} of {tokens:,} tokens (transcript line {line})"
        return Check(name="logs", says=says, passed=False, found=found, todo=COMPACT)
    return Check(name="logs", says=says, passed=True, found="none")
