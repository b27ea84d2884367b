"""What PowerShell does to files: its cmdlets by any of their names, redirections, and texts written through .NET."""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from batonpass.extract.shell.deeds import How
from batonpass.extract.shell.programs import Effect
from batonpass.extract.shell.words import GLOB, Value
from batonpass.tables.load import words as listed

HERE_TEXT = re.compile(r"@(?P<quote>['\"])[ \t]*\r?\n.*?\n(?P=quote)@", re.DOTALL)
TOKEN = re.compile(
    r"'(?:[^']|'')*'|\"(?:[^\"`]|`.)*\"|(?:[*2]?>>?|&&|\|\||[;|\n(){}])|(?:[^\s;|(){}'\">]|`.)+"
)
ASSIGNED = re.compile(
    r"^[ \t]*\$(?P<name>\w+)[ \t]*=[ \t]*(?P<quote>['\"])(?P<text>[^'\"$\n]*)(?P=quote)[ \t]*;?[ \t]*$",
    re.MULTILINE,
)
DOTNET = re.compile(
    r"(?i)\[(?:System\.)?IO\.File\]::(?P<verb>Write|Append|Delete)\w*\(\s*(?P<quote>['\"])(?P<path>[^'\"$]+)(?P=quote)"
)
VERBS: Mapping[str, How] = {"write": "write", "append": "append", "delete": "delete"}
ENDS = frozenset({";", "|", "\n", "(", ")", "{", "}", "&&", "||"})
NO_FILE = frozenset({"$null", "&1", "nul"})


class Call(NamedTuple):
    """One cmdlet with what it is given."""

    name: str
    plain: tuple[str, ...]  # by place
    named: Mapping[str, str]  # by the name of a parameter, "" for a switch


def is_powershell(name: str) -> bool:
    """Tell PowerShell by the name of a program or of a client's tool."""
    return name.lower() in listed("commands")["powershell"]["names"]


def done_by_powershell(script: str) -> Iterator[Effect]:
    """Yield what a script does, where it names its files."""
    text = HERE_TEXT.sub("''", script)
    known = {found["name"].lower(): found["text"] for found in ASSIGNED.finditer(text)}
    for found in DOTNET.finditer(text):
        yield Effect(VERBS[found["verb"].lower()], _value(found["path"]))
    for tokens in _statements(text):
        effects: list[Effect] = []
        words = tuple(_redirected(tokens, known, effects))
        yield from effects
        if words:
            yield from _effects(_call(words, known))


def _statements(text: str) -> Iterator[list[str]]:
    found: list[str] = []
    for match in TOKEN.finditer(text):
        if match[0] in ENDS:
            yield found
            found = []
        else:
            found.append(match[0])
    yield found


def _redirected(tokens: Sequence[str], known: Mapping[str, str], effects: list[Effect]) -> Iterator[str]:
    """Yield the words of a statement, and note the files it is redirected into."""
    rest = iter(tokens)
    for token in rest:
        if not token.endswith(">"):
            yield token
        elif (path := _plain(next(rest, ""), known)) and path.lower() not in NO_FILE:
            effects.append(Effect("append" if token.endswith(">>") else "write", _value(path)))


def _plain(token: str, known: Mapping[str, str]) -> str:
    """Return a word without its quotes and with its variables, "" where nobody knows them."""
    if token.startswith("'"):
        return token[1:-1].replace("''", "'")
    text = token[1:-1] if token.startswith('"') else token
    if text.lower() == "$null":
        return text
    text = re.sub(r"\$(\w+)", lambda found: known.get(found[1].lower(), found[0]), text)
    return "" if "$" in text else text.replace("`", "")


def _call(words: Sequence[str], known: Mapping[str, str]) -> Call:
    table = listed("commands")["powershell"]
    plain, named, rest = list[str](), dict[str, str](), list(words[1:])
    while rest:
        word = _list(rest)
        name, sign, given = word[1:].partition(":")
        if not word.startswith("-") or not name[:1].isalpha():
            plain.append(_plain(word, known))
        elif name.lower() in table["switches"] or not (sign or rest):
            named[name.lower()] = given
        else:
            named[name.lower()] = _plain(given or _list(rest), known)
    return Call(words[0].lower(), tuple(plain), named)


def _list(rest: list[str]) -> str:
    """Take the next word, with all that commas join to it."""
    word = rest.pop(0)
    while rest and (word.endswith(",") or rest[0].startswith(",")):
        word += rest.pop(0)
    return word


@cache
def _cmdlets() -> dict[str, str]:
    table = listed("commands")["powershell"]["cmdlets"]
    return {name: cmdlet for cmdlet, names in table.items() for name in (cmdlet, *names)}


def _effects(call: Call) -> Iterator[Effect]:
    cmdlet = _cmdlets().get(call.name, "")
    path, rest = _path(call)
    if cmdlet in ("set-content", "out-file"):
        how: How = "append" if "append" in call.named else "write"
        yield from (Effect(how, _value(one)) for one in _several(path))
    elif cmdlet == "add-content":
        yield from (Effect("append", _value(one)) for one in _several(path))
    elif cmdlet == "new-item":
        made = posixpath.join(path.replace("\\", "/"), call.named["name"]) if "name" in call.named else path
        folder = call.named.get("itemtype", "").lower().startswith("d")
        yield Effect("folder" if folder else "write", _value(made))
    elif cmdlet == "remove-item":
        quiet = call.named.get("erroraction", call.named.get("ea", "")).lower().startswith(("s", "i"))
        yield from (Effect("delete", _value(one), forced=quiet) for one in _several(path))
    elif cmdlet in ("move-item", "copy-item", "rename-item"):
        yield from _gone(cmdlet, path, call.named.get("destination") or call.named.get("newname") or rest)


def _path(call: Call) -> tuple[str, str]:
    """Return what a cmdlet is about, and the next word by its place."""
    named = next((call.named[n] for n in ("path", "literalpath", "filepath", "lp") if n in call.named), "")
    plain = call.plain if named else call.plain[1:]
    return named or "".join(call.plain[:1]), "".join(plain[:1])


def _gone(cmdlet: str, path: str, target: str) -> Iterator[Effect]:
    for one in _several(path) if target else ():
        there = target
        if cmdlet == "rename-item":
            there = posixpath.join(posixpath.dirname(one.replace("\\", "/")), target)
        yield Effect("copy" if cmdlet == "copy-item" else "move", _value(there), _value(one), into=True)


def _several(path: str) -> list[str]:
    """Return the paths in a list with commas."""
    return [one.strip("'\" ") for one in path.split(",") if one.strip("'\" ")]


def _value(path: str) -> Value:
    return Value(path.replace("\\", "/"), pattern=not GLOB.isdisjoint(path))
