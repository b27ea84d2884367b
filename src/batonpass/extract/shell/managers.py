"""Files in which a package manager writes down what it was told."""

from collections.abc import Sequence
from functools import cache

from batonpass.extract.shell.words import Word, literal
from batonpass.tables.load import words as listed


def keeps(command: Sequence[Word]) -> tuple[str, ...]:
    """Return the files a command may write, in the folder it is called in."""
    if not command or literal(command[0]) not in _firsts():
        return ()  # nearly every command
    said = [text for word in command if (text := literal(word)) and not text.startswith("-")]
    for name, files in _managers().items():
        if tuple(said[: len(name)]) == name and (len(name) > 1 or len(said) == 1):
            return files
    return ()


@cache
def _firsts() -> frozenset[str]:
    return frozenset(name[0] for name in _managers())


@cache
def _managers() -> dict[tuple[str, ...], tuple[str, ...]]:
    table = listed("commands")
    found = {
        tuple(name.split()): tuple(table["kept"][manager])
        for manager, names in table["keeps"].items()
        for name in names
    }
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))
