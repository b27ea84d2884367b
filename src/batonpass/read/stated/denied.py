"""What takes a status back before it is said: a denial, a condition, another's words."""

import re
from functools import cache

from batonpass.read.stated.words import holds, table

SENTENCE = re.compile(r"[.!?;…](?:\s|$)|\n|—|–|\bbut\b|\||[✅❌🔴🟢🚫⚠]")
REACH = 240  # characters before an answer that introduce it
OPENING = re.compile(r"\s*(?:```|~~~)\w*\s*$")  # of a fence


def is_taken_back(sentence: str) -> bool:
    """Say whether what stands before a status in its sentence denies it, makes it conditional, or quotes another."""
    clause = sentence.rsplit(",", 1)[-1]
    return holds("words", clause) or holds("conditions", sentence) or bool(_reported().search(clause))


def is_of_something_else(sentence: str) -> bool:
    """Say whether what stands before a status names whose it is: `build status: `, `developer B (`."""
    return bool(_owned().search(sentence))


def is_anothers(before: str) -> bool:
    """Say whether the words before a JSON answer make it an example, or what somebody else said."""
    near = OPENING.sub("", before[-REACH:]).rstrip().rstrip(":")
    sentence = SENTENCE.split(near)[-1].lower()
    return holds("words", sentence, of="introduced") or bool(_reported().search(sentence))


@cache
def _owned() -> re.Pattern[str]:
    labels = table()["labels"]
    foreign, named, others = (
        "|".join(map(re.escape, words))
        for words in (labels["not_ours"], (*labels["sure"], *labels["likely"]), table()["others"]["names"])
    )
    return re.compile(rf"\b(?:{foreign}) (?:{named})\W*[:=]\W*$|\b(?:{others})(?:[ _-]\w{{1,3}})? ?\(\W*$")


@cache
def _reported() -> re.Pattern[str]:
    others = "|".join(re.escape(word) for word in table()["others"]["names"])
    said = "|".join(map(re.escape, table()["others"]["verbs"]))
    return re.compile(rf"\b(?:{others})\b(?: \w+)? (?:\w+ )?(?:{said})\b")
