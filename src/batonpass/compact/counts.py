"""Computed summary values: how many files, how many lines, which languages.

A document often lists its key files only and says the whole number: then the larger number it says holds, unless
git or tool calls have counted.
"""

from collections.abc import Sequence
from typing import Any

from batonpass.model.fact import Fact
from batonpass.model.proof import Item
from batonpass.tables import load


def counts(facts: Sequence[Fact], wanted: Sequence[str]) -> dict[str, tuple[Any, Item]]:
    """Return the computed values a profile asks for, those only that can be computed."""
    there = (f for f in facts if f.kind == "file" and f.standing == "current" and f.attributes.path)
    made = [f for f in there if f.attributes.attributed is not False]
    computed = {"files_created": _created, "total_lines": _lines, "languages": _languages}
    found = {name: _larger(computed[name](made), _stated(facts, name), made) for name in wanted}
    return {name: pair for name, pair in found.items() if pair}


def _larger(
    computed: tuple[Any, Item] | None, stated: tuple[int, Item] | None, files: Sequence[Fact]
) -> tuple[Any, Item] | None:
    if stated is None or any(file.basis == "derived" for file in files):
        return computed
    return stated if computed is None or stated[0] > computed[0] else computed


def _stated(facts: Sequence[Fact], name: str) -> tuple[int, Item] | None:
    """Return a number that a source says under this very name."""
    for fact in facts:
        about = fact.attributes
        named = (about.name or "").casefold().replace("_", " ") == name.replace("_", " ")
        if named and fact.standing == "current" and isinstance(about.value, float | int):
            return int(about.value), Item(spans=fact.spans, basis=fact.basis, note="as the source says it")
    return None


def _created(files: Sequence[Fact]) -> tuple[Any, Item] | None:
    created = [f for f in files if f.attributes.change == "created"]
    return (len(created), _item(created, "number of files said to be created")) if created else None


def _lines(files: Sequence[Fact]) -> tuple[Any, Item] | None:
    counted = [f for f in files if f.attributes.change == "created" and f.attributes.lines_added]
    total = sum(f.attributes.lines_added or 0 for f in counted)
    return (total, _item(counted, f"lines of {len(counted)} created files, summed")) if counted else None


def _languages(files: Sequence[Fact]) -> tuple[Any, Item] | None:
    names = load.words("languages")["suffixes"]
    suffixes = [(f.attributes.path or "").rsplit(".", 1)[-1].casefold() for f in files]
    known = [names[s] for s in suffixes if s in names]
    ordered = sorted(set(known), key=lambda name: (-known.count(name), name))
    return (ordered, _item(files, "from the suffixes of the files, most frequent first")) if ordered else None


def _item(files: Sequence[Fact], note: str) -> Item:
    spans = tuple(dict.fromkeys(span for fact in files for span in fact.spans))
    return Item(spans=spans, basis="derived", note=note)
