"""Files that were changed, are to be changed, or are to be read; not those merely mentioned."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from batonpass.extract import changes, trees
from batonpass.extract.changes import BY_FAMILY, Said
from batonpass.extract.claim import Claim
from batonpass.extract.leanings import in_words
from batonpass.extract.paths import Place, named_paths, paths_in
from batonpass.extract.reading import Reading
from batonpass.extract.rows import columns
from batonpass.extract.sections import FILES
from batonpass.extract.sentences import sentences, within
from batonpass.extract.standing import of_words
from batonpass.extract.stating import fact
from batonpass.extract.phrases import tokens_of
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Change, Fact, Standing
from batonpass.tables.load import table, words

ARROW = re.compile(r"\s*(?:→|->|=>|⇒|➜)\s*")
DELTA = re.compile(r"[+＋](\d+)\s*(?:lines?)?\s*[/,]?\s*[-−–](\d+)")
LENGTH = re.compile(r"[(~≈ ](\d[\d,]*)\+?\s*(?:lines|行|줄|LOC|líneas|linhas|lignes)\b", re.IGNORECASE)
NEAR = 30  # characters between a verb and its path
LONGEST = 200
# Sections whose running text tells of work done, beside those that tell nothing.
WORKING = frozenset(
    {
        "",
        "work",
        "overview",
        "plain",
        "error",
        "resolution",
        "tasks",
        "remark",
        "status",
        "gate",
        "tests",
        "insight",
    }
)


BUILT = frozenset({"work", "tests", "gate"})


class Context(NamedTuple):
    """What is known about the files of a unit before their own words are read."""

    change: Change | None
    planned: bool
    confidence: float


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the files of every unit."""
    for unit in reading.units:
        if unit.standing != "quoted" or unit.family == "file_read":
            yield from of_unit(unit, reading)


def of_unit(unit: Unit, reading: Reading) -> Iterator[Fact]:
    """Yield the files of one unit by the form it has."""
    block = unit.block
    context = context_of(unit, reading)
    if block.kind == "code":
        yield from of_code(unit, context, reading)
    elif block.kind == "row":
        yield from of_row(unit, context, reading)
    elif block.kind == "heading":
        yield from of_heading(unit, context, reading)
    elif context is not None:
        yield from of_list(unit, context, reading)
    elif unit.family in WORKING and FRONT_MATTER not in block.tags and block.kind != "field":
        yield from of_prose(unit, reading)


def context_of(unit: Unit, reading: Reading) -> Context | None:
    """Return what a unit's surroundings say about its files, None where they do not list any."""
    if unit.family not in BY_FAMILY or (unit.family == "file_mentioned" and unit.block.kind != "code"):
        return None
    change, planned = BY_FAMILY[unit.family]
    if unit.family == "file_mentioned":
        return Context(None, planned, unit.confidence)
    if change is None:
        if reading.hands_over and unit.via == "section" and unit.block.kind != "row":
            return None
        change, planned = "modified", reading.plans
    elif not planned and reading.plans and FRONT_MATTER not in unit.block.tags:
        planned = True
    elif FRONT_MATTER in unit.block.tags and reading.plans:
        planned = True
    if unit.block.checked is False:
        planned = True
    return Context(change, planned, unit.confidence)


def of_list(unit: Unit, context: Context, reading: Reading) -> Iterator[Fact]:
    """Yield the files at the beginning of an item, a field or a labelled line of a files section."""
    text = unit.text
    places = leading(text, every=unit.via == "label" or unit.block.kind in ("paragraph", "tag", "field"))
    if not places:
        return
    if moved := renamed(text):
        yield from made(
            unit,
            moved[1],
            Context("renamed", context.planned, context.confidence),
            reading,
            from_path=moved[0],
        )
        return
    for place in places:
        before, after = text[: place.start], remark_after(text, place, places)
        yield from made(unit, place.path, worded(context, before, after), reading, remark=after)


def leading(text: str, *, every: bool) -> list[Place]:
    """Return the paths an item is about: those before its remark, or all of a list of paths."""
    places = list(named_paths(text) if every else paths_in(text))
    if not places:
        return []
    kept = [places[0]]
    for place in places[1:]:
        between = text[kept[-1].end : place.start]
        if len(between.strip(" ,/+&、·")) > (len(" and ") if not every else NEAR) and not every:
            break
        kept.append(place)
    first = places[0].start
    return kept if first <= NEAR or every else []


def remark_after(text: str, place: Place, places: list[Place]) -> str:
    """Return what is said behind a path, up to the next one."""
    following = [p.start for p in places if p.start > place.end]
    return text[place.end : min(following, default=len(text))]


