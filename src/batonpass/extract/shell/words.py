"""Words of a shell: what is quoted stays as it is, what is bare may still be a pattern, what nobody can know is told."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice, product
from typing import Literal, NamedTuple

GLOB = frozenset("*?[")
SHAPED = GLOB | {"{"}
ESCAPED_GLOB = {ord(c): f"[{c}]" for c in GLOB}
MOST = 64  # words one word may stand for
BRACES = re.compile(r"\{(?:(?P<listed>[^{}]*,[^{}]*)|(?P<first>-?\d+)\.\.(?P<last>-?\d+))\}")
NAME = re.compile(r"[A-Za-z_]\w*|\d+|[@*]")
WHOLE = ("[@]", "[*]")  # behind the name of a list


class Part(NamedTuple):
    """A piece of a word."""

    kind: Literal["quoted", "bare", "variable", "answer", "process", "unknown"]
    text: str  # of an answer, `$(…)`, and of a process, `<(…)`, the command


Word = tuple[Part, ...]


class Value(NamedTuple):
    """What a word comes to."""

    text: str
    pattern: bool = False  # the text is a glob


Variables = Mapping[str, tuple[Value, ...]]
Answers = Callable[[str], tuple[Value, ...]]  # a command → what it prints, nothing where nobody can know


def literal(word: Word) -> str | None:
    """Return a word that is nothing but text, None for any other."""
    if len(word) == 1:  # nearly every word
        return word[0].text if word[0].kind in ("quoted", "bare") else None
    if all(part.kind in ("quoted", "bare") for part in word):
        return "".join(part.text for part in word)
    return None


def word_of(value: Value) -> Word:
    """Return the word that comes to a value."""
    return (Part("bare" if value.pattern else "quoted", value.text),)


def nobody(command: str) -> tuple[Value, ...]:  # noqa: ARG001 - what is asked of whoever knows
    """Return what a command prints, where nobody knows."""
    return ()


def expanded(word: Word, variables: Variables, answers: Answers = nobody) -> tuple[Value, ...]:
    """Return what a word may come to, nothing where that cannot be known."""
    if len(word) == 1 and (only := word[0]).kind == "variable":
        return tuple(_split(_of_variable(only.text, variables) or ()))
    if len(word) == 1 and (only.kind == "quoted" or (only.kind == "bare" and SHAPED.isdisjoint(only.text))):
        return (Value(only.text),)
    choices: list[list[Part]] = []
    for part in word:
        known = _known(part, variables, answers)
        if known is None:
            return ()
        choices.append(known)
    found = (_joined(parts) for parts in product(*choices))
    return tuple(dict.fromkeys(islice(found, MOST)))


def _split(parts: Iterable[Part]) -> Iterator[Value]:
    """Yield the words of what stands without quotes: a shell splits it, and reads patterns in it."""
    for part in parts:
        for text in part.text.split():
            yield Value(text, part.kind == "bare" or not GLOB.isdisjoint(text))


def _known(part: Part, variables: Variables, answers: Answers) -> list[Part] | None:
    if part.kind == "bare":
        return [Part("bare", text) for text in _braced(part.text)]
    if part.kind == "variable":
        return _of_variable(part.text, variables)
    if part.kind == "answer":
        return [
            Part("bare" if value.pattern else "quoted", value.text) for value in answers(part.text)
        ] or None
    return [part] if part.kind == "quoted" else None


def _of_variable(text: str, variables: Variables) -> list[Part] | None:
    """Return what `$name` or `${name%.py}` may come to."""
    found = NAME.match(text)
    values = variables.get(found[0]) if found else None
    rest = text[found.end() :] if found else ""
    rest = rest[len(WHOLE[0]) :] if rest.startswith(WHOLE) else rest
    if values is None:
        return [Part("quoted", rest[2:])] if rest.startswith((":-", ":=")) and "$" not in rest else None
    shaped = [(value, _shaped(value.text, rest)) for value in values]
    if any(new is None for _, new in shaped):
        return None
    return [Part("bare" if value.pattern else "quoted", new or "") for value, new in shaped]


def _shaped(text: str, how: str) -> str | None:
    """Return a value without an end or a beginning, or with a part replaced; None where that is not plain text."""
    if not how or how.startswith((":-", ":=", ":?")):
        return text
    shape = SHAPES.get(how[0])
    return shape(text, how) if shape else None


def _replaced(text: str, how: str) -> str | None:
    """Return what `${name/old/new}` comes to, and with two slashes everywhere."""
    everywhere = how.startswith("//")
    old, sign, new = how[1 + everywhere :].partition("/")
    return text.replace(old, new, -1 if everywhere else 1) if sign and _is_plain(old + new) else None


def _without_end(text: str, how: str) -> str | None:
    """Return what `${name%.py}` comes to, and `%.*`: without the shortest end, `%%.*`: without the longest."""
    end = how.lstrip("%")
    if end.endswith("*") and _is_plain(end[:-1]):
        cut = text.find(end[:-1]) if how.startswith("%%") else text.rfind(end[:-1])
        return text[:cut] if cut >= 0 else text
    return text.removesuffix(end) if _is_plain(end) else None


def _without_beginning(text: str, how: str) -> str | None:
    """Return what `${name#lib/}` comes to, and `#*/`, `##*/`."""
    beginning = how.lstrip("#")
    if beginning.startswith("*") and _is_plain(beginning[1:]):
        cut = text.rfind(beginning[1:]) if how.startswith("##") else text.find(beginning[1:])
        return text[cut + len(beginning) - 1 :] if cut >= 0 else text
    return text.removeprefix(beginning) if _is_plain(beginning) else None


SHAPES: Mapping[str, Callable[[str, str], str | None]] = {
    "/": _replaced,
    "%": _without_end,
    "#": _without_beginning,
}


def _is_plain(text: str) -> bool:
    return bool(text) and not set("*?[$`") & set(text)


def _braced(text: str) -> Iterator[str]:
    """Yield what `a/{b,c}.py` or `{1..3}` stands for; `{}` and `{x}` stand for themselves."""
    found = BRACES.search(text)
    if not found:
        yield text
        return
    for choice in _choices(found):
        yield from _braced(text[: found.start()] + choice + text[found.end() :])


def _choices(found: re.Match[str]) -> list[str]:
    if found["listed"] is not None:
        return found["listed"].split(",")
    first, last = int(found["first"]), int(found["last"])
    step = 1 if first <= last else -1
    return [str(number) for number in islice(range(first, last + step, step), MOST)]


def _joined(parts: tuple[Part, ...]) -> Value:
    if not any(part.kind == "bare" and GLOB.intersection(part.text) for part in parts):
        return Value("".join(part.text for part in parts))
    text = "".join(part.text if part.kind == "bare" else part.text.translate(ESCAPED_GLOB) for part in parts)
    return Value(text, pattern=True)
