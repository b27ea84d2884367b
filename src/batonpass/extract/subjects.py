"""The words by which a text is known to be about something."""

from batonpass.extract.phrases import tokens_of
from batonpass.extract.stems import stem

SHORTEST = 3  # letters of a word that tells what a text is about


def stems(text: str) -> list[str]:
    """Return the different words of a text, without endings, numbers and the shortest."""
    tokens = tokens_of(text)
    return list(dict.fromkeys(stem(t) for t in tokens if len(t) >= SHORTEST and not t[0].isdigit()))