def renamed(text: str) -> tuple[str, str] | None:
    """Return where a file was and where it is now, where an arrow says so."""
    parts = ARROW.split(text, maxsplit=1)
    if len(parts) == 1:
        return None
    before, after = paths_in(parts[0]), paths_in(parts[1][:LONGEST])
    if before and after and not parts[0][before[-1].end :].strip(" `") and after[0].start <= 1:
        return before[-1].path, after[0].path
    return None


def worded(context: Context, before: str, after: str) -> Context:
    """Return the context, corrected by the words right before and behind the path."""
    said = (
        changes.of_mark(after) or changes.of_word(before) if len(before) <= NEAR else changes.of_mark(after)
    )
    if said is None and after.lstrip()[:1] in ("—", "–", "-", ":", "："):
        said = changes.of_word(after.lstrip(" —–-:："))
        said = said if said is not None and not said.planned else None
    if said is None or context.change == "read":
        return context
    return context._replace(change=said.change, planned=context.planned or (said.planned and context.planned))


def made(
    unit: Unit,
    path: str,
    context: Context,
    reading: Reading,
    *,
    remark: str = "",
    from_path: str = "",
    text: str = "",
) -> Iterator[Fact]:
    """Yield the fact of one file."""
    if changes.is_untouched(remark) or path == from_path:
        return
    claim = Claim.of(unit, text or described(unit, path), context.confidence)
    claim.standing = standing(unit, context, reading)
    added, removed = lines(unit.text) if context.change != "read" else (None, None)
    fact_made = fact(
        "file",
        claim,
        path=path,
        change=context.change,
        from_path=from_path,
        by="text",
        lines_added=added,
        lines_removed=removed,
    )
    if fact_made:
        yield fact_made


def described(unit: Unit, path: str) -> str:
    """Return the text that tells of a file: its unit's, where that is not about many."""
    text = unit.text
    if unit.block.kind == "code" or len({p.path for p in paths_in(text)}) > 1:
        return path
    return within(text, LONGEST) if len(text) <= LONGEST * 2 else path


def standing(unit: Unit, context: Context, reading: Reading) -> Standing:
    """Return whether a file's change is done, planned, or told by a document that no longer counts."""
    dead = reading.dead(unit)
    if dead != "current":
        return dead
    if unit.standing in ("rejected", "superseded"):
        return unit.standing
    return "planned" if context.planned else "current"


def lines(text: str) -> tuple[int | None, int | None]:
    """Return how many lines a text says were added and removed."""
    if found := DELTA.search(text):
        return int(found[1]), int(found[2])
    if found := LENGTH.search(text):
        return int(found[1].replace(",", "")), None
    return None, None


def of_heading(unit: Unit, context: Context | None, reading: Reading) -> Iterator[Fact]:
    """Yield the file a heading names, where its section lists changes."""
    section = unit.section
    listing = unit.family in FILES - {"file_mentioned"} and (section.depth or section.tail)
    if context is None or not listing:
        return
    places = paths_in(unit.block.text)
    if len(places) == 1:
        after = unit.block.text[places[0].end :]
        yield from made(unit, places[0].path, worded(context, "", after), reading, text=unit.block.text)


def of_row(unit: Unit, context: Context | None, reading: Reading) -> Iterator[Fact]:
    """Yield the files of a row: from its file column, the change from a column of its own."""
    block = unit.block
    families = columns(block.header)[: len(block.cells)]
    column = next((i for i, name in enumerate(families) if name in FILES), -1)
    if column < 0:
        column = 0 if context is not None and block.cells and paths_in(block.cells[0]) else -1
    row = row_context(unit, context, families, reading)
    if column < 0 or row is None:
        return
    remark = " ".join(cell for i, cell in enumerate(block.cells) if i != column)
    if changes.is_untouched(
        " ".join(
            c
            for i, c in enumerate(block.cells)
            if i != column and i < len(families) and families[i] in ("change", "remark", "status")
        )
    ):
        return
    if moved := renamed(block.cells[column]):
        yield from made(unit, moved[1], row._replace(change="renamed"), reading, from_path=moved[0])
        return
    for place in paths_in(block.cells[column]):
        after = block.cells[column][place.end :]
        text = place.path if not remark else f"{place.path}: {within(remark, LONGEST)}"
        yield from made(unit, place.path, worded(row, "", after), reading, text=text)


