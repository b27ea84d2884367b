"""What documents call by the name of a role's field: labelled lines, sections, tables, and the agent's own file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from batonpass.extract.facts import told
from batonpass.extract.marks import severity_of
from batonpass.extract.nothing import says_nothing
from batonpass.extract.objects import Telling, begins, columns, from_cells, from_text, key_of, plain
from batonpass.model.roles import Field, Role, Spoken
from batonpass.model.source import Block, Source, Span

SEVERAL = re.compile(r"\s*[,;]\s+")
TOKENS = re.compile(r"[\w./@+-]+")
LEAD_WORDS = 4  # fewer are a greeting or a title
COUNTED = re.compile(r"\s*\([^()]*\)\s*$")


def spoken(source: Source, role: Role) -> tuple[Spoken, ...]:
    """Return what a document says the fields of a role are, in the order it says them; reports of tools say nothing."""
    if any(block.act is not None for block in source.blocks):
        source = told(source)
    elif any(block.evidence is not None for block in source.blocks):
        return ()
    reader = _Reader(role)
    for block in source.blocks:
        reader.take(block)
    return (*reader.told(), *_lead(source.blocks))


def _lead(blocks: Sequence[Block]) -> Iterator[Spoken]:
    """Yield what a document begins with, before its first section: it says best what it is about."""
    titles = 0
    for block in blocks:
        titles += block.kind == "heading"
        if titles > 1 or (titles and block.kind not in ("heading", "paragraph")):
            return
        words = block.text.split()
        if block.kind == "paragraph" and not (block.label or block.quoted) and len(words) >= LEAD_WORDS:
            yield Spoken("summary", block.text, (block.span,))
            return


def of_file(role: Role, own: Mapping[str, Any], source: Source) -> tuple[Spoken, ...]:
    """Return what an agent wrote into a handoff file of its own: a field where it belongs, else by another name of it."""
    by_name = {plain(str(key)): key for key in own}
    found = []
    for field in role.fields:
        value, path = _at(own, field.path), field.path
        if value is None and (key := next((by_name[n] for n in field.labels if n in by_name), None)):
            value, path = own[key], (str(key),)
        if value is not None:
            found.append(Spoken(field.at, value, _under(source.blocks, path)))
    return tuple(found)


def _at(own: Mapping[str, Any], path: Sequence[str]) -> Any:
    value: Any = own
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _under(blocks: Sequence[Block], path: tuple[str, ...]) -> tuple[Span, ...]:
    """Return where the values below a key stand."""
    keys = ((b, (*b.headings, b.label) if b.label else b.headings) for b in blocks)
    return tuple(dict.fromkeys(b.span for b, at in keys if at[: len(path)] == path))


def _named(role: Role) -> dict[str, list[Field]]:
    """Return the fields that each name means; below a title or label that names their group they need their own only."""
    names: dict[str, list[Field]] = {}
    for field in role.fields:
        for name in dict.fromkeys((*field.labels, plain(" ".join(field.path)))):
            names.setdefault(name, []).append(field)
    return names


class _Reader:
    """Goes through a document once and keeps to which field what follows belongs."""

    def __init__(self, role: Role) -> None:
        self.role = role
        self.names = _named(role)
        self.groups = {plain(field.path[0]) for field in role.fields if len(field.path) > 1}
        self.group = ""  # of fields that we are in
        self.saying = [field for field in role.fields if field.says]
        self.beginnings = [field for field in role.fields if field.begins]
        self.sections: list[tuple[int, Field | None]] = []  # level of a heading, and the field it names
        self.open: Field | None = None  # of a label with nothing behind it
        self.severity = ""  # of the group of findings we are in
        self.found: list[Telling] = []
        self.object: Telling | None = None
        self.key = ""  # of the object we are in: what the items that follow are

    @property
    def field(self) -> Field | None:
        """Return the field that what comes now belongs to."""
        return self.open or next((field for _, field in reversed(self.sections) if field), None)

    def told(self) -> Iterator[Spoken]:
        """Yield what was found."""
        for one in self.found:
            value = one.text or one.keys
            if value:
                yield Spoken(one.field.at, value, tuple(dict.fromkeys(one.spans)))

    def take(self, block: Block) -> None:
        """Take the next block."""
        match block.kind:
            case "heading":
                self._heading(block)
            case "row":
                self._row(block)
            case "item" | "paragraph" | "field" | "tag":
                self._words(block)

    def _heading(self, block: Block) -> None:
        self.open, self.object, self.key = None, None, ""
        above = self.field
        while self.sections and self.sections[-1][0] >= block.level:
            self.sections.pop()
        field = self._names(block.text)
        if field is None and block.rest and self._names(block.label):
            self._say_all(block.label, block.rest, block)
        self.group = name if (name := plain(block.text)) in self.groups else ""
        if severity := severity_of(block.text):
            self.severity, field = severity, field or (above if above and above.of else None)
        elif field is not None:
            self.severity = ""
        elif (inside := self.field) is not None and inside.list and inside.of:
            self._begin(inside, block)
        elif anywhere := self._begins(block.text):
            self._begin(anywhere, block)
        self.sections.append((block.level, field))

    def _names(self, text: str) -> Field | None:
        return next(iter(self._meant(text)), None)

    def _meant(self, text: str) -> list[Field]:
        name = plain(COUNTED.sub("", text))
        return self.names.get(f"{self.group} {name}" if self.group else name) or self.names.get(name, [])

    def _say_all(self, name: str, text: str, block: Block) -> None:
        """Say it of every field of this name: a confidence may be told as a number and as a word."""
        for field in self._meant(name):
            self._say(field, text, block)

    def _begins(self, text: str) -> Field | None:
        """Return the field whose objects begin so, wherever they stand."""
        return next((field for field in self.beginnings if begins(field, text)), None)

    def _words(self, block: Block) -> None:
        self._sentence(block)
        named = self._names(block.label) if block.label else None
        own_list = named is not None and self.object is not None and self.object.level > 0 and not block.rest
        if self.object is not None and not own_list and self._belongs(block):
            return
        if (block.label or block.strong) and named is None and (field := self._begins(block.text)):
            self.open = None
            self._begin(field, block)
            return
        if named is not None:
            self.object = None
            self.open = None if block.rest else named
            if block.rest:
                self._say_all(block.label, block.rest, block)
        elif block.label and not block.rest and plain(block.label) in self.groups:
            self.group, self.open = plain(block.label), None
        elif block.kind == "item":
            self._item(block)
        elif block.kind == "paragraph":
            self._paragraph(block)

    def _belongs(self, block: Block) -> bool:
        """Add to the object we are in what is labelled as a part of it, or hangs below its item."""
        one = self.object
        if one is None:
            return False
        key = key_of(one.field, block.label) if block.label else ""
        if self.key and block.kind == "item" and not key:
            one.put(self.key, block.text, block.span)
            return True
        if key and not block.rest and block.kind == "paragraph":
            self.key = key
            return True
        if key and not (block.kind == "item" and block.level < one.level):
            one.put(key, block.rest, block.span)
            return True
        if block.kind == "item" and block.level > one.level > 0:
            one.put(one.field.rest, block.text, block.span)
            return True
        return False

    def _item(self, block: Block) -> None:
        field = self.field
        if field is None or (block.level > 1 and not self.open):
            return
        if field.of:
            self._begin(field, block)
        elif field.list or not self._has(field):
            self._say(field, block.text, block)

    def _sentence(self, block: Block) -> None:
        """Take what a sentence says of a field that may be told anywhere; what a label says of it is no sentence."""
        labelled = self._meant(block.label) if block.label and block.rest else []
        for field in self.saying:
            if field not in labelled and (found := re.search(field.says, block.text)):
                self.found.append(Telling(field, 0, text=found[1], spans=[block.span]))

    def _paragraph(self, block: Block) -> None:
        if (named := self._names(block.text)) is not None:  # a title that is none
            self.open, self.object = named, None
            return
        field, opened = self.field, self.open is not None
        self.open = None
        if field is None or (field.list and not (field.of or opened)):
            return
        if field.of:
            if severity_of(block.text) or not from_text(field, block).get("severity"):
                return
            self._begin(field, block)
        elif not self._has(field):
            self._say(field, block.text, block)

    def _has(self, field: Field) -> bool:
        return any(one.field is field for one in self.found)

    def _row(self, block: Block) -> None:
        pair = block.cells if len(block.cells) == 2 else ()  # noqa: PLR2004 - a name and its value
        first = self._names(block.cells[0]) if block.cells else None
        if first is not None and first.of and not first.list and len(block.cells) > 1:
            self._whole(first, block)
        elif pair and (named := self._names(pair[0])) and not named.of:
            self._say_all(pair[0], pair[1], block)
        elif (field := self._of_table(block)) is not None and (keys := from_cells(field, block)):
            self._add(field, block, keys)

    def _of_table(self, block: Block) -> Field | None:
        """Return the field whose objects a table lists: the one we are in, else the one its columns are the parts of."""
        if self.field is not None:
            return self.field if self.field.of else None
        found = ((columns(field, block), field) for field in self.role.fields if field.of and field.list)
        count, field = max(found, key=lambda one: one[0], default=(0, None))
        return field if count else None

    def _whole(self, field: Field, block: Block) -> None:
        """Take a row that is the whole of one object: `Integration | 12 | 2 | 41s`."""
        pairs = zip(block.header, block.cells, strict=False)
        keys = {key: cell.strip() for name, cell in pairs if (key := key_of(field, name)) and cell.strip()}
        if keys:
            self.found.append(Telling(field, 0, keys=dict(keys), spans=[block.span]))

    def _begin(self, field: Field, block: Block) -> None:
        keys = from_text(field, block)
        if keys:
            self._add(field, block, keys)

    def _add(self, field: Field, block: Block, keys: dict[str, Any]) -> None:
        if self.severity and "severity" in field.of:
            keys.setdefault("severity", self.severity)
        level = block.level if block.kind == "item" else 0
        self.key = ""
        self.object = Telling(field, level, keys=keys, spans=[block.span])
        self.found.append(self.object)

    def _say(self, field: Field, text: str, block: Block) -> None:
        nothing = says_nothing(text) and field.type != "boolean"  # there "no" says a lot
        if nothing or (field.of and not field.list):
            return
        for part in _parts(field, text):
            self.found.append(Telling(field, 0, text=part, spans=[block.span]))


def _parts(field: Field, text: str) -> list[str]:
    """Return the items of a line that lists names: `a.py, b.py`; other texts as they are."""
    parts = [part.strip(" `") for part in SEVERAL.split(text.strip())]
    listed = field.list and len(parts) > 1 and all(TOKENS.fullmatch(part) for part in parts)
    return parts if listed else [text.strip()]
