"""Did the user say so? Words that are given as the user's own, held against what a session shows was said."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

SENTENCE = re.compile(r"(?<=[.!?。！？])\s*|\n+")
PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
UNSPACED = "\u2e80"  # from here on scripts write words without blanks between them

NOT_SAID = "these words stand nowhere in what the user said in the transcript: ask the user, and give the answer word for word"
AGAINST = "the user does not agree with these words: “{said}”"
TAKEN_BACK = "the user said otherwise since: “{said}” (transcript line {line})"
UNCLEAR = (
    "the user said this, but not of a skip (transcript line {line}): show the user the risks above, ask, and give the"
    " answer word for word"
)
Terms = Mapping[str, Sequence[str]]  # tables/words/consent.toml


class Said(NamedTuple):
    """One thing that was said in a session."""

    line: int  # of the transcript
    by_user: bool
    text: str


class Heard(NamedTuple):
    """Where the user said it, or why it does not count."""

    line: int = 0
    why_not: str = ""


def agreed(talk: Sequence[Said], words: str, risks: Sequence[str], terms: Terms, *, after: int = 0) -> Heard:
    """Return where the user agreed to a skip with these words; what was said up to the line `after` was used before.

    They count where they speak of it themselves, and where they answer a message that showed one of the `risks`.
    """
    unclear = ""
    for number in range(len(talk) - 1, -1, -1):
        said = talk[number]
        if not said.by_user or said.line <= after:
            continue
        whole = quoted(said.text, words)
        if not whole:
            if _any(terms["refuses"], plain(said.text)):
                return Heard(why_not=TAKEN_BACK.format(said=said.text.strip(), line=said.line))
            continue
        if is_against(whole, terms):
            return Heard(why_not=AGAINST.format(said=whole))
        if _any(terms["agrees"], whole) or _answers(talk[:number], risks):
            return Heard(line=said.line)
        unclear = unclear or UNCLEAR.format(line=said.line)
    return Heard(why_not=unclear or NOT_SAID)


def heard(talk: Sequence[Said], words: str, terms: Terms) -> Heard:
    """Return where the user said these words, and not in refusing."""
    for said in reversed(talk):
        whole = quoted(said.text, words) if said.by_user else ""
        if whole:
            return Heard(why_not=AGAINST.format(said=whole)) if is_against(whole, terms) else Heard(said.line)
    return Heard(why_not=NOT_SAID)


def is_against(text: str, terms: Terms) -> bool:
    """Say whether a sentence refuses: in so many words, or in what is left of it beside an agreement."""
    said = plain(text)
    left = said
    for pattern in terms["agrees"]:
        left = re.sub(pattern, "…", left)
    return _any(terms["refuses"], said) or _any(terms["declines"], left)


def quoted(text: str, words: str) -> str:
    """Return the sentences of a text that these words were taken from, "" where they do not stand in it."""
    wanted = " ".join(plain(words).split()).strip(" .,;:!?\"'")
    if not wanted:
        return ""
    first, last = (r"(?<!\w)" if wanted[0] < UNSPACED else ""), (r"(?!\w)" if wanted[-1] < UNSPACED else "")
    pattern = re.compile(first + r"\s+".join(map(re.escape, wanted.split())) + last)
    whole = plain(text)
    found = pattern.search(whole)
    if found is None:
        return ""
    return " ".join(
        s for start, s in _sentences(whole) if start < found.end() and start + len(s) > found.start()
    )


def plain(text: str) -> str:
    """Return a text without case, with straight quotes."""
    return text.translate(PLAIN).casefold()


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for end in SENTENCE.finditer(text):
        if text[start : end.start()].strip():
            yield start, text[start : end.start()]
        start = end.end()
    if text[start:].strip():
        yield start, text[start:]


def _answers(before: Sequence[Said], risks: Sequence[str]) -> bool:
    """Say whether what comes next answers a message in which a risk was shown."""
    shown = [" ".join(plain(risk).split()) for risk in risks]
    for said in reversed(before):
        if said.by_user:
            return False
        text = " ".join(plain(said.text).split())
        if any(risk in text for risk in shown):
            return True
    return False


def _any(patterns: Sequence[str], text: str) -> bool:
    return any(re.search(pattern, text) for pattern in patterns)
