"""What git does to the files of the working tree."""

from collections.abc import Iterator

from batonpass.extract.shell.programs import Effect, Values, going, operands, specified
from batonpass.extract.shell.words import Value

ALL = (".", ":/", "*")
LOOKS = frozenset(
    {"--check", "--stat", "--numstat", "--summary", "--cached"}
)  # `git apply` changes no file with these


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
    named, options = operands(
        values, {"checkout": "bB", "switch": "bB", "stash": "m", "clean": "e", "archive": "o"}.get(sub, "")
    )
    if sub == "mv" and not {"n", "dry-run"} & options.keys():
        yield from going("move", values, "")
    elif sub == "rm" and not {"cached", "n", "dry-run"} & options.keys():
        yield from (Effect("delete", value) for value in specified(named))
    elif sub == "checkout" and not {"b", "B", "orphan"} & options.keys():
        yield from _restored(values if any(v and v.text == "--" for v in values) else named)
    elif sub == "restore":
        if not {"staged", "S"} & options.keys() or {"worktree", "W"} & options.keys():
            yield from _restored(named)
    elif sub == "reset" and "hard" in options:
        yield Effect("restore-all", None)
    elif sub == "clean" and not {"n", "dry-run"} & options.keys():
        yield from (Effect("clean", value) for value in (named or [Value(".")]) if value)
    elif sub in ("archive", "diff", "log", "show") and (target := options.get("output") or options.get("o")):
        yield Effect("write", target)
    elif sub == "stash":
        yield from _stash(named, {"u", "include-untracked", "a", "all"} & options.keys())


def _restored(values: Values) -> Iterator[Effect]:
    at = next((i for i, v in enumerate(values) if v and v.text == "--"), -1)
    for value in specified(values[at + 1 :]):
        if value.text in ALL:
            yield Effect("restore-all", None)
        else:
            yield Effect("restore", value)


def _stash(named: Values, untracked: set[str]) -> Iterator[Effect]:
    sub = named[0].text if named and named[0] else "push"
    if sub in ("push", "save"):
        told = "untracked" if untracked else ""
        paths = list(specified(named[1:])) if sub == "push" else []
        yield from (Effect("shelve", path, text=told) for path in paths)
        if not paths:
            yield Effect("shelve", None, text=told)
    elif sub in ("pop", "apply"):
        yield Effect("unshelve", None)
