"""docs/reference/python.md: every public name of the package root, from the package root."""

import inspect
from collections.abc import Callable

import batonpass
from tools.pages import markdown

PATH = "docs/reference/python.md"
ABOUT = """`import batonpass` loads nothing but the version: each name below is loaded when it is first used.
Every other module is private to the project, and may change in any version."""
WIDTH = 100  # columns of a signature on one line
STARS: dict[object, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def text() -> str:
    """Return the page."""
    return markdown.page("Python", ABOUT, *(_name(name) for name in batonpass.__all__))


def _name(name: str) -> str:
    thing = getattr(batonpass, name)
    if not callable(thing):
        return f"## {name}\n\n`{thing!r}`"
    about = (inspect.getdoc(thing) or "").strip()
    return f"## {name}\n\n{markdown.fence(signature(name, thing), 'python')}\n\n{about}"


def signature(name: str, thing: Callable[..., object]) -> str:
    """Return how a name is called: its parameters, `=…` where one may be left out.

    Types stay away: Python versions spell them differently, and the page must not depend on one.
    """
    words: list[str] = []
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not any(w.startswith("*") for w in words):
            words.append("*")
        optional = "=…" if parameter.default is not inspect.Parameter.empty else ""
        words.append(f"{STARS.get(parameter.kind, '')}{parameter.name}{optional}")
    line = f"{name}({', '.join(words)})"
    return line if len(line) <= WIDTH else f"{name}(\n    " + ",\n    ".join(words) + ",\n)"
