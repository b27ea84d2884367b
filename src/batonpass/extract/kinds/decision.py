"""What was decided, why, and over what."""

import re
from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.clauses import gives_reason, passed_over, reasoned
from batonpass.extract.leanings import in_words
from batonpass.extract.nothing import says_nothing
from batonpass.extract.reading import Reading
from batonpass.extract.sentences import sentences, within
from batonpass.extract.standing import turns_down
from batonpass.extract.stating import clean, fact
from batonpass.extract.titles import identified, words
from batonpass.extract.units import Unit
from batonpass.model.fact import Fact
from batonpass.model.source import Span
from batonpass.tables.load import table

LETTERS = frozenset({"d", "ad", "adr", "dec", "kd", "dd", "dr", "decision", "dp"})
CHOSEN = re.compile(r"^(?:chosen|selected)(?: option| approach| solution)?\s*[:：]\s*", re.IGNORECASE)
QUOTED_CHOICE = re.compile(
    r"^(?P<quote>[\"“'`])(?P<choice>[^\"”]{2,200})[\"”'`](?P<stop>[,.;:]?)\s+(?P<rest>\S.*)$", re.DOTALL
)
SEPARATORS = re.compile(r"\s*[;；]\s+|\s*、\s*|,\s+(?=[A-Z(`\"])")
ARGUMENT = re.compile(
    r"^(?:good|bad|neutral|pros?|cons?|advantages?|disadvantages?|benefits?|drawbacks?)\b\W", re.IGNORECASE
)
LONGEST_REASON = 400
REJECTED = re.compile(
    r"\s*[:：(—–-]+\s*(?:was |were )?(?:rejected|discarded|ruled out|dismissed|not chosen)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
GOOD = [
    "positive",
    "benefits",
    "benefit",
    "advantages",
    "pros",
    "gains",
    "优点",
    "メリット",
    "利点",
    "장점",
    "ventajas",
    "vantagens",
    "avantages",
]
SAME = 0.7  # shared words from which an option is the chosen one


def find(reading: Reading) -> Iterator[Fact]:
    """Yield what was decided, then what was decided against."""
    chosen = []
    loose = LooseReasons(reading)
    for claim in reading.of("decision"):
        if made := decision(claim, loose):
            chosen.append(made)
            yield made
    for claim in reading.of("alternatives"):
        if weighs(claim.text):
            continue
        if chosen and not any(is_same(claim.text, one.text) for one in chosen):
            if claim.standing == "current":
                claim.standing = "rejected"
            if made := fact(
                "decision", claim, reasoned(claim.text).statement, rationale=reasoned(claim.text).reason
            ):
                yield made


def decision(claim: Claim, loose: "LooseReasons") -> Fact | None:
    """Return one decision with its reason and what it was made over."""
    text, label = without_id(claim)
    if claim.standing == "current" and turns_down(text.rpartition("?: ")[2]):
        claim.standing = "rejected"
    statement, reason = split(text, named=bool(label))
    spans: tuple[Span, ...] = ()
    told = [*claim.said("rationale"), *claim.said("context")]
    if told:
        reason, spans = within(listed(told), LONGEST_REASON), claim.prove("rationale")
        statement = statement if len(words(statement)) > 1 else text
    elif not reason:
        reason, spans = from_below(claim)
    if reason:
        loose.taken = loose.taken or (claim.confidence == 1.0 and not claim.prose)
    elif not claim.prose:
        reason, spans = loose.take(claim)
    return fact(
        "decision",
        claim,
        statement,
        spans,
        id=label,
        rationale=clean(within(reason, LONGEST_REASON)) if reason else "",
        alternatives=alternatives(claim, text),
    )


def without_id(claim: Claim) -> tuple[str, str]:
    """Return a decision's text and the identifier it carried: D-04, ADR-12."""
    for text in (claim.text, claim.title, claim.block.text, claim.block.label, *claim.headings[-1:]):
        found = identified(text) if text else None
        if found and found.letters in LETTERS:
            rest = found.rest if text == claim.text and found.rest else claim.text
            return CHOSEN.sub("", rest), found.id
    given = claim.first("identifier")
    return CHOSEN.sub("", claim.text), given if any(c.isdigit() for c in given) else ""


def listed(reasons: list[str]) -> str:
    """Return several reasons as one text."""
    if len(reasons) == 1:
        return reasons[0]
    return "; ".join(reason.rstrip(" .;") for reason in reasons)


def split(text: str, *, named: bool) -> tuple[str, str]:
    """Return the statement and the reason a decision's own text gives; behind an identifier no topic stands first."""
    if found := QUOTED_CHOICE.match(text):
        rest = found["rest"]
        reason = reasoned(f"it {rest}").reason if found["stop"] or found["quote"] != "`" else ""
        if reason or found["stop"] or gives_reason(rest):  # else it is what the sentence is about
            return found["choice"], reason or (rest if gives_reason(rest) else "")
    head, *more = sentences(text) or (text,)
    inner = reasoned(head, topic_words=0 if named else None)
    if inner.reason:
        stop = "." if more and head.rstrip().endswith(".") else ""  # a reason alone has none
        return inner.statement, " ".join((inner.reason + stop, *more))
    for index, sentence in enumerate(more):
        if gives_reason(sentence) or reasoned(sentence).reason:
            return " ".join((head, *more[:index])), " ".join(more[index:])
    return text, ""


def from_below(claim: Claim) -> tuple[str, tuple[Span, ...]]:
    """Return the reason from what stands below: a sentence that gives one, else the first one said."""
    below = [text for text in claim.said("below") if not says_nothing(text)]
    spans = claim.prove("below")
    for place, text in enumerate(below):
        for sentence in sentences(text):
            if gives_reason(sentence) or reasoned(sentence).reason:
                return sentence, spans[place : place + 1]
    first = claim.first("consequences") or (below[0] if below and claim.block.kind == "heading" else "")
    if first == "":
        return "", ()
    return first, (claim.prove("consequences") or spans)[:1]


def speaks_for(unit: Unit) -> bool:
    """Tell whether a consequence speaks for the decision: by its section, or by how it begins."""
    return in_words(unit.section.title, GOOD) or unit.text.casefold().startswith(
        ("good,", "good:", "+ ", "✅")
    )


class LooseReasons:
    """Reasons in sections of their own, for a document whose decision stands elsewhere."""

    def __init__(self, reading: Reading) -> None:
        """Gather them."""
        good = [u for u in reading.loose.get("consequences", ()) if speaks_for(u)]
        units = [*reading.loose.get("rationale", ()), *good]
        self.units = [u for u in units if u.text and not u.leads and not says_nothing(u.text)]
        self.taken = False

    def take(self, claim: Claim) -> tuple[str, tuple[Span, ...]]:
        """Return the document's reason, for the first decision that has none of its own."""
        if self.taken or not self.units:
            return "", ()
        self.taken = True
        near = [
            u
            for u in self.units
            if u.block.headings[: max(len(claim.headings) - 1, 0)] == claim.headings[:-1]
        ]
        first, *more = near or self.units
        told, spans = first.text, [first.block.span]
        for unit in more:
            if unit.section != first.section or len(told) + len(unit.text) > LONGEST_REASON:
                break
            told = listed([told, unit.text])
            spans.append(unit.block.span)
        return within(told, LONGEST_REASON), tuple(spans)


def alternatives(claim: Claim, text: str) -> tuple[str, ...]:
    """Return what the decision was made over."""
    told = [part for text in claim.said("alternatives") for part in SEPARATORS.split(text)]
    over = passed_over(text)
    named = [option(part) for part in (*told, over) if part and not says_nothing(part)]
    most = int(table("extract")["decision"]["alternatives"])
    return tuple(dict.fromkeys(n for n in named if n))[:most]


def weighs(text: str) -> bool:
    """Tell whether a text is an argument for or against an option, not an option."""
    return ARGUMENT.match(text) is not None


def option(text: str) -> str:
    """Return an alternative without the remark that and why it was rejected."""
    said = REJECTED.sub("", reasoned(text).statement)
    return clean(said or text)


def is_same(option: str, chosen: str) -> bool:
    """Tell whether an option is the one that was chosen."""
    mine, theirs = frozenset(words(option)), frozenset(words(chosen))
    if not mine or not theirs:
        return option.strip() == chosen.strip()
    return len(mine & theirs) >= SAME * min(len(mine), len(theirs))
