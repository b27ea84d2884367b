"""What an agent thought, saved apart from its handoff: why, and not what."""

from typing import Literal

from msgspec import Struct

Confidence = Literal["", "high", "medium", "low"]


class Thought(Struct, frozen=True, kw_only=True):
    """One entry of the reasoning store."""

    id: str  # the same thought of the same agent is the same entry, however often it is saved
    at: str
    session: str
    agent: str
    phase: str  # one of the playbook's: understanding, approach, decisions …
    text: str
    group: str = ""  # "" = the session itself: it speaks to all groups
    confidence: Confidence = ""
    references: tuple[str, ...] = ()  # files it speaks of
