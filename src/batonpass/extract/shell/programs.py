"""What programs do to the files they are named: the ones every shell has, and git."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from batonpass.extract.shell.deeds import How
from batonpass.extract.shell.words import GLOB, Value, Word, literal
from batonpass.tables.load import words as listed

Values = Sequence[Value | None]
REDIRECTED = re.compile(r'\bprintf?\b[^>;}\n]*>(?P<twice>>?)\s*"(?P<path>[^"\s]+)"\s*(?=[;}\n]|$)')  # in awk


class Effect(NamedTuple):
    """One thing a program does to one file."""

    how: How
    target: Value | None
    source: Value | None = None
    into: bool = False
    forced: bool = False
    sure: bool = True  # False: it may as well leave the file alone
    text: str = ""


def effects(name: str, values: Values) -> Iterator[Effect]:
    """Yield what a program does when it is called with these words."""
    program = PROGRAMS.get(name)
    if program is not None:
        yield from program(values)


def without_runner(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return a command without what only starts it: `sudo`, `time`, `env A=1`, `timeout 60`."""
    runners = listed("commands")["runners"]
    while words:
        name = literal(words[0])
        if name not in runners["names"]:
            return words
        words = words[1:]
        while words and _starts(literal(words[0]), with_number=name in runners["with_number"]):
            words = words[1:]
    return words


def _starts(text: str | None, *, with_number: bool) -> bool:
    """Tell an option, an assignment or a number of a runner."""
    if not text:
        return False
    return text.startswith("-") or "=" in text.split("/")[0] or (with_number and text[0].isdigit())


def operands(values: Values, taking: str = "") -> tuple[list[Value | None], dict[str, Value | None]]:
    """Return the words that are no options, and the options; `taking` lists the letters that take a value."""
    found: list[Value | None] = []
    options: dict[str, Value | None] = {}
    rest = list(values)
    while rest:
        value = rest.pop(0)
        if value is None or not value.text.startswith("-") or value.text == "-":
            found.append(value)
        elif value.text == "--":
            return found + rest, options
        elif value.text.startswith("--"):
            name, sign, given = value.text[2:].partition("=")
            options[name] = Value(given) if sign else None
        else:
            _letters(value.text[1:], taking, options, rest)
    return found, options


def _letters(letters: str, taking: str, options: dict[str, Value | None], rest: list[Value | None]) -> None:
    for at, letter in enumerate(letters):
        if letter in taking:
            given = letters[at + 1 :]
            options[letter] = Value(given) if given else (rest.pop(0) if rest else None)
            return
        options[letter] = None


def specified(values: Values) -> Iterator[Value]:
    """Yield what git is named: it reads patterns itself, and lets `*` go below."""
    for value in values:
        if value and not value.pattern and not GLOB.isdisjoint(value.text):
            yield Value(value.text.replace("**", "*").replace("*", "**"), pattern=True)
        elif value:
            yield value


def remove(values: Values) -> Iterator[Effect]:
    """`rm`."""
    named, options = operands(values)
    forced = "f" in options or "force" in options
    yield from (Effect("delete", value, forced=forced) for value in named if value)


def rmdir(values: Values) -> Iterator[Effect]:  # noqa: ARG001 - a program's signature
    """`rmdir` takes away what is empty: no file."""
    yield from ()


def move(values: Values) -> Iterator[Effect]:
    """`mv`."""
    yield from going("move", values, "tS")


def copy(values: Values) -> Iterator[Effect]:
    """`cp`; `rsync` where it stays on this machine."""
    yield from going("copy", values, "tS")


def rsync(values: Values) -> Iterator[Effect]:
    """`rsync` where it stays on this machine; the slash behind a source means what is in it."""
    named, options = operands(values, "ef")
    if {"n", "dry-run"} & options.keys():
        return
    match named:
        case [Value() as source, Value() as target] if ":" not in source.text + target.text:
            path = target.text.rstrip("/") + ("" if source.text.endswith("/") else f"/{_name(source)}")
            yield Effect("copy", Value(path), Value(source.text.rstrip("/")))


def install(values: Values) -> Iterator[Effect]:
    """`install`; with -d it makes folders."""
    named, options = operands(values, "mogtS")
    if "d" in options:
        yield from (Effect("folder", value) for value in named if value)
    else:
        yield from going("copy", values, "mogtS")


def link(values: Values) -> Iterator[Effect]:
    """`ln`."""
    named, options = operands(values, "St")
    folder = options.get("t") or (named[-1] if len(named) > 2 else None)  # noqa: PLR2004 - two and where they go
    match named:
        case [*sources, _] if folder and "t" not in options:
            yield from (Effect("write", Value(f"{folder.text}/{_name(s)}")) for s in sources if s)
        case [Value() as source, Value() as target]:
            yield Effect("write", Value(target.text + _name(source)) if target.text.endswith("/") else target)


