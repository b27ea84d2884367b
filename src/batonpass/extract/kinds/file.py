"""Files that were changed, are to be changed, or are to be read; not those merely mentioned."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from batonpass.extract import changes
from batonpass.extract.changed.listings import of_code
from batonpass.extract.changed.lists import of_heading, of_list
from batonpass.extract.changed.mention import LONGEST, Context, Mention, context_of
from batonpass.extract.changed.prose import of_prose
from batonpass.extract.changed.tables import of_row
from batonpass.extract.claim import Claim
from batonpass.extract.paths import paths_in
from batonpass.extract.reading import Reading
from batonpass.extract.sentences import within
from batonpass.extract.stating import fact
from batonpass.extract.units import FRONT_MATTER, Unit
from batonpass.model.fact import Fact, Standing
from batonpass.model.source import Span
from batonpass.tables.load import words

DELTA = re.compile(r"[+＋](\d+)\s*(?:lines?)?\s*[/,]?\s*[-−–](\d+)")
LENGTH = re.compile(r"[(~≈ ](\d[\d,]*)\+?\s*(?:lines|行|줄|LOC|líneas|linhas|lignes)\b", re.IGNORECASE)
COUNT = re.compile(r"[~≈+]?\s?(\d[\d,]*)")
# Sections whose running text tells of work done, beside those that tell nothing.
WORKING = frozenset(
    {"", "work", "overview", "plain", "error", "resolution", "tasks", "remark", "status"}
    | {"gate", "tests", "insight"}
)


def find(reading: Reading) -> Iterator[Fact]:
    """Yield the files of every unit; a file named without its folder is the one named with it."""
    units = [u for u in reading.units if u.standing != "quoted" or u.family == "file_read"]
    found = [(unit, mention) for unit in units for mention in of_unit(unit, reading)]
    whole = whole_paths(mention.path for _, mention in found)
    places = {mention.path: unit.block.span for unit, mention in reversed(found)}
    for unit, mention in found:
        path = whole.get(mention.path, mention.path)
        elsewhere = (places[path],) if path != mention.path else ()
        if made := told(unit, mention._replace(path=path), reading, elsewhere):
            yield made


def whole_paths(paths: Iterable[str]) -> dict[str, str]:
    """Return which longer path a path is the end of, where there is only one."""
    longer: dict[str, set[str]] = defaultdict(set)
    named = set(paths)
    known = named - frozenset(words("changes")["suffixes"]["everywhere"])
    for path in named:
        for start in (at + 1 for at, c in enumerate(path) if c == "/" and at > 0):
            if path[start:] in known:
                longer[path[start:]].add(path)
    return {end: max(wholes, key=len) for end, wholes in longer.items() if is_one(wholes)}


def is_one(paths: set[str]) -> bool:
    """Tell whether paths are the same one with more and with fewer of its folders."""
    longest = max(paths, key=len)
    return all(longest.endswith(path) for path in paths)


def of_unit(unit: Unit, reading: Reading) -> Iterator[Mention]:
    """Yield the files of one unit by the form it has."""
    block = unit.block
    context = context_of(unit, reading)
    if block.kind == "code":
        yield from of_code(unit, context, reading)
    elif block.kind == "row":
        yield from of_row(unit, context, reading)
    elif block.kind == "heading":
        yield from of_heading(unit, context)
    elif context is not None and not is_story(unit):
        yield from of_list(unit, context)
    elif is_telling(unit):
        yield from of_prose(unit, reading)


def is_story(unit: Unit) -> bool:
    """Tell whether a paragraph only stands below a title with `file` in it: it tells of files, it lists none."""
    return unit.block.kind == "paragraph" and unit.via == "section" and unit.confidence < 1.0


def is_telling(unit: Unit) -> bool:
    """Tell whether a unit's running text may tell of work done."""
    block = unit.block
    where = is_story(unit) or unit.family in WORKING or block.checked is True
    return where and FRONT_MATTER not in block.tags and block.kind != "field"


def told(unit: Unit, mention: Mention, reading: Reading, elsewhere: tuple[Span, ...] = ()) -> Fact | None:
    """Return the fact of one file, None where its own remark says that it was left alone.

    `elsewhere` is where its whole path stands, if not here.
    """
    if changes.is_untouched(mention.remark) or mention.path == mention.from_path:
        return None
    context = mention.context
    claim = Claim.of(unit, mention.text or described(unit, mention.path), context.confidence)
    claim.standing = standing(unit, context, reading)
    added, removed = lines(unit) if context.change != "read" else (None, None)
    return fact(
        "file",
        claim,
        spans=elsewhere,
        path=mention.path,
        change=context.change,
        from_path=mention.from_path,
        by="text",
        lines_added=added,
        lines_removed=removed,
    )


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
    return "planned" if context.planned or unit.standing == "planned" else "current"


def lines(unit: Unit) -> tuple[int | None, int | None]:
    """Return how many lines a unit says were added and removed: in its words, or in a column of its own."""
    if found := DELTA.search(unit.text):
        return int(found[1]), int(found[2])
    if found := LENGTH.search(unit.text):
        return int(found[1].replace(",", "")), None
    names = frozenset(words("changes")["lines"]["columns"])
    for title, cell in zip(unit.block.header, unit.block.cells, strict=False):
        if title.casefold().strip() in names and (number := COUNT.fullmatch(cell.strip())):
            return int(number[1].replace(",", "")), None
    return None, None
