"""A prompt in a project with domains of rules: did the active ones change, and how much room is left? On the fast path."""

from batonpass.decide.addressed import is_client
from batonpass.decide.domains import active, bracket
from batonpass.flow.checkpoint import measure
from batonpass.flow.policy import Policy
from batonpass.model.named import plain
from batonpass.read import synapse
from batonpass.store import notes, personas
from batonpass.store.personas import Persona

CHANGED = "domains.changed"


class Looked:
    """What a prompt changes."""

    __slots__ = ("before", "bracket", "called", "left", "now")

    def __init__(
        self, before: list[str] | None, now: list[str], bracket: str, left: float, called: str
    ) -> None:
        """Hold the active domains before and now; bracket and agent only where they are others."""
        self.before, self.now, self.bracket, self.left = before, now, bracket, left
        self.called = called  # who became active without a word in the prompt

    @property
    def changed(self) -> bool:
        """Say whether other domains are active now; at the first prompt none were before."""
        return self.before is not None and self.before != self.now


def look(root: str, policy: Policy, session: str, transcript: str, prompt: str, called: str) -> Looked | None:
    """Look which domains are active, keep them for the next prompt, and note a change; None where there are none."""
    if not policy.domains or is_client(prompt):
        return None
    kept, now = personas.get(root, session), synapse.session(root, session)
    named, other = now["agent"], now["agent"] != kept.agent  # what stays the same there may be out of date
    told_so = policy.agents.get(plain(named), "") if other and not called else ""
    now["agent"] = called or told_so or kept.active or named
    found = active(policy.domains, prompt, now)
    used = measure(root, policy, transcript)
    share = used.share if used is not None and used.window else None
    name = bracket(policy.brackets, share) if share is not None else kept.bracket
    told = Looked(
        kept.domains, found, name if _is_news(kept, name, policy) else "", 1 - (share or 0.0), told_so
    )
    if kept.domains != found or kept.bracket != name or other:
        kept.domains, kept.bracket, kept.agent = found, name, named
        personas.put(root, session, kept)
    if told.changed or told.bracket:
        said: dict[str, object] = {"session": session, "before": told.before, "now": found, "bracket": name}
        notes.note(root, CHANGED, policy.line_bytes, said)
    return told


def _is_news(kept: Persona, name: str, policy: Policy) -> bool:
    """Say whether a bracket is another one than before; that a session begins in the first is none."""
    return bool(name) and name != (kept.bracket or policy.brackets[0][0])