def going(how: How, values: Values, taking: str) -> Iterator[Effect]:
    """Yield what goes where: the last word is the target, or a folder for all the others."""
    named, options = operands(values, taking)
    target = options.get("t") or options.get("target-directory")
    sources, target = (named, target) if target else (named[:-1], named[-1] if len(named) > 1 else None)
    if target is None or (target.pattern and not any(s and s.pattern for s in sources)):
        return
    sure = not {"n", "no-clobber", "u", "update"} & options.keys()  # may leave the target as it is
    into = "T" not in options
    whole = len(sources) == 1 and sources[0] is not None and sources[0].text.endswith("/")  # a folder
    folder = (
        len(sources) > 1
        or (target.text.endswith("/") and not whole)
        or "t" in options
        or any(s and s.pattern for s in sources)
    ) and not target.pattern
    for source in sources:
        if source is None:  # nobody knows what it was called, but where it went
            yield from () if folder else (Effect("write", target, sure="." in _name(target)),)
            continue
        name = source.text if "parents" in options else _name(source)
        inside = (
            Value(f"{target.text.rstrip('/')}/{name}", source.pattern)
            if folder or "parents" in options
            else target
        )
        if source.text.endswith("/."):  # what is in it
            inside, source = target, Value(source.text[:-2])  # noqa: PLW2901
        yield Effect(how, inside, source, into and not folder, sure=sure)


def _name(value: Value) -> str:
    return value.text.rstrip("/").rsplit("/", 1)[-1]


def touch(values: Values) -> Iterator[Effect]:
    """`touch`; with -c it makes nothing."""
    named, options = operands(values, "dtr")
    if not {"c", "no-create"} & options.keys():
        yield from (Effect("touch", value) for value in named if value)


def truncate(values: Values) -> Iterator[Effect]:
    """`truncate`."""
    yield from (Effect("edit", value) for value in operands(values, "sr")[0] if value)


def tee(values: Values) -> Iterator[Effect]:
    """`tee`."""
    named, options = operands(values)
    how: How = "append" if "a" in options or "append" in options else "write"
    yield from (Effect(how, value) for value in named if value)


def folders(values: Values) -> Iterator[Effect]:
    """`mkdir`."""
    yield from (Effect("folder", value) for value in operands(values, "m")[0] if value)


def sed(values: Values) -> Iterator[Effect]:
    """`sed -i`: the first word is the script unless an option gave it; `-i ''` is how BSD says the same."""
    rest = [v for v in values if v is None or v.text]
    inline = [v.text for v in rest if v and (v.text.startswith("--in-place") or _in_place(v.text, "efl"))]
    if not inline:
        return
    named, options = operands([v for v in rest if not (v and v.text in inline)], "efl")
    files = named if {"e", "f", "expression", "file"} & options.keys() else named[1:]
    suffix = inline[0].partition("=")[2] if inline[0].startswith("--") else inline[0].partition("i")[2]
    yield from _edited(files, suffix)


def perl(values: Values) -> Iterator[Effect]:
    """`perl -i`."""
    inline = [v.text for v in values if v and _in_place(v.text, "eEIMm")]
    if inline:
        suffix = inline[0].partition("i")[2]
        yield from _edited(_behind_scripts(values), suffix if suffix.startswith((".", "~")) else "")


def _behind_scripts(values: Values) -> list[Value | None]:
    found: list[Value | None] = []
    scripts = 0
    for at, value in enumerate(values):
        if value and value.text.startswith("-"):
            scripts += value.text[-1] in "eE"
        elif at and (before := values[at - 1]) and before.text.startswith("-") and before.text[-1] in "eE":
            continue
        elif value and scripts:
            found.append(value)
    return found


def _edited(files: Values, suffix: str) -> Iterator[Effect]:
    """Yield files edited in place, each with the copy that was kept of it."""
    for value in filter(None, files):
        if suffix and "*" not in suffix and not value.pattern:
            yield Effect("copy", Value(value.text + suffix), value)
        yield Effect("edit", value)


def _in_place(text: str, taking: str) -> bool:
    """Tell `-i`, `-pi`, `-i.bak`, `-0pi` from options whose value has an i in it."""
    if not text.startswith("-") or text.startswith("--"):
        return False
    before = text[1:].split("i", 1)[0]
    return "i" in text and not any(letter in taking for letter in before)


