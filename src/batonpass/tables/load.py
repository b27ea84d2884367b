"""The one loader of tables: TOML into the nouns of `model/`, each file read once."""

import os
import re
import tomllib
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from batonpass.model.config import Config
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.levels import Levels
from batonpass.model.named import plain
from batonpass.model.playbook import Playbook, mistakes, strangers
from batonpass.model.profile import Profile
from batonpass.model.roles import Field, Role
from batonpass.tables.extends import KEY as EXTENDS
from batonpass.tables.extends import Written, chain, merged, place_of
from batonpass.tables.refused import refusal

TABLES = Path(__file__).parent
OWN_PLAYBOOKS = os.path.join(".baton", "playbooks")  # the project's own, by name
AGENTS, ROUTES = "agents", "routes"
T = TypeVar("T")


def parse(text: str, place: str) -> dict[str, Any]:
    """Return a TOML table; a mistake in it names file and line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        said = re.search(r" \(at (?:line (\d+)|end of document).*\)$", str(error))
        line = (said and said[1]) or len(text.splitlines())
        raise WrongUse(f"not valid TOML: {error}", todo="mend the line", place=f"{place}:{line}") from None


def _named(folder: str, name: str) -> Path:
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
    return _converted((Written(place, text, value),), value, into)


def _converted(tables: tuple[Written, ...], whole: dict[str, Any], into: type[T]) -> T:
    try:
        return msgspec.convert(whole, into)
    except msgspec.ValidationError as error:
        why = refusal(str(error), whole, into)
        place = place_of(tables, why.path)
        raise WrongUse(why.found, wanted=why.wanted, todo="mend it there", place=place) from None


@cache
def profile(name: str) -> Profile:
    """Return one kind of handoff."""
    text = _named("profiles", name).read_text("utf-8")
    raw = parse(text, f"{name}.toml")
    raw["slots"] = raw.pop("slot", [])
    return convert(raw, Profile, text, f"{name}.toml")


@cache
def role(name: str) -> Role:
    """Return one role's handoff file: its own fields between those that every role has."""
    place = f"roles/{name}.toml"
    text = _named("roles", name).read_text("utf-8")
    raw = parse(text, place)
    raw["fields"] = raw.pop("field", [])
    own = convert(raw, Role, text, place)
    head, tail = _common_fields()
    return msgspec.structs.replace(own, fields=(*head, *own.fields, *tail))


@cache
def _common_fields() -> tuple[tuple[Field, ...], tuple[Field, ...]]:
    told = table("handoff_fields")
    return msgspec.convert(told["head"], tuple[Field, ...]), msgspec.convert(told["tail"], tuple[Field, ...])


@cache
def profile_digest(name: str) -> str:
    """Return the digest of a profile's file, as receipts name it."""
    return sha256(_named("profiles", name).read_bytes()).hexdigest()


def playbook(name: str, root: str = "") -> Playbook:
    """Return one way of working: one of ours, the project's own, or a file."""
    first = _playbook_at(name, root)
    return _read_playbook(first, root) if os.path.isabs(first.place) else _built_in(name)


@cache
def _built_in(name: str) -> Playbook:
    return _read_playbook(_ours(name), "")


def playbook_files(name: str, root: str) -> tuple[str, ...]:
    """Return the files below the root that a playbook is made of: where one changes, the playbook does."""
    return tuple(one.place for one in _chain(_playbook_at(name, root), root) if os.path.isabs(one.place))


def built_in_files(*tables: str) -> tuple[str, ...]:
    """Return the files of our own playbooks, and of these tables: another release of ours may change them."""
    return tuple(
        str(TABLES / f"{name}.toml") for name in (*tables, *(f"playbooks/{n}" for n in names("playbooks")))
    )


def playbook_places(name: str, root: str = "") -> Callable[[tuple[str, ...]], str]:
    """Return what tells file and line of a key of a playbook, in whichever of its files it was written."""
    tables = _chain(_playbook_at(name, root), root)
    return lambda path: place_of(tables, path)


def _read_playbook(first: Written, root: str) -> Playbook:
    tables = _chain(first, root)
    whole = merged(tables)
    whole.pop(EXTENDS, None)
    if isinstance(whole.get("levels"), dict):
        whole["levels"] = {**table("levels"), **whole["levels"]}  # what it leaves out is everybody's
    made = _converted(tables, whole, Playbook)
    if any(_is_of_another_team(tables, path) for path, _, _ in strangers(made)):
        whole[ROUTES] = merged(_up_to_agents(tables)).get(ROUTES, {})
        made = _converted(tables, whole, Playbook)
    for path, found, wanted in mistakes(made):
        raise WrongUse(found, wanted=wanted, place=place_of(tables, path))
    return made


