"""Files in code blocks: trees and listings; all of them in a files section, else only the marked."""

from collections.abc import Iterator

from batonpass.extract import changes, trees
from batonpass.extract.changed.mention import Context, Mention
from batonpass.extract.reading import Reading
from batonpass.extract.units import Unit
from batonpass.tables.load import table, words


def of_code(unit: Unit, context: Context | None, reading: Reading) -> Iterator[Mention]:
    """Yield the files a listing in a code block names: all in a files section, else only the marked."""
    text = unit.block.text
    if unit.block.language not in words("changes")["listing"]["languages"]:
        return
    sure = table("extract")["confidence"]["label"]
    base = context if context is not None and context.change is not None else None
    for file in trees.listed(text):
        said = changes.of_mark(f"({file.remark})") if file.remark else None
        own = base
        if file.change is not None:
            own = Context(file.change, planned=False, confidence=sure)
        elif said is not None:
            own = Context(said.change, reading.plans or (base is not None and base.planned), sure)
        if own is not None:
            yield Mention(file.path, own, file.remark, file.from_path, file.path)
