"""Units to claims: one thing said, of one kind, with the details that stand around it."""

from collections import defaultdict
from collections.abc import Iterator

from batonpass.extract import rows
from batonpass.extract.claim import Claim
from batonpass.extract.clauses import reasoned, refers_back
from batonpass.extract.hearing import Hearing
from batonpass.extract.marks import severity_of
from batonpass.extract.nothing import says_nothing
from batonpass.extract.sections import DETAILS, FILES, TELLING
from batonpass.extract.sentences import sentences, within
from batonpass.extract.standing import is_for_agents, strongest
from batonpass.extract.statements import (
    is_collection,
    is_statement,
    limit,
    numbers,
    opens_reasons,
    states_something,
    thoughts,
)
from batonpass.extract.titles import words
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import KINDS
from batonpass.model.source import Span
from batonpass.tables.load import words as listed

# Kinds that are told in sentences; the others have forms of their own.
TOLD = frozenset(KINDS) - {"overview", "file", "tests", "gate", "metric"} | {"alternatives"}
SILENT = frozenset({"silent", "metadata", "tests_planned", "goals", "file_mentioned"}) | FILES
DESCRIBING = frozenset({"overview", "context"})
BUSY = frozenset({"tasks", "work", "tests", "gate", "metric"})


class Claims:
    """The walk from units to claims, in document order."""

    def __init__(self, units: tuple[Unit, ...]) -> None:
        """Begin before the first unit."""
        self.units = units
        self.hearing = Hearing(units)
        self.found: list[Claim] = []
        self.by_unit: dict[int, Claim] = {}  # unit → the claim it made
        self.entry: Unit | None = None  # a sub-heading of a telling section nothing was read under yet
        self.under: Claim | None = None  # the claim of the sub-heading that is being read
        self.opened: tuple[str, ...] = ()  # the section whose decision its first paragraph gave
        self.loose: dict[str, list[Unit]] = defaultdict(list)  # details in sections of their own

    def walk(self) -> "Claims":
        """Read every unit."""
        for unit in self.units:
            if unit.block.kind == "heading":
                self.heading(unit)
            elif (
                unit.at not in self.by_unit
                and unit.block.kind != "code"
                and unit.text
                and not self.is_empty(unit)
            ):
                self.body(unit)
        self.close_entry()
        return self

    def is_empty(self, unit: Unit) -> bool:
        """Tell whether a unit says nothing of the work."""
        return says_nothing(unit.text) or is_for_agents(unit.block.text)

    def heading(self, unit: Unit) -> None:
        """Take a heading: an entry of its section, or just the beginning of one."""
        self.close_entry()
        self.under = None
        section = unit.section
        is_entry = unit.family in TOLD and (section.depth or section.tail) and section.tail
        if is_entry and not says_nothing(section.tail) and not severity_of(section.title):
            self.entry = unit

    def close_entry(self) -> None:
        """Make a claim of a sub-heading with nothing below it, where it says something."""
        if self.entry is not None and is_statement(self.entry):
            self.add_title(self.entry)
        self.entry = None

    def add_title(self, entry: Unit, below: Unit | None = None) -> Claim:
        """Make a claim of a sub-heading, alone or together with the text that completes it."""
        text = entry.section.tail
        spans: tuple[Span, ...] = (entry.block.span,)
        if below is not None:
            text = f"{text.rstrip(' .:：')}: {within(below.text, limit('longest_item'))}"
            spans = (*spans, below.block.span)
        sure = min(self.sureness(entry), numbers()["confidence"]["entry"])
        claim = Claim.of(entry, text, sure, spans=spans)
        self.keep(claim, entry)
        if below is not None:
            self.by_unit[below.at] = claim
        self.under = claim
        return claim

    def keep(self, claim: Claim, unit: Unit) -> Claim:
        """Remember a claim."""
        self.found.append(claim)
        self.by_unit[unit.at] = claim
        return claim

    def body(self, unit: Unit) -> None:
        """Take any unit but a heading."""
        if self.entry is not None and self.begins_entry(unit):
            return
        if unit.family in DETAILS - {"alternatives"} or self.is_option_of(unit):
            self.attach(unit, unit.family)
        elif unit.block.kind == "row":
            self.row(unit)
        elif unit.family in TOLD:
            self.told(unit)
        elif unit.family not in SILENT and not (unit.family == "overview" and unit.via == "tag"):
            self.prose(unit)

    def begins_entry(self, unit: Unit) -> bool:
        """Settle what a sub-heading is by the first unit below it; tell whether that used the unit up."""
        entry = self.entry
        assert entry is not None  # noqa: S101 - the caller looked
        self.entry = None
        same = unit.family == entry.family
        if unit.via == "label" and same and unit.block.kind != "item":
            claim = Claim.of(unit, unit.text, spans=(entry.block.span, unit.block.span))
            claim.title = entry.section.tail
            if entry.family != "decision" and not unit.leads:
                claim.text = f"{entry.section.tail.rstrip(' .:：')}: {unit.text}"
            self.under = self.keep(claim, unit)
            return not unit.leads
        if (is_statement(entry) and not self.is_group(entry, unit)) or entry.family == "alternatives":
            self.add_title(entry)
            return False
        if unit.block.kind == "paragraph" and same and not unit.leads and not unit.block.label:
            self.add_title(entry, unit)
            return True
        if unit.family in DETAILS:
            self.add_title(entry)
        return False

    def is_group(self, entry: Unit, unit: Unit) -> bool:
        """Tell whether a sub-heading only heads the list below it."""
        telling = words(entry.section.tail)
        listed_below = unit.block.kind in ("item", "row") and unit.family == entry.family
        named_itself = entry.section.depth == 0
        return (
            listed_below
            and not named_itself
            and telling[:1] != ()
            and telling[0] not in listed("clauses")["statement"]["opens"]
        )

    def owner(self, unit: Unit) -> Claim | None:
        """Return the claim a detail belongs to: of the item around it, the sub-heading, or the last one."""
        parent = unit.block.parent
        while parent >= 0:
            if parent in self.by_unit:
                return self.by_unit[parent]
            parent = self.units[parent].block.parent
        if self.under is not None:
            return self.under
        last = self.found[-1] if self.found else None
        if last is None or last.kind not in TOLD or last.prose:
            return None
        headings = unit.block.headings
        return last if headings[: len(last.headings)] == last.headings else None

    def is_option_of(self, unit: Unit) -> bool:
        """Tell whether a unit names an alternative to the decision it stands with."""
        if unit.family != "alternatives" or unit.via not in ("label", "lead") or unit.block.kind == "row":
            return False
        owner = self.owner(unit)
        return owner is not None and owner.kind == "decision"

    def attach(self, unit: Unit, family: str) -> None:
        """Add a detail to the claim it belongs to, or keep it for the kinds that look for it."""
        claim = self.owner(unit) if unit.via in ("label", "lead") or unit.section.depth else None
        if claim is None:
            self.loose[family].append(unit)
        elif unit.text and not unit.leads:
            claim.add(family, unit)

    def told(self, unit: Unit) -> None:
        """Take a unit whose kind its surroundings tell."""
        owner = self.item_owner(unit)
        if owner is not None and unit.via != "label":
            owner.add("below", unit)
        elif self.under is not None and unit.via != "label" and unit.family == self.under.kind:
            self.under.add("below", unit)
        elif unit.leads or unit.text.casefold().endswith(opens_reasons()):
            self.lead(unit)
        elif self.explains(unit):
            self.found[-1].add("rationale", unit)
        elif unit.block.kind == "paragraph" and unit.family not in ("decision", "instruction"):
            self.paragraph(unit)
        else:
            size = "longest_text" if unit.block.kind == "paragraph" else "longest_item"
            self.keep(Claim.of(unit, within(unit.text, limit(size)), self.sureness(unit)), unit)

    def explains(self, unit: Unit) -> bool:
        """Tell whether a paragraph says why the decision of the paragraph right before it was made."""
        last = self.found[-1] if self.found else None
        return (
            last is not None
            and last.kind == unit.family == "decision"
            and last.block.kind == unit.block.kind == "paragraph"
            and last.headings == unit.block.headings
            and not last.prose
            and refers_back(unit.text)
            and not reasoned(last.text).reason
        )

    def sureness(self, unit: Unit) -> float:
        """Return how sure a section makes us of a unit."""
        if unit.family != "decision" or unit.via != "section":
            return unit.confidence
        if is_collection(unit.section.title):
            introduces = unit.block.kind == "paragraph" and self.goes_on_with_entries(unit)
            return numbers()["confidence"]["intro"] if introduces else unit.confidence
        if unit.block.headings[: len(self.opened)] == self.opened != ():
            return numbers()["confidence"]["elaborate"]  # what follows the first paragraph elaborates it
        if unit.block.kind == "paragraph":
            self.opened = unit.block.headings
        return unit.confidence

    def goes_on_with_entries(self, unit: Unit) -> bool:
        """Tell whether what follows are the entries of a unit's section: items, rows or sub-headings."""
        following = next((u for u in self.units[unit.at + 1 :] if u.block.kind != "paragraph"), None)
        if following is None or following.family != unit.family:
            return False
        inside = following.block.headings[: len(unit.block.headings)] == unit.block.headings
        return inside and following.block.kind in ("item", "row", "heading")

    def item_owner(self, unit: Unit) -> Claim | None:
        """Return the claim of the item a unit stands in, if that item made one."""
        return self.by_unit.get(unit.block.parent)

    def lead(self, unit: Unit) -> None:
        """Take the line before a list: a decision where it says something, together with its list."""
        if unit.block.kind != "paragraph" or not unit.text.strip(" :："):
            return
        if unit.family != "decision":
            if states_something(unit):
                self.keep(Claim.of(unit, unit.text.rstrip(" :："), numbers()["confidence"]["lead"]), unit)
            return
        below = list(self.listed_below(unit))
        text = unit.text.rstrip(" :：")
        if text.casefold().endswith(opens_reasons()):
            claim = self.keep(Claim.of(unit, text), unit)
            claim.details["rationale"] = list(below)
            self.by_unit.update(dict.fromkeys((u.at for u in below), claim))
            return
        if len(words(text)) <= limit("short_lead", "decision"):
            text = f"{unit.text} " + "; ".join(u.text.rstrip(" .;") for u in below)
        spans = (unit.block.span, *(u.block.span for u in below))
        self.keep(Claim.of(unit, text, self.sureness(unit), spans), unit)

    def listed_below(self, unit: Unit) -> Iterator[Unit]:
        """Yield the first items of the list right below a line."""
        most = limit("joined_items", "decision")
        for following in self.units[unit.at + 1 : unit.at + 1 + most]:
            if following.block.kind != "item":
                return
            if following.block.parent < 0:
                yield following

    def paragraph(self, unit: Unit) -> None:
        """Take a paragraph: its first sentence, and the further ones that stand for themselves."""
        sure = unit.confidence
        for text in thoughts(unit.text):
            self.keep(Claim.of(unit, text, sure), unit)
            sure = min(sure, numbers()["confidence"]["follow"])

    def row(self, unit: Unit) -> None:
        """Take a table's row by what its columns are called."""
        claim = rows.claim_of(unit, TOLD)
        if claim is not None:
            self.keep(claim, unit)
        elif unit.family not in SILENT and unit.family not in TELLING:
            self.heard(unit, within(rows.whole(unit), limit("longest_item")))

    def prose(self, unit: Unit) -> None:
        """Take a unit no section tells anything about, by its words."""
        if unit.standing == "quoted" or FRONT_MATTER in unit.block.tags or unit.block.kind == "field":
            return
        if self.item_owner(unit) is not None:
            return
        text = unit.text if unit.block.kind == "item" else ""
        pieces = (text,) if text and len(text) <= limit("longest_item") else sentences(unit.text)
        for piece in pieces:
            self.heard(unit, piece)

    def asked(self, unit: Unit) -> float:
        """Return how likely a kind must be to be heard: more where work is listed, or something is only described."""
        asked: dict[str, float] = numbers()["prose"]
        if unit.family in BUSY or unit.block.checked is not None:
            return asked["threshold"] + asked["busy"]
        return asked["threshold"] + (asked["described"] if unit.family in DESCRIBING else 0.0)

    def heard(self, unit: Unit, text: str) -> None:
        """Make a claim of a sentence that sounds like a kind; its label is not listened to."""
        text = text.rstrip(" :：")
        label = unit.block.label
        said = text[len(label) :].lstrip(" :：—–-") if label and text.startswith(label) else text
        if says_nothing(said):
            return
        heard = self.hearing.of(unit, said, label if said != text else "")
        asked = self.asked(unit)
        if heard.kind is None or heard.standing == "quoted":
            return
        if heard.chance < asked and heard.worded != "rejected":
            return
        sure = numbers()["confidence"]["prose_least"] + heard.chance * numbers()["confidence"]["prose_span"]
        claim = Claim.of(unit, text, sure)
        claim.kind, claim.prose = heard.kind, True
        # A decision about what will be done is made now.
        planned = heard.kind == "decision" and heard.standing == "planned"
        claim.standing = unit.standing if planned else strongest((unit.standing, heard.standing))
        self.keep(claim, unit)
