"""A file of a handoff is about to be read: its manifest comes first. On the fast path."""

import os.path

from batonpass.flow.policy import Policy
from batonpass.model.files import MANIFEST, OWN
from batonpass.read.beside import Found, file_of_a_handoff
from batonpass.read.seen import has_seen
from batonpass.read.tail import of_agent
from batonpass.store import notes, runs

RULE = "reading"  # whose mode says what becomes of it
MAIN = "main"


class Wish:
    """Somebody wants to read a file."""

    __slots__ = ("caller", "path", "session", "transcript")

    def __init__(self, path: str, *, session: str, transcript: str, caller: str) -> None:
        """Hold the file, and who asks for it: "" is the main agent."""
        self.path, self.session, self.caller = path, session, caller
        self.transcript = of_agent(transcript, caller) if caller else transcript


def too_early(root: str, policy: Policy, wish: Wish) -> str:
    """Return why a file should not be read yet, "" where it may be; what is refused or advised is recorded."""
    found = file_of_a_handoff(root, policy.artifacts, wish.path)
    if found is None:
        return ""
    word = f"seen-{os.path.basename(found.folder)}"
    reader = wish.caller or MAIN
    if found.name == MANIFEST:
        runs.mark(root, wish.session, reader, word)
    mode = policy.mode_of(RULE)
    if found.name in OWN or runs.is_marked(root, wish.session, reader, word):
        return ""
    about = found.about()
    handoff, agent = str(about.get("id") or ""), str(about.get("from_agent") or "")
    if not handoff or has_seen(wish.transcript, os.path.basename(found.folder), MANIFEST, (handoff, agent)):
        runs.mark(root, wish.session, reader, word)
        return ""
    told: dict[str, object] = {
        "handoff": handoff,
        "what": found.name,
        "reader": reader,
        "session": wish.session,
    }
    told |= {"mode": mode, "denied": mode == "enforce"}
    notes.note(root, "reading.checked", policy.line_bytes, told)
    return _reason(found, handoff, about) if mode != "observe" else ""


def _reason(found: Found, handoff: str, about: dict[str, object]) -> str:
    budget = about.get("context_budget")
    tokens = budget.get("manifest_tokens") if isinstance(budget, dict) else None
    size = f" ({tokens} tokens)" if tokens else ""
    return (
        f"read {found.manifest}{size} before {found.name}: it says what stands in it, and "
        f"`baton expand {handoff} /pointer` opens the lines behind one item"
    )
