"""What a line calls itself: the short lead before a colon or, where it is bold, a dash."""

import re

from batonpass.tables.load import words

LABEL = words("reading")["label"]
NOT_FIRST = frozenset(LABEL["not_first"])
SENTENCE_ENDS = ".!?;,。！？"

PLAIN = re.compile(
    r"([^\W\d_][\w'’/&+.-]*(?:[ \t]+[\w'’/&+()-]+){0,"
    + str(LABEL["plain_words"] - 1)
    + r"})[ \t]?(?::(?=\s|$)|：)\s*"
)
# What may stand between a bold lead and its text: `:`, ` — `, ` (2 files):`, ` [HIGH] — `.
BEHIND_BOLD = re.compile(
    r"\s*(?:(?:\([^()]{0,60}\)|\[[^\[\]]{0,60}\])\s*){0,2}(?:[:：]\s*|\s[—–-]{1,2}\s+|[—–]\s*)"
)


def label_of(text: str, lead: str = "") -> tuple[str, str]:
    """Return (label, rest) of a text, ("", "") where it carries none; `lead` is its bold beginning."""
    if lead:
        return _bold(text, lead)
    if ":" not in text and "：" not in text:
        return "", ""
    return _plain(text)


def _bold(text: str, lead: str) -> tuple[str, str]:
    behind = text[text.find(lead) + len(lead) :]
    lead = lead.strip()
    if lead.endswith((":", "：")):
        return _kept(lead[:-1], behind)
    found = BEHIND_BOLD.match(behind)
    if found:
        return _kept(lead, behind[found.end() :])
    if behind.strip():
        return "", ""
    inner = _plain(lead)  # `**Decision: use Redis**`
    return inner if inner[0] else _kept(lead, "")


def _kept(label: str, rest: str) -> tuple[str, str]:
    label = label.strip()
    short = len(label) <= LABEL["chars"] and len(label.split()) <= LABEL["bold_words"]
    if not short or not label or label[-1] in SENTENCE_ENDS:
        return "", ""
    return label, rest.strip()


def _plain(text: str) -> tuple[str, str]:
    found = PLAIN.match(text)
    if not found:
        return "", ""
    label = found[1]
    return (label, text[found.end() :].strip()) if _names_something(label) else ("", "")


def _names_something(label: str) -> bool:
    """Tell a label from the beginning of a sentence: `Root cause`, `D-01`, not `Blocked on OPS-2802`."""
    first, *others = label.split()
    if first.lower().rstrip(".") in NOT_FIRST or len(label) > LABEL["chars"]:
        return False
    numbered = any(c.isdigit() for c in label)
    if len(others) > 1 and numbered:
        return False
    return not (others and first.islower() and not numbered)
