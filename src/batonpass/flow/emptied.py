"""A context was emptied by `/clear` or a compaction: who goes on is told its profile again. On the fast path.

A client takes only so many characters of one hook, so the text comes in parts, one hook each; all of them read the same
file, which was prepared when the persona was called.
"""

from batonpass.flow.policy import Policy
from batonpass.store import personas
from batonpass.store.personas import Persona

RULE = "switch"
SEVERAL = 2  # profiles in a context whose person was told to clear it


def after_compaction(root: str, policy: Policy, session: str, part: int) -> str:
    """Return a part of what comes back after a compaction; the first makes a persona active that was refused before."""
    kept = personas.get(root, session)
    if not (kept.active or kept.pending) or policy.mode_of(RULE) == "observe":
        return ""
    if kept.pending and len(kept.commands) >= policy.personas:
        return ""  # it frees nothing: what came as a command comes back with the summary
    again = not kept.pending and kept.active in kept.commands
    text = personas.load(root, session, "again" if again else "whole")
    if part == 1:
        _take_over(kept)
        kept.inside = [*(name for name in kept.commands if name != kept.active), kept.active]
        personas.put(root, session, kept)
    return sliced(text, policy, part)


def after_clearing(root: str, policy: Policy, session: str, client: str, part: int) -> str:
    """Return a part of what a cleared context starts with: where a persona waits, or several filled the old one.

    Else nobody is active any more; what the last one did is told to whoever is called next.
    """
    old, transcript = personas.before(root, client)
    kept = personas.get(root, old) if old and old != session else None
    if kept is None or policy.mode_of(RULE) == "observe":
        return ""
    goes_on = bool(kept.pending or kept.own or len(kept.inside) >= SEVERAL)
    text = personas.load(root, old, "whole") if goes_on else ""
    if part == 1 and (goes_on or kept.active):
        again = personas.load(root, old, "again")
        _leave(kept, transcript, goes_on=goes_on)
        personas.put(root, session, kept)
        personas.prepare(root, session, whole=text, again=again)
    return sliced(text, policy, part)


def _leave(kept: Persona, transcript: str, *, goes_on: bool) -> None:
    """Make of what was known of a context what is known of the one after it was cleared."""
    if not kept.pending:  # of who was refused the artifact tells all already
        kept.left, kept.left_by, kept.left_since = transcript, kept.active, kept.since
    if goes_on:
        own = "" if kept.pending else kept.own
        _take_over(kept)
        kept.own = own
    else:
        kept.active, kept.inside = "", []
    kept.since, kept.domains, kept.commands = 0, None, []


def sliced(text: str, policy: Policy, part: int) -> str:
    """Return one part of a text, cut where lines end."""
    start = 0
    for number in range(1, part + 1):
        most = policy.start_chars if number > 1 else policy.first_chars
        end = len(text) if len(text) - start <= most else text.rfind("\n", start, start + most) + 1
        end = end if end > start else start + most
        if number == part:
            return text[start:end].strip("\n")
        start = min(end, len(text))
    return ""


def _take_over(kept: Persona) -> None:
    """Let who was refused go on, else who was active; nobody else's profile is in the context now."""
    kept.active = kept.pending or kept.active
    kept.pending, kept.own, kept.inside = "", "", [kept.active] if kept.active else []
