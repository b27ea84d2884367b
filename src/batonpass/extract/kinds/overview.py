"""What this is about, in one to three sentences."""

from collections.abc import Iterator

from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.nothing import says_nothing
from batonpass.extract.reading import Reading
from batonpass.extract.sentences import first, sentences
from batonpass.extract.standing import is_for_agents
from batonpass.extract.stating import fact
from batonpass.extract.titles import is_wide
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Fact
from batonpass.tables.load import table, words

SENTENCES = 3
MOST = 2
SHORTEST = 5  # words; less is a banner
# Where the source gives its gist, best first; each step down is less sure.
FAMILIES = ("overview", "goals", "context")
STEP = 0.1
UNTOLD = frozenset({"", "plain", "work", "approach", "strategy"})


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the gist: from a section or label that gives it, else from the first running text."""
    found = 0
    seen: set[tuple[str, ...]] = set()
    for unit, sure in candidates(reading):
        place = (unit.family, *unit.block.headings)
        if found == MOST or place in seen:
            continue
        claim = Claim.of(unit, first(unit.text, SENTENCES), sure)
        if made := fact("overview", claim):
            found += 1
            seen.add(place)
            yield made


def candidates(reading: Reading) -> Iterator[tuple[Unit, float]]:
    """Yield the units that may be the gist, most telling family first, with how sure each is."""
    told = 0
    for step, family in enumerate(FAMILIES):
        for unit in reading.units:
            if unit.family != family or (family == "goals" and unit.via != "label"):
                continue
            if is_running_text(unit):
                told += 1
                yield unit, max(unit.confidence - step * STEP - (STEP if unit.section.depth else 0), STEP)
    if not told:
        opening = next((u for u in reading.units if may_open(u, reading) and is_running_text(u)), None)
        if opening is not None:
            yield opening, table("extract")["confidence"]["fallback"]


def may_open(unit: Unit, reading: Reading) -> bool:
    """Tell whether a document that has no section for its gist may give it here."""
    if unit.block.kind == "paragraph" and in_words(
        unit.section.title, words("outcomes")["contents"]["words"]
    ):
        return True  # what follows the list of contents
    if unit.block.kind != "paragraph" or unit.family not in UNTOLD:
        return False
    preamble = unit.block.headings in ((), (reading.top,))
    return preamble or unit.family in ("work", "approach", "strategy")


def is_running_text(unit: Unit) -> bool:
    """Tell whether a unit is text about the work: no metadata, banner, badge or table of contents."""
    block = unit.block
    if block.kind not in ("paragraph", "field", "tag", "item") or unit.leads or unit.standing == "quoted":
        return False
    if block.kind == "item" and (unit.via != "label" or block.parent >= 0):
        return False
    if block.kind == "field" and not (
        unit.via == "label" and (FRONT_MATTER not in block.tags or unit.family == "overview")
    ):
        return False
    if block.label and unit.via != "label" and block.kind != "field":
        return False
    text = unit.text
    if says_nothing(text) or is_for_agents(text) or is_banner(text):
        return False
    return len(text.split()) >= SHORTEST or is_wide(text)


def is_banner(text: str) -> bool:
    """Tell whether a text is decoration: a row of badges or links, a date line, a single loud word."""
    if text.startswith(("![", "[![", "<", "http")):
        return True
    return (
        len(text.split()) < SHORTEST * 2
        and len(sentences(text)) == 1
        and in_words(text, words("outcomes")["metadata"]["words"])
    )
