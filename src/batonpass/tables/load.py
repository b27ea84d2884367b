"""The one loader of tables: TOML into the nouns of `model/`, each file read once."""

import tomllib
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from batonpass.model.config import Config
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.playbook import Playbook
from batonpass.model.profile import Profile

TABLES = files("batonpass.tables")
T = TypeVar("T")


def parse(text: str, place: str) -> dict[str, Any]:
    """Return a TOML table; a mistake in it names file and line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise WrongUse(f"not valid TOML: {error}", todo="mend the line", place=place) from None


def _named(folder: str, name: str) -> Traversable:
    path = TABLES / folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(names(folder))
        raise NotFound(f"no {folder[:-1]} called {name!r}", wanted=f"one of {known}")
    return path


def names(folder: str) -> tuple[str, ...]:
    """Return the names of all tables in a folder, sorted."""
    found = (TABLES / folder).iterdir()
    return tuple(sorted(f.name[: -len(".toml")] for f in found if f.name.endswith(".toml")))


def convert(value: dict[str, Any], into: type[T], text: str, place: str) -> T:
    """Return a table as a noun; a wrong key or value is found again in the text."""
    try:
        return msgspec.convert(value, into)
    except msgspec.ValidationError as error:
        raise WrongUse(
            str(error), place=f"{place}:{line_of(str(error), text)}", todo="mend it there"
        ) from None


def line_of(message: str, text: str) -> int:
    """Return the line a message of msgspec speaks about: its key, searched again in the text."""
    words = [w for w in message.replace("$.", "`").split("`") if w.strip()]
    for word in reversed(words):
        key = word.rsplit(".", 1)[-1].split("[", 1)[0].strip()
        for number, line in enumerate(text.splitlines(), 1):
            if key and line.strip().startswith(key):
                return number
    return 1


@cache
def profile(name: str) -> Profile:
    """Return one kind of handoff."""
    text = _named("profiles", name).read_text("utf-8")
    raw = parse(text, f"{name}.toml")
    raw["slots"] = raw.pop("slot", [])
    return convert(raw, Profile, text, f"{name}.toml")


@cache
def profile_digest(name: str) -> str:
    """Return the digest of a profile's file, as receipts name it."""
    return sha256(_named("profiles", name).read_bytes()).hexdigest()


@cache
def playbook(name: str) -> Playbook:
    """Return one way of working."""
    text = _named("playbooks", name).read_text("utf-8")
    return convert(parse(text, f"{name}.toml"), Playbook, text, f"{name}.toml")


@cache
def table(name: str) -> dict[str, Any]:
    """Return a table of its own: `tables/{name}.toml`."""
    return parse((TABLES / f"{name}.toml").read_text("utf-8"), f"{name}.toml")


def limits() -> dict[str, Any]:
    """Return the numbers that belong to no profile and no playbook."""
    return table("limits")


@cache
def words(name: str) -> dict[str, Any]:
    """Return one word list: `tables/words/{name}.toml`."""
    return parse(_named("words", name).read_text("utf-8"), f"words/{name}.toml")


@cache
def text(name: str) -> str:
    """Return one fixed text: `tables/texts/{name}`."""
    return (TABLES / "texts" / name).read_text("utf-8")


@cache
def schema(name: str) -> dict[str, Any]:
    """Return one published JSON Schema: `tables/schemas/{name}.json`."""
    value: dict[str, Any] = msgspec.json.decode((TABLES / "schemas" / f"{name}.json").read_bytes())
    return value


def config(path: str) -> Config:
    """Return a project's own choices, the defaults where it has made none."""
    file = Path(path)
    text = file.read_text("utf-8") if file.is_file() else ""
    return convert(parse(text, path), Config, text, path)
