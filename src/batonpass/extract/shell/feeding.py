"""Files that one command finds for another: `find … -exec`, `… | xargs`, `$(…)`, `… | while read`."""

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from batonpass.extract.shell.programs import Values, operands, specified, without_runner
from batonpass.extract.shell.tree import Command, Simple
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
PIECES = ("basename", "dirname", "realpath")  # print a part of the path they are given
PLACE = "{}"
PASSES = frozenset({"sort", "uniq", "tr", "cat", "tac"})  # filters that let everything through
NARROWS = frozenset({"head", "tail", "grep", "egrep", "rg"})
BETWEEN = re.compile(r"\\0|\\n|\\t|\s")  # words in a text for printf
Coming = Callable[[Sequence[Word]], list[Value | None]]  # what words come to


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


def listed(pipeline: Sequence[Command], come_to: Coming) -> Fed | None:
    """Return the files a pipeline lists, None where that is not known."""
    found: Fed | None = None
    for at, command in enumerate(pipeline):
        words = without_runner(command.words) if isinstance(command, Simple) else ()
        name = (literal(words[0]) or "") if words else ""
        if at == 0:
            found = listed_by(name, words[1:], come_to)
        elif (name in NARROWS or (name == "xargs" and _calls(words[1:]) in LISTS)) and found:
            found = found._replace(sure=False)
        elif name not in PASSES:
            return None
    return found


def _calls(words: Sequence[Word]) -> str:
    """Return what `xargs` calls."""
    return next((text for word in words if (text := literal(word)) and not text.startswith("-")), "")


def listed_by(name: str, words: Sequence[Word], come_to: Coming) -> Fed | None:
    """Return the files a command lists, None where that is not known."""
    if name == "find":
        return found_by(words, [next(iter(come_to([word])), None) for word in words]).fed
    values = come_to(words)
    if name == "git":
        return _followed(values)
    named, options = operands(values, "efgtmABC" if name in LISTS else "")
    known = [value for value in named if value]
    if name in PIECES:
        return Fed(tuple(_pieces(name, known)), sure=True) if len(known) == len(named) else None
    if name in ("echo", "printf"):
        return Fed(_printed(known) if name == "printf" else tuple(known), sure=True)
    if name == "ls" and not {"l", "R"} & options.keys():
        return _in_folder(known)
    holds = name in LISTS and {"l", "files-with-matches", "rl"} & options.keys()
    return _holding(name, known[0 if {"e", "f"} & options.keys() else 1 :], options) if holds else None


def _pieces(name: str, known: Sequence[Value]) -> Iterator[Value]:
    """Yield a path's last name, without an end where one is given, or its folder."""
    if name == "basename" and known:
        end = known[1].text if len(known) > 1 else ""
        yield Value(known[0].text.rstrip("/").rsplit("/", 1)[-1].removesuffix(end), known[0].pattern)
    elif name == "dirname":
        yield from (Value(posixpath.dirname(value.text) or ".", value.pattern) for value in known)
    else:
        yield from known


def _printed(known: Sequence[Value]) -> tuple[Value, ...]:
    """Return the words printf puts out: those behind its format, or those in it."""
    if not known or "%" in known[0].text:
        return tuple(known[1:])
    return tuple(Value(text) for text in BETWEEN.split(known[0].text) if text)


def _in_folder(known: Sequence[Value]) -> Fed:
    """Return what `ls` lists: of a folder the names in it, and here nobody knows them."""
    if not known or (len(known) == 1 and known[0].text.endswith("/")):
        return Fed((Value("*", pattern=True),), sure=True)
    return Fed(tuple(known), sure=True)


def _followed(values: Values) -> Fed | None:
    """Return the files `git ls-files PATTERN` lists, and those `git grep -l` may."""
    sub = values[0].text if values and values[0] else ""
    named, options = operands(values[1:], "e")
    if sub == "ls-files" and named:
        return Fed(tuple(specified(named)), sure=not options)
    if sub == "grep" and {"l", "files-with-matches", "name-only"} & options.keys():
        places = tuple(specified(named[1:])) or (Value("**", pattern=True),)
        return Fed(places, sure=False)
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
