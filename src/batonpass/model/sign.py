"""A sign that a context has begun to rot, and what shows it."""

from msgspec import Struct


class Shown(Struct, frozen=True):
    """One place in a transcript that shows a sign."""

    line: int
    turn: int  # of the user's turns, from 1; 0 = before the first
    text: str


class Sign(Struct, frozen=True):
    """What was seen, how often, and what to do."""

    name: str
    says: str
    action: str  # compact, facts, instructions, emergency
    todo: str
    shown: tuple[Shown, ...]
