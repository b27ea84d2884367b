"""Files that one command finds for another: `find … -exec`, `… | xargs`."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from batonpass.extract.shell.programs import Values, operands
from batonpass.extract.shell.words import Value, Word, literal, word_of

NAMES = ("-name", "-iname")
PATHS = ("-path", "-ipath", "-wholename")
DOES = ("-exec", "-execdir", "-ok", "-okdir")
CERTAIN = frozenset(
    {"-type", "-mindepth", "-maxdepth", "-depth", "-print", "-print0", "-follow", "-H", "-L", "-P"}
)
TAKING = frozenset(
    {"-type", "-maxdepth", "-mindepth", "-size", "-mtime", "-mmin", "-newer", "-perm", "-user", "-regex"}
)
LISTS = ("grep", "egrep", "fgrep", "rg")
PLACE = "{}"


class Fed(NamedTuple):
    """Words a command is given by another."""

    values: tuple[Value, ...]
    sure: bool  # all of them are meant: not only those that hold a text


class Found(NamedTuple):
    """What `find` finds, and the commands it calls for it."""

    fed: Fed
    deletes: bool
    calls: tuple[tuple[Word, ...], ...]


def found_by(words: Sequence[Word], values: Sequence[Value | None]) -> Found:
    """Read the words behind `find`; `values` is what each comes to."""
    texts = [value.text if value else "" for value in values]
    first = next((i for i, text in enumerate(texts) if text.startswith(("-", "(", "!"))), len(texts))
    places = [text for text in texts[:first] if text] or ["."]
    patterns: list[str] = []
    calls: list[tuple[Word, ...]] = []
    deep, sure, deletes, at = "**/", True, False, first
    while at < len(texts):
        text, following = texts[at], texts[at + 1] if at + 1 < len(texts) else ""
        if text in DOES:
            end = next((i for i in range(at + 1, len(texts)) if texts[i] in (";", "+")), len(texts))
            calls.append(tuple(words[at + 1 : end]))
            at = end
        elif text in NAMES or text in PATHS:
            if texts[at - 1] in ("!", "-not"):
                sure = False
            else:
                patterns.append(following if text in NAMES else "/" + following.lstrip("./"))
            at += 1
        elif text in TAKING:
            deep = "" if (text, following) == ("-maxdepth", "1") else deep
            sure = sure and text in CERTAIN
            at += 1
        elif text == "-delete":
            deletes = True
        elif text.startswith("-") and text not in CERTAIN and text not in ("-o", "-or", "-a", "-and", "-not"):
            sure = False
        at += 1
    named = patterns or ["**" if deep else "*"]
    found = tuple(
        Value(
            name[1:] if name.startswith("/") else f"{place.rstrip('/')}/{deep if name != '**' else ''}{name}",
            pattern=True,
        )
        for place in places
        for name in named
    )
    return Found(Fed(found, sure), deletes, tuple(calls))


def called(command: Sequence[Word], values: Sequence[Value]) -> tuple[Word, ...]:
    """Return a command with what was found in the place of `{}`."""
    found: list[Word] = []
    for word in command:
        text = literal(word) or ""
        if text == PLACE:
            found += map(word_of, values)
        elif PLACE in text:
            found += (word_of(Value(text.replace(PLACE, value.text), value.pattern)) for value in values)
        else:
            found.append(word)
    return tuple(found)


def by_xargs(words: Sequence[Word], fed: Fed) -> Iterator[tuple[Word, ...]]:
    """Yield the commands `xargs` calls."""
    rest, place = list(words), ""
    while rest and (text := literal(rest[0]) or "").startswith("-"):
        rest.pop(0)
        if text[:2] in ("-I", "-i"):
            place = text[2:] or ((literal(rest.pop(0)) or "") if text == "-I" and rest else PLACE)
        elif text in ("-n", "-P", "-L", "-d", "-a", "-s", "-E") and rest:
            rest.pop(0)
    if not rest:
        return
    if not place:
        yield (*rest, *map(word_of, fed.values))
        return
    for value in fed.values:
        yield tuple(
            word_of(Value(text.replace(place, value.text), value.pattern))
            if place in (text := literal(word) or "")
            else word
            for word in rest
        )


def listed_by(name: str, values: Values) -> Fed | None:
    """Return the files a command lists, None where that is not known."""
    named, options = operands(values, "efgtmABC" if name in LISTS else "")
    known = [value for value in named if value]
    if name == "echo":
        return Fed(tuple(known), sure=True)
    if name == "printf":
        return Fed(tuple(known[1:]), sure=True)
    if name == "ls":
        return Fed(tuple(known), sure=True) if known and not {"l", "R"} & options.keys() else None
    if name in LISTS and {"l", "files-with-matches", "rl"} & options.keys():
        return _holding(name, known[0 if {"e", "f"} & options.keys() else 1 :], options)
    return None


def _holding(name: str, places: Sequence[Value], options: dict[str, Value | None]) -> Fed:
    """Return the files that may hold what is searched for."""
    only = next((given for o in ("include", "g", "glob") if (given := options.get(o))), None)
    deep = name == "rg" or bool({"r", "R", "recursive"} & options.keys())
    found = [
        Value(f"{place.text.rstrip('/')}/**/{only.text if only else '*'}", pattern=True)
        if deep and not place.pattern and "." not in place.text.rsplit("/", 1)[-1].strip(".")
        else place
        for place in places
    ]
    return Fed(tuple(found), sure=False)
