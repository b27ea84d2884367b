"""Files in lists: items, labelled lines, keys, and headings that are paths."""

from collections.abc import Iterator

from batonpass.extract.changed.mention import NEAR, Context, Mention, renamed, worded
from batonpass.extract.paths import Place, named_paths, paths_in
from batonpass.extract.sections import FILES
from batonpass.extract.units import Unit


def of_list(unit: Unit, context: Context) -> Iterator[Mention]:
    """Yield the files at the beginning of an item, a field or a labelled line of a files section."""
    text = unit.text
    every = unit.via == "label" or unit.block.kind in ("paragraph", "tag", "field")
    places = leading(text, every=every)
    if not places or (unit.via == "label" and places[0].start > NEAR):
        return  # "Test: an unknown name raises (see hosts.json)" tests no file
    if moved := renamed(text):
        yield Mention(
            moved[1],
            context._replace(change="renamed"),
            from_path=moved[0],
        )
        return
    for place in places:
        before, after = text[: place.start], remark_after(text, place, places)
        yield Mention(place.path, worded(context, before, after), remark=after)


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


def of_heading(unit: Unit, context: Context | None) -> Iterator[Mention]:
    """Yield the file a heading names, where its section lists changes."""
    section = unit.section
    listing = unit.family in FILES - {"file_mentioned"} and (section.depth or section.tail)
    if context is None or not listing:
        return
    places = paths_in(unit.block.text)
    if len(places) == 1:
        after = unit.block.text[places[0].end :]
        yield Mention(places[0].path, worded(context, "", after), text=unit.block.text)
