"""What the user said in a session, and what they were told and asked."""

from batonpass.decide.consent import AGAINST, Said, heard, is_against
from batonpass.decide.validators import NOBODY, Approval
from batonpass.read.inside import inside
from batonpass.tables import load


def talk(transcript: str) -> tuple[Said, ...] | None:
    """Return what was said in a session, None where no transcript tells."""
    found = inside(transcript) if transcript else None
    return tuple(Said(one.line, one.role == "user", one.text) for one in found.talk) if found else None


def approval(transcript: str, words: str) -> Approval:
    """Return whether the user approved with these words; without a transcript nobody can say."""
    if not words.strip():
        return NOBODY
    terms, said = load.words("consent"), talk(transcript)
    if said is not None:
        told = heard(said, words, terms)
        return Approval(not told.why_not, told.why_not or words)
    if is_against(words, terms):
        return Approval(given=False, said=AGAINST.format(said=words))
    return Approval(given=None, said=f"“{words}”, unverified: there is no transcript")
