"""Has a context begun to rot? Every sign that enough places show, with what to do."""

from batonpass.decide.seen import Seen, terms
from batonpass.decide.signs import asked_again, drift, invented, repeated, reread, slower
from batonpass.model.sign import Shown, Sign
from batonpass.tables import load

SIGNS = (invented, drift, asked_again, repeated, reread, slower)  # the gravest first


def signs(session: Seen) -> tuple[Sign, ...]:
    """Return the signs of a session."""
    found = ((sign.NAME, tuple(sign.find(session))) for sign in SIGNS)
    return tuple(_sign(name, shown) for name, shown in found if len(shown) >= _least(name, session))


def _least(name: str, session: Seen) -> int:
    """Return how many places must show a sign; a claim that evidence contradicts is enough alone."""
    return 1 if name == invented.NAME and session.claims else int(terms(name).get("least", 1))


def _sign(name: str, shown: tuple[Shown, ...]) -> Sign:
    told, actions = terms(name), load.table("signs")["actions"]
    return Sign(name, told["says"], told["action"], actions[told["action"]], shown)
