"""Counts of tests in running text: passed, failed, skipped, in total."""

import re
from functools import cache
from typing import NamedTuple

from batonpass.extract.leanings import in_words
from batonpass.extract.phrases import tokens_of
from batonpass.extract.titles import is_wide
from batonpass.tables.load import words

N = r"(\d[\d,]*)"
# 12/12, 12 of 12, 12 out of 15
SHARE = re.compile(
    rf"(?<![\d/.]){N}\s*(?:/|\bof\b|out of)\s*{N}(?![\d/.])\s*([^\d.;,|]{{0,40}})", re.IGNORECASE
)
COUNTED = re.compile(
    rf"(?<![\d.,/+≥>=~-])(?<![+≥>=~] ){N}\s+((?:[a-zà-ÿ-]+\s+){{0,4}}?)"
    r"(pass(?:ed|es|ing)?|green|succeed(?:ed|ing)?|ok|fail(?:ed|s|ing|ures?)?|errors?|skip(?:ped|s)?|ignored|pending|xfailed|todo"
    r"|pas(?:saram|saron|an|aron)|aprobad[oa]s?|aprovad[oa]s?|réussi(?:e?s)?|passent|passés?|falh(?:ou|aram|as)|fall(?:ó|aron|id[oa]s?)|échou(?:é|e)(?:e?s|nt)?|ignorad[oa]s?|ignorée?s?|omitid[oa]s?)\b",
    re.IGNORECASE,
)
LABELLED = re.compile(
    rf"\b(pass(?:ed|ing)|fail(?:ed|ing|ures)|errors|skipped|total(?: tests)?|tests(?: run)?)\**\s*[:=]\s*\**\s*{N}(?!\s*[%/])",
    re.IGNORECASE,
)
WIDE = re.compile(
    rf"{N}\s*(?:个|件|개|項目|项)?[^\d。、，,]{{0,8}}?(通过|通過|合格|成功|パス|통과|성공|失败|失敗|실패|跳过|スキップ|건너)|(?:测试|テスト|테스트)[^\d。]{{0,6}}{N}\s*(?:个|件|개)?[^\d。、，,]{{0,8}}?(通过|通過|合格|成功|パス|통과|성공|失败|失敗|실패)"
)
# What is only a difference: "57 (up from 48)", "40 → 42", "+12"
BEFORE = re.compile(
    r"\((?:up|down) from [^)]*\)|\((?:was|previously|from) \d[^)]*\)|\+\d[\d,]*\s+(?:new\s+)?tests?\b",
    re.IGNORECASE,
)
ARROW = re.compile(rf"{N}\s*(?:→|->|=>|➜)\s*(?={N})")
# "42 件中 41 件成功", "通过 42 个测试"
WIDE_SHARE = re.compile(
    rf"{N}\s*(?:件|個|个|개|項目|项)?\s*中\s*{N}\s*(?:件|個|个|개)?[^\d。、，,]{{0,4}}?(?:通过|通過|合格|成功|パス|통과)"
)
WIDE_BEFORE = re.compile(rf"(通过|通過|合格|成功|失败|失敗|跳过)(?:了)?\s*{N}\s*(?:个|件|項|项)")
FIELDS = {
    "r": "passed",
    "a": "passed",
    "é": "failed",
    "p": "passed",
    "g": "passed",
    "s": "skipped",
    "o": "passed",
    "f": "failed",
    "e": "errors",
    "i": "skipped",
    "x": "skipped",
    "t": "skipped",
}


class Counts(NamedTuple):
    """The numbers of one run; None is unknown."""

    passed: int | None = None
    failed: int | None = None
    errors: int | None = None
    skipped: int | None = None
    total: int | None = None


@cache
def lists() -> dict[str, dict[str, list[str]]]:
    """Return the word lists."""
    return words("counts")


