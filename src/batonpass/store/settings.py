"""One value of a settings file changed, everything else left as a person wrote it."""

import re
import tomllib

from batonpass.model.errors import WrongUse

TABLE = re.compile(r"\s*\[(?P<name>[^\[\]]+)\]\s*(#.*)?$")


def put(text: str, key: str, value: str | None, *, table: str = "", place: str = "") -> str:
    """Return a TOML text in which a key says this word; None takes the key out. Nothing else may change by it.

    A key that is told in a comment only, `# key = …`, gets its value there.
    """
    lines = text.splitlines()
    begin, end = _span(lines, table)
    found = next((n for n in range(begin, end) if _is(lines[n], key)), None)
    told = f'{_spelled(key)} = "{value}"'
    if found is not None:
        comment = _comment(lines[found])
        lines[found : found + 1] = [] if value is None else [f"{told}{comment}"]
    elif value is not None and (begin or not table) and (at := _commented(lines, begin, key)) is not None:
        lines[at] = told
    elif value is not None:
        lines[end:end] = (
            [told] if begin <= len(lines) and (not table or begin > 0) else ["", f"[{table}]", told]
        )
    new = "\n".join(lines) + "\n" if lines else ""
    if not _alone(text, new, key, value, table):
        raise WrongUse(
            f"cannot set {key} without changing something else",
            todo=f"write `{told}` {f'below [{table}]' if table else 'above the first table'} by hand",
            place=place,
        )
    return new


def _alone(text: str, new: str, key: str, value: str | None, table: str) -> bool:
    """Say whether the new text says the value, and all else as before."""
    try:
        return _without(new, table, key) == _without(text, table, key) and _said(new, table).get(key) == value
    except tomllib.TOMLDecodeError:
        return False


def _span(lines: list[str], table: str) -> tuple[int, int]:
    """Return where a table's lines begin and end; beginning 0 for one that is not there, with the end of the text."""
    heads = [(n, match["name"].strip()) for n, line in enumerate(lines) if (match := TABLE.match(line))]
    heads += [(n, "") for n, line in enumerate(lines) if line.lstrip().startswith("[[")]
    heads.sort()
    if not table:
        return 0, _trimmed(lines, 0, heads[0][0] if heads else len(lines))
    for number, (at, name) in enumerate(heads):
        if name == table:
            after = heads[number + 1][0] if number + 1 < len(heads) else len(lines)
            return at + 1, _trimmed(lines, at + 1, after)
    return 0, len(lines)


def _trimmed(lines: list[str], begin: int, end: int) -> int:
    """Return the end without the empty lines and comments that lead to the next table."""
    while end > begin and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _is(line: str, key: str) -> bool:
    name, equals, _ = line.partition("=")
    return bool(equals) and name.strip().strip("\"'") == key


def _commented(lines: list[str], begin: int, key: str) -> int | None:
    """Return the line of a table, from its beginning on, that tells a key in a comment."""
    for number in range(begin, len(lines)):
        if lines[number].lstrip().startswith("["):
            return None
        if lines[number].startswith("# ") and _is(lines[number][2:], key):
            return number
    return None


def _spelled(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else f'"{key}"'


def _comment(line: str) -> str:
    found = re.search(r"\s+#[^\"']*$", line)
    return found[0].rstrip() if found else ""


def _said(text: str, table: str) -> dict[str, object]:
    value = tomllib.loads(text)
    inner = value.get(table, {}) if table else value
    return inner if isinstance(inner, dict) else {}


def _without(text: str, table: str, key: str) -> dict[str, object]:
    value = tomllib.loads(text)
    inner = value.get(table) if table else value
    if isinstance(inner, dict):
        inner.pop(key, None)
    return {name: told for name, told in value.items() if told != {}}