def _is_of_another_team(tables: tuple[Written, ...], path: tuple[str, ...]) -> bool:
    """Say whether a route was written for the agents of a table farther away, which are the team's no more."""
    near = _up_to_agents(tables)
    return path[0] == ROUTES and not place_of(tables, path).startswith(tuple(f"{one.place}:" for one in near))


def _up_to_agents(tables: tuple[Written, ...]) -> tuple[Written, ...]:
    """Return the tables up to the one that says who the team is."""
    at = next((at for at, one in enumerate(tables) if AGENTS in one.values), len(tables) - 1)
    return tables[: at + 1]


def _chain(first: Written, root: str) -> tuple[Written, ...]:
    return chain(first, lambda table, name: _base(table, name, root))


def _base(table: Written, name: str, root: str) -> Written:
    """Return what a table builds on; a project's own of the same name as ours builds on ours."""
    own = os.path.join(root, OWN_PLAYBOOKS, f"{name}.toml")
    same = os.path.realpath(own) == os.path.realpath(table.place)
    try:
        return _ours(name) if same and name in names("playbooks") else _playbook_at(name, root)
    except NotFound as error:
        place = place_of((table,), (EXTENDS,))
        raise WrongUse(error.found, wanted=error.wanted, place=place) from None


def _playbook_at(name: str, root: str) -> Written:
    """Return the file a name means: a path, else the project's own, else ours."""
    is_path = name.endswith(".toml") or "/" in name or os.sep in name
    file = Path(root, name if is_path else os.path.join(OWN_PLAYBOOKS, f"{name}.toml"))
    if root and file.is_file():
        return _written(file, str(file))
    if is_path:
        raise NotFound(f"no playbook at {name}", wanted="a TOML file", place=str(file))
    return _ours(name, root)


def _ours(name: str, root: str = "") -> Written:
    own = Path(root, OWN_PLAYBOOKS) if root else None
    known = {*names("playbooks"), *(file.stem for file in (own.glob("*.toml") if own else ()))}
    if name not in names("playbooks"):
        raise NotFound(f"no playbook called {name!r}", wanted=f"one of {', '.join(sorted(known))}, or a path")
    return _written(TABLES / "playbooks" / f"{name}.toml", f"{name}.toml")


def _written(file: Path, place: str) -> Written:
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise WrongUse(f"not UTF-8: {error.reason}", todo="save it as UTF-8", place=place) from None
    return Written(place, text, parse(text, place))


def levels(playbook: Playbook) -> Levels:
    """Return how full is too full in a playbook: its own ladder, or everybody's."""
    if playbook.levels is not None:
        return playbook.levels
    text = (TABLES / "levels.toml").read_text("utf-8")
    return convert(table("levels"), Levels, text, "levels.toml")


def agent_names(playbook: Playbook) -> dict[str, str]:
    """Return every name of every agent of a team, in small letters with hyphens → the agent."""
    team = playbook.team
    named = {agent: (agent, *team.called.get(agent, ())) for agent in playbook.agents}
    return {plain(name): agent for agent, names in named.items() for name in names[::-1]}


def agent_limits(playbook: Playbook) -> dict[str, int]:
    """Return how often agents may try in a playbook: its own numbers, else everybody's."""
    everybody = {name: value for name, value in table("agent_limits").items() if name != "roles"}
    own: dict[str, int] = msgspec.to_builtins(playbook.limits)
    return {**everybody, **own}


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


def blob(name: str) -> bytes:
    """Return a table that is no text: tuned weights."""
    return (TABLES / name).read_bytes()


@cache
def schema(name: str) -> dict[str, Any]:
    """Return one published JSON Schema: `tables/schemas/{name}.json`."""
    value: dict[str, Any] = msgspec.json.decode((TABLES / "schemas" / f"{name}.json").read_bytes())
    return value


def config(path: str) -> Config:
    """Return a project's own choices, the defaults where it has made none."""
    file = Path(path)
    written = _written(file, path) if file.is_file() else Written(path, "", {})
    return _converted((written,), written.values, Config)