def row_context(
    unit: Unit, context: Context | None, families: tuple[str, ...], reading: Reading
) -> Context | None:
    """Return what a table says about its files, None where it only mentions them."""
    sure = table("extract")["confidence"]["label"]
    cells = unit.block.cells
    for index, name in enumerate(families):
        if name == "change" and (
            said := changes.of_mark(cells[index]) or changes.of_word(cells[index].strip("*_ "))
        ):
            return Context(said.change, said.planned or reading.plans, sure)
    if context is not None:
        return context
    header = " ".join(unit.block.header)
    if in_words(header, words("changes")["column"]["words"]) and "file" in families:
        said = next(
            (s for i, n in enumerate(families) if n == "remark" and (s := changes.of_word(cells[i]))), None
        )
        change: Change = said.change if said else "modified"
        return Context(change, reading.plans, sure - 0.1)
    if unit.family in ("work", "tasks") and not reading.plans:
        return Context("modified", unit.block.checked is False, 0.6)
    return None


def of_code(unit: Unit, context: Context | None, reading: Reading) -> Iterator[Fact]:
    """Yield the files a listing in a code block names: all in a files section, else only the marked."""
    text = unit.block.text
    if unit.block.language not in words("changes")["listing"]["languages"]:
        return
    sure = table("extract")["confidence"]["label"]
    for file in trees.listed(text):
        said = changes.of_mark(f"({file.remark})") if file.remark else None
        base = context if context is not None and context.change is not None else None
        if file.change:
            base = Context(file.change, False, sure)  # type: ignore[arg-type] # git's words, mapped
        elif said is not None:
            base = Context(said.change, reading.plans or (base.planned if base else False), sure)
        if base is not None:
            yield from made(
                unit, file.path, base, reading, remark=file.remark, from_path=file.from_path, text=file.path
            )


def of_prose(unit: Unit, reading: Reading) -> Iterator[Fact]:
    """Yield the files running text says were changed, or asks to be read."""
    if not paths_in(unit.block.text):
        return
    subjects = subject_paths(unit, reading)
    for path in subjects:
        yield from made(unit, path, Context(subject_change(unit), unit.block.checked is False, 0.5), reading)
    for sentence in sentences(unit.text):
        places = tuple(p for p in paths_in(sentence) if p.path not in subjects)
        if not places:
            continue
        if asks_to_read(sentence, places[0]):
            for place in places:
                yield from made(unit, place.path, Context("read", True, 0.7), reading, text=sentence)
            continue
        for place in places:
            said = verb_for(sentence, place)
            if said is not None:
                planned = said.planned or unit.block.checked is False or reading.plans
                planned = planned or of_words(sentence, tokens_of(sentence)) == "planned"
                yield from made(
                    unit,
                    place.path,
                    Context(said.change, planned, 0.5),
                    reading,
                    text=within(sentence, LONGEST),
                    remark=sentence[place.end :],
                )


def subject_paths(unit: Unit, reading: Reading) -> tuple[str, ...]:
    """Return the files a report of work done speaks of without a verb: "**Storage** (`src/store.py`): …"."""
    block = unit.block
    if reading.plans or unit.family not in BUILT or not (reading.reports or unit.family == "work"):
        return ()
    if block.label and (places := paths_in(block.label)):
        return tuple(p.path for p in places)
    places = paths_in(block.text)
    begins = bool(places) and places[0].start <= 1 and unit.family == "work"
    closes = bool(places) and unit.leads and not block.text[places[-1].end :].strip(" ):*：")
    return tuple(p.path for p in places[:1]) if begins or closes else ()


def subject_change(unit: Unit) -> Change:
    """Return what became of a file a report speaks of: made, where the section says so, else changed."""
    said = changes.of_word(unit.section.title)
    built = in_words(unit.section.title, words("changes")["built"]["words"])
    return "created" if built or (said is not None and said.change == "created") else "modified"


def verb_for(sentence: str, place: Place) -> Said | None:
    """Return the change the verb before a path names: of the path itself, or of something inside it."""
    before = sentence[: place.start]
    tokens = tokens_of(before)
    single, wide = changes.spelled()
    skipped = frozenset(words("changes")["between"]["words"])
    inside = frozenset(words("changes")["between"]["inside"])
    for index in range(len(tokens) - 1, max(len(tokens) - 12, -1), -1):
        said = single.get(tokens[index])
        if said is None:
            continue
        between = tokens[index + 1 :]
        if all(word in skipped for word in between):
            return said
        if not inside.isdisjoint(between[-3:]):
            return Said("modified", said.planned)
        return said if "," in before or " and " in before and said.change != "created" else None
    return next((said for word, said in wide if word in sentence), None)


def asks_to_read(sentence: str, place: Place) -> bool:
    """Tell whether a sentence asks the next one to read a file."""
    lists = words("changes")["read"]
    before = tokens_of(sentence[: place.start])
    opens = bool(before) and before[0] in lists["opens"] and len(before) <= len(lists["opens"][0].split()) + 4
    return opens and in_words(sentence, lists["purpose"])
