"""A context is compacted: what must survive is written before, told to who summarises, and brought back after."""

from collections.abc import Sequence

from batonpass.brief.pinned import Pin, pinned
from batonpass.compact.text import shorten
from batonpass.flow.handing import remember
from batonpass.flow.open_ones import chosen
from batonpass.flow.outcome import Opened, opened
from batonpass.flow.policy import Policy
from batonpass.flow.setup import Setup, open_project
from batonpass.flow.so_far import Part, main_agent, so_far
from batonpass.model.handoff import Selection
from batonpass.store import kept, notes, underway
from batonpass.tables import load

RULE = "context"  # whose mode says whether anything is told


def before(root: str, policy: Policy, session: str, transcript: str, trigger: str) -> str:
    """Write what must survive; return what the summariser is told, "" where nobody is to be told."""
    setup = open_project(root)
    told = so_far(setup, Part(session=session, transcript=transcript))
    text = of_session(setup, session)
    kept.put(root, kept.PINNED, session, text)
    said: dict[str, object] = {"session": session, "trigger": trigger, "tokens": setup.meter.count(text)}
    said["manifest"] = told.opened.handoff.manifest if told else ""
    notes.note(root, "context.compacting", policy.line_bytes, said)
    if not text or policy.mode_of(RULE) == "observe":
        return ""
    return load.text("compacting.md").format(pinned=text).strip()


def after(root: str, policy: Policy, session: str) -> str:
    """Return what comes back into a compacted context: byte for byte what was told before."""
    if policy.mode_of(RULE) == "observe":
        return ""
    text = kept.get(root, kept.PINNED, session)
    return text or of_session(open_project(root), session)


def of_session(setup: Setup, session: str) -> str:
    """Return the pinned text of a session, "" where it left nothing."""
    remember(setup.root, session, setup)
    found = chosen(setup, Selection(session=session))
    own = [one for one in found if one.agent == main_agent()]
    others = [opened(setup, one) for one in found if one.agent != main_agent()]
    manifest = opened(setup, own[-1]).manifest if own else {}
    now = underway.get(setup.root)
    if not manifest and not others and not now:
        return ""
    residues = now.get("residues")
    return pinned(
        manifest,
        pins(others),
        setup.meter.count,
        shorten,
        head=load.text("pinned-head.md").strip(),
        progress=f"Phases of {now['line']}" if now.get("line") else "",
        residues=residues if isinstance(residues, list) else (),
    )


def pins(handoffs: Sequence[Opened]) -> tuple[Pin, ...]:
    """Return handoffs as the list of them names them."""
    return tuple(Pin(h.handoff.manifest, h.manifest, h.handoff.manifest_tokens) for h in handoffs)
