"""What programs do to the files they are named: the ones every shell has, and git."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from batonpass.extract.shell.deeds import How
from batonpass.extract.shell.words import Value, Word, literal
from batonpass.tables.load import words as listed

Values = Sequence[Value | None]


class Effect(NamedTuple):
    """One thing a program does to one file."""

    how: How
    target: Value | None
    source: Value | None = None
    into: bool = False
    forced: bool = False


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


def remove(values: Values) -> Iterator[Effect]:
    """`rm`."""
    named, options = operands(values)
    forced = "f" in options or "force" in options
    yield from (Effect("delete", value, forced=forced) for value in named if value)


def move(values: Values) -> Iterator[Effect]:
    """`mv`."""
    yield from _to("move", values, "tS")


def copy(values: Values) -> Iterator[Effect]:
    """`cp`."""
    yield from _to("copy", values, "tS")


def install(values: Values) -> Iterator[Effect]:
    """`install`; with -d it makes folders."""
    named, options = operands(values, "mogtS")
    if "d" in options:
        yield from (Effect("folder", value) for value in named if value)
    else:
        yield from _to("copy", values, "mogtS")


def link(values: Values) -> Iterator[Effect]:
    """`ln`."""
    named, options = operands(values, "tS")
    if len(named) > 1 and named[-1] and "t" not in options:
        yield Effect("write", named[-1])


def _to(how: How, values: Values, taking: str) -> Iterator[Effect]:
    """Yield what goes where: the last word is the target, or a folder for all the others."""
    named, options = operands(values, taking)
    target = options.get("t") or options.get("target-directory")
    sources, target = (named, target) if target else (named[:-1], named[-1] if len(named) > 1 else None)
    if target is None or target.pattern:
        return
    into = "T" not in options
    folder = (
        len(sources) > 1
        or target.text.endswith("/")
        or "t" in options
        or any(s and s.pattern for s in sources)
    )
    for source in filter(None, sources):
        inside = Value(f"{target.text.rstrip('/')}/{_name(source)}", source.pattern) if folder else target
        yield Effect(how, inside, source, into and not folder)


def _name(value: Value) -> str:
    return value.text.rstrip("/").rsplit("/", 1)[-1]


def touch(values: Values) -> Iterator[Effect]:
    """`touch`."""
    yield from (Effect("touch", value) for value in operands(values, "dtr")[0] if value)


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
    yield from (Effect("edit", value) for value in files if value)


def perl(values: Values) -> Iterator[Effect]:
    """`perl -i`."""
    inline = [v.text for v in values if v and _in_place(v.text, "eEIMm")]
    if not inline:
        return
    scripts = 0
    for at, value in enumerate(values):
        if value and value.text.startswith("-"):
            scripts += value.text[-1] in "eE"
        elif at and (before := values[at - 1]) and before.text.startswith("-") and before.text[-1] in "eE":
            continue
        elif value and scripts:
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


PROGRAMS: Mapping[str, Callable[[Values], Iterator[Effect]]] = {
    "rm": remove,
    "unlink": remove,
    "rmdir": remove,
    "trash": remove,
    "mv": move,
    "cp": copy,
    "install": install,
    "ln": link,
    "touch": touch,
    "truncate": truncate,
    "tee": tee,
    "mkdir": folders,
    "sed": sed,
    "gsed": sed,
    "perl": perl,
    "curl": curl,
    "wget": wget,
    "dd": dd,
}


def git_folder(values: Values) -> tuple[Value | None, list[Value | None]]:
    """Return the folder of `git -C FOLDER …`, and the words behind git's own options."""
    rest, folder = list(values), None
    while rest and (value := rest[0]) and value.text.startswith("-"):
        rest.pop(0)
        if value.text in ("-C", "-c") and rest:
            given = rest.pop(0)
            folder = (given or Value("")) if value.text == "-C" else folder
    return folder, rest


def git_effects(sub: str, values: Values) -> Iterator[Effect]:
    """Yield what a git command does to the working tree."""
    named, options = operands(values, "bBm" if sub in ("checkout", "switch") else "m")
    if sub == "mv":
        yield from _to("move", values, "")
    elif sub == "rm" and "cached" not in options:
        yield from (Effect("delete", value) for value in named if value)
    elif sub == "checkout" and not {"b", "B", "orphan"} & options.keys():
        yield from _restored(values if any(v and v.text == "--" for v in values) else named)
    elif (
        sub == "restore"
        and not ("staged" in options and "worktree" not in options)
        and options.keys() != {"S"}
    ):
        yield from _restored(named)
    elif sub == "reset" and "hard" in options:
        yield Effect("restore-all", None)
    elif sub == "stash":
        yield from _stash(named[0].text if named and named[0] else "push")


def _restored(values: Values) -> Iterator[Effect]:
    at = next((i for i, v in enumerate(values) if v and v.text == "--"), -1)
    for value in values[at + 1 :]:
        if value and value.text in (".", ":/"):
            yield Effect("restore-all", None)
        elif value:
            yield Effect("restore", value)


def _stash(sub: str) -> Iterator[Effect]:
    if sub in ("push", "save"):
        yield Effect("shelve", None)
    elif sub in ("pop", "apply"):
        yield Effect("unshelve", None)
