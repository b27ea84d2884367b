"""One statement of a status, and what it is worth beside others."""

from msgspec import Struct

from batonpass.read.stated.vocabulary import Vocabulary, canonical
from batonpass.read.stated.words import table

# A later statement of the same worth stands before an earlier.
LABELLED, ALONE, FREE_CODE, LIKELY, QUALIFIED, TITLE, FREE, CODED, WORD, PHRASE = (
    80,
    70,
    68,
    66,
    64,
    60,
    50,
    40,
    20,
    10,
)
MERE = 3  # less where it says how far the work came, and not how it came out
MERELY = 20  # the same where it is known who speaks, and that it has statuses of its own
OWN = 5  # more where it is one of the agent's own statuses …
OWN_WORD = 25  # … and where it is only mentioned: of others an agent may tell


class Stated(Struct, frozen=True):
    """A status, and where it is stated."""

    status: str
    worth: int
    place: int


def weighed(status: str, worth: int, place: int, vocabulary: Vocabulary) -> Stated:
    """Return a statement; one of the agent's own statuses is worth more."""
    if status in vocabulary.own:
        return Stated(status, worth + (OWN_WORD if worth <= CODED else OWN), place)
    mere = status in table()["common"]["mere"]
    return Stated(status, worth - (0 if not mere else MERELY if vocabulary.own else MERE), place)


def made(value: str, vocabulary: Vocabulary, worth: int, place: int, *, free: bool) -> tuple[Stated, ...]:
    """Return the statement that a value makes, none where it is no status."""
    status = canonical(value, vocabulary, free=free)
    return (weighed(status, worth, place, vocabulary),) if status else ()