def counts_in(text: str, *, told: bool) -> Counts | None:
    """Return the counts a sentence gives; `told` = its surroundings say that it is about tests."""
    low = text.casefold()
    if is_earlier(low):
        return None
    if is_intended(low, text) and not (told and tells_outcome(text)):
        return None
    if not told and not any(word in low for word in lists()["needles"]["tests"]):
        return None
    said = ARROW.sub("", BEFORE.sub("", text))
    found = shares(said, told=told) or named_counts(said)
    if not found and is_wide(said):
        found = wide_counts(said)
    if found.keys() <= {"skipped", "errors"}:
        return None
    return Counts(**found)


def is_earlier(low: str) -> bool:
    """Tell whether a sentence tells how it was before the work."""
    return any(turn in low for turn in lists()["earlier"]["turns"])


def tells_outcome(text: str) -> bool:
    """Tell whether a text says both how many passed and how many did not: nobody intends that."""
    return len({FIELDS[word[0].lower()] for _, _, word in COUNTED.findall(text)}) > 1


def is_intended(low: str, text: str) -> bool:
    """Tell whether a sentence speaks of tests to come, a target or a wish."""
    tokens = tokens_of(low)
    return not frozenset(lists()["intended"]["words"]).isdisjoint(tokens) or any(
        mark in text for mark in lists()["intended"]["marks"]
    )


def shares(text: str, *, told: bool) -> dict[str, int]:
    """Return "12 of 15 passed" as passed and total; "9/12 failing" counts the failed."""
    for passed, total, after in SHARE.findall(text):
        part, whole = number(passed), number(total)
        low = after.casefold()
        if part > whole or not whole:
            continue
        if "fail" in low or "失败" in low or "失敗" in low or "실패" in low:
            return {"failed": part, "total": whole}
        if (
            in_words(after, lists()["passing"]["words"])
            or (told and not after.strip(" )✅✓|*`"))
            or "test" in low
        ):
            return {"passed": part, "total": whole, **other_counts(text)}
    return {}


def other_counts(text: str) -> dict[str, int]:
    """Return the skipped and the errors named beside a share."""
    return {name: n for name, n in named_counts(text).items() if name in ("skipped", "errors")}


def named_counts(text: str) -> dict[str, int]:
    """Return "34 failed, 1214 passed" and "Tests: 12 passed" by name; the first of each counts."""
    found: dict[str, int] = {}
    for count, between, word in COUNTED.findall(text):
        low = word.lower()
        name = "skipped" if low.startswith("omit") else FIELDS[low[0]]
        if not in_words(between, lists()["others"]["words"]):
            found.setdefault("passed" if word.lower().startswith("succe") else name, number(count))
    for word, count in LABELLED.findall(text):
        name = "total" if word.lower().startswith("t") else FIELDS[word[0].lower()]
        found.setdefault(name, number(count))
    return found


def wide_counts(text: str) -> dict[str, int]:
    """Return counts named in Chinese, Japanese or Korean."""
    if share := WIDE_SHARE.search(text):
        return {"total": number(share[1]), "passed": number(share[2])}
    if named := WIDE_BEFORE.findall(text):
        return {wide_name(word): number(count) for word, count in reversed(named)}
    found: dict[str, int] = {}
    for first, word, second, other in WIDE.findall(text):
        said = word or other
        found.setdefault(wide_name(said), number(first or second))
    return found


def wide_name(word: str) -> str:
    """Return what a Chinese, Japanese or Korean word counts."""
    if word in ("失败", "失敗", "실패"):
        return "failed"
    return "skipped" if word in ("跳过", "スキップ", "건너") else "passed"


def completed(counts: Counts) -> Counts:
    """Return the counts with the number that follows from the others."""
    parts = [counts.failed, counts.errors, counts.skipped]
    rest = sum(n for n in parts if n is not None)
    if counts.total is None and counts.passed is not None:
        return counts._replace(total=counts.passed + rest)
    if counts.passed is None and counts.total is not None and counts.failed is not None:
        return counts._replace(passed=max(counts.total - rest, 0))
    return counts


def number(text: str) -> int:
    """Return a number written with thousands separators."""
    return int(text.replace(",", ""))