def curl(values: Values) -> Iterator[Effect]:
    """`curl -o FILE`, `curl -O URL`."""
    named, options = operands(values, "oXHdFuAbcDeTmxrKEw")
    target = options.get("o") or options.get("output")
    if target:
        yield Effect("write", target)
    elif "O" in options or "remote-name" in options:
        yield from (Effect("write", Value(_name(value))) for value in named if value)


def wget(values: Values) -> Iterator[Effect]:
    """`wget -O FILE`."""
    target = operands(values, "OoPUtTQ")[1].get("O")
    if target:
        yield Effect("write", target)


def dd(values: Values) -> Iterator[Effect]:
    """`dd of=FILE`."""
    yield from (Effect("write", Value(v.text[3:])) for v in values if v and v.text.startswith("of="))


def sort(values: Values) -> Iterator[Effect]:
    """`sort -o FILE`."""
    named, options = operands(values, "okStT")
    target = options.get("o") or options.get("output")
    if target:
        yield Effect("edit" if any(v and v.text == target.text for v in named) else "write", target)


def awk(values: Values) -> Iterator[Effect]:
    """`gawk -i inplace`, and what a program writes into a file it names."""
    named, options = operands(values, "iFvf")
    given = options.get("i")
    if "f" not in options and named and named[0]:
        for found in REDIRECTED.finditer(named[0].text):
            yield Effect("append" if found["twice"] else "write", Value(found["path"]), sure=False)
    if given and given.text == "inplace":
        yield from (Effect("edit", value) for value in named["f" not in options :] if value)


def editor(values: Values) -> Iterator[Effect]:
    """`ed FILE`, `ex -c … FILE`: fed with commands that mostly end in `w`."""
    named, _ = operands(values, "cp")
    yield from (Effect("edit", value, sure=False) for value in named if value)


def shred(values: Values) -> Iterator[Effect]:
    """`shred -u`."""
    named, options = operands(values, "ns")
    gone = bool({"u", "remove"} & options.keys())
    yield from (Effect("delete" if gone else "edit", value) for value in named if value)


def tar(values: Values) -> Iterator[Effect]:
    """`tar -czf FILE`, `tar czf FILE`; what an archive holds is not known."""
    if values and values[0] and not values[0].text.startswith("-"):
        values = [Value("-" + values[0].text), *values[1:]]
    _, options = operands(values, "fCTX")
    target = options.get("f") or options.get("file")
    if target and {"c", "create"} & options.keys():
        yield Effect("write", target)


def zipped(values: Values) -> Iterator[Effect]:
    """`zip FILE …`."""
    named, _ = operands(values, "bxi")
    if named and named[0]:
        name = named[0].text
        yield Effect("write", Value(name if "." in _name(named[0]) else name + ".zip"))


def gzip(values: Values) -> Iterator[Effect]:
    """`gzip`."""
    yield from packed(values, ".gz")


def packed(values: Values, end: str) -> Iterator[Effect]:
    """Yield how a file gives way to its packed self, or the other way round."""
    named, options = operands(values, "S")
    if {"c", "stdout", "t", "l"} & options.keys():
        return
    back = bool({"d", "decompress"} & options.keys())
    how: How = "copy" if {"k", "keep"} & options.keys() else "move"
    for value in filter(None, named):
        yield Effect(
            how, Value(value.text.removesuffix(end) if back else value.text + end, value.pattern), value
        )


def unzip(values: Values) -> Iterator[Effect]:
    """`unzip`, which says what it makes."""
    _, options = operands(values, "dx")
    if not {"l", "t", "p", "v"} & options.keys():
        yield Effect("told", Value("."), text="unzip")


PROGRAMS: Mapping[str, Callable[[Values], Iterator[Effect]]] = {
    "rm": remove,
    "unlink": remove,
    "rmdir": rmdir,
    "trash": remove,
    "mv": move,
    "cp": copy,
    "rsync": rsync,
    "install": install,
    "ln": link,
    "touch": touch,
    "truncate": truncate,
    "tee": tee,
    "mkdir": folders,
    "sed": sed,
    "gsed": sed,
    "perl": perl,
    "awk": awk,
    "gawk": awk,
    "sort": sort,
    "ed": editor,
    "ex": editor,
    "shred": shred,
    "curl": curl,
    "wget": wget,
    "dd": dd,
    "tar": tar,
    "zip": zipped,
    "gzip": gzip,
    "gunzip": lambda values: packed((Value("-d"), *values), ".gz"),
    "bzip2": lambda values: packed(values, ".bz2"),
    "xz": lambda values: packed(values, ".xz"),
    "zstd": lambda values: packed((Value("-k"), *values), ".zst"),
    "unzip": unzip,
}
