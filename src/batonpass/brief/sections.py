"""A manifest as a reader goes through it: sections in reading order, whoever wrote it.

A foreign manifest may miss fields or fill them in its own way; nothing here raises for that.
"""

import fnmatch
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from batonpass.model.manifest import Manifest, escape, leaves

Form = Literal["words", "list", "row"]  # word for word · one line each · all in one line


class Entry(Struct, frozen=True):
    """One thing a manifest says."""

    pointer: str
    text: str
    more: str = ""  # a decision's rationale, what is said of a file


class Section(Struct, frozen=True):
    """What a manifest says under one heading."""

    title: str
    pointer: str
    entries: tuple[Entry, ...]
    form: Form = "list"
    single: bool = False  # one value, not a list of them


# What a next agent must not break comes before what it may use.
ORDER: tuple[tuple[str, str, Form], ...] = (
    ("/instructions", "Demanded by the user, word for word", "words"),
    ("/summary/constraints", "Constraints", "list"),
    ("/summary/overview", "Overview", "list"),
    ("/summary/system_overview", "Overview", "list"),
    ("/summary/strategy", "Strategy", "list"),
    ("/summary/approach", "Approach", "list"),
    ("/key_decisions", "Decisions", "list"),
    ("/summary/decisions", "Further decisions", "list"),
    ("/blockers", "Blockers", "list"),
    ("/questions", "Open questions", "list"),
    ("/summary/insights", "Insights", "list"),
    ("/summary/key_insights", "Insights", "list"),
    ("/summary/non_goals", "Not to be done", "list"),
    ("/summary/risks", "Risks", "list"),
    ("/summary/errors", "Errors", "list"),
    ("/summary/approaches", "Approaches", "list"),
    ("/next_steps", "Next steps", "list"),
    ("/tests", "Tests", "list"),
    ("/summary/gates", "Quality gates", "list"),
    ("/summary/quality_gates", "Quality gates", "list"),
    ("/summary/metrics", "Metrics", "list"),
    ("/summary/key_files", "Key files", "list"),
    ("/summary/files_created", "Number of files created", "row"),
    ("/summary/total_lines", "Lines", "row"),
    ("/summary/languages", "Languages", "row"),
    ("/summary/files_to_create", "Files to create", "row"),
    ("/summary/files_to_modify", "Files to modify", "row"),
    ("/summary/files_to_delete", "Files to delete", "row"),
    ("/files_created", "Files created", "row"),
    ("/files_modified", "Files modified", "row"),
    ("/files_deleted", "Files deleted", "row"),
    ("/dependencies_satisfied", "Dependencies satisfied", "list"),
    ("/summary/dependencies", "Dependencies", "list"),
)

# Fields that say whose handoff it is and what belongs to it, not what was found.
FRAME = frozenset(
    {"from_agent", "to_agents", "artifact_type", "timestamp", "scope", "status", "phase", "workflow_id"}
    | {"session_id", "group_id", "supersedes", "id", "schema_version", "artifacts_directory"}
    | {"required_reading", "optional_context", "detail_files", "context_budget"}
)
FIELDS = frozenset(Manifest.__struct_fields__)


def sections(manifest: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return everything the manifest says, known places first, a foreign manifest's own ones last."""
    made = [_section(title, pointer, at(manifest, pointer), form) for pointer, title, form in ORDER]
    made += [_section(title, pointer, value) for pointer, title, value in _own(manifest)]
    return tuple(section for section in made if section.entries)


def _section(title: str, pointer: str, value: Any, form: Form = "list") -> Section:
    return Section(title, pointer, tuple(entries(value, pointer)), form, single=not isinstance(value, list))


def at(manifest: Mapping[str, Any], pointer: str) -> Any:
    """Return the value at a pointer through objects, None where there is none."""
    value: Any = manifest
    for step in pointer.split("/")[1:]:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _own(manifest: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    known = {pointer for pointer, _, _ in ORDER}
    summary = manifest.get("summary")
    inner = summary if isinstance(summary, Mapping) else {}
    for key, value in inner.items():
        if f"/summary/{key}" not in known:
            yield f"/summary/{escape(key)}", titled(key), value
    for key, value in manifest.items():
        if f"/{key}" not in known and key not in FRAME and value is not inner:
            yield f"/{escape(key)}", titled(key), value


def titled(key: str) -> str:
    """Return a field's name as a heading."""
    return one_line(key.replace("_", " ")).capitalize()


def entries(value: Any, pointer: str) -> Iterator[Entry]:
    """Yield what a value says, one entry for each item of a list."""
    if value is None or value in ("", [], {}):
        return
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield _entry(item, f"{pointer}/{index}")
    else:
        yield _entry(value, pointer)


def _entry(value: Any, pointer: str) -> Entry:
    if pointer == "/tests" and isinstance(value, Mapping):
        return Entry(pointer, tests_line(value))
    if isinstance(value, Mapping):
        for first, second in (("decision", "rationale"), ("file", "description")):
            if first in value:
                return Entry(pointer, said(value[first]), said(value.get(second)))
        inner = (f"{key.rsplit('/', 1)[-1]}: {said(leaf)}" for key, leaf in leaves(value))
        return Entry(pointer, ", ".join(inner))
    if isinstance(value, list):
        return Entry(pointer, ", ".join(said(leaf) for _, leaf in leaves(value)))
    return Entry(pointer, value if pointer.startswith("/instructions/") and _is_text(value) else said(value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def said(value: Any) -> str:
    """Return a scalar in one line."""
    if value is None:
        return ""
    return one_line(value) if isinstance(value, str) else msgspec.json.encode(value).decode()


def one_line(text: str) -> str:
    """Return a text without line breaks and doubled spaces."""
    return " ".join(text.split())


def references(manifest: Mapping[str, Any], field: str) -> tuple[Entry, ...]:
    """Return the files a field names; plain strings are read as `file - what it is`."""
    value = manifest.get(field)
    listed = value if isinstance(value, list) else []
    return tuple(_reference(item, f"/{field}/{index}") for index, item in enumerate(listed))


def _reference(item: Any, pointer: str) -> Entry:
    if isinstance(item, str):
        file, _, what = one_line(item).partition(" - ")
        return Entry(pointer, file, what)
    return _entry(item, pointer)


def listed(manifest: Mapping[str, Any], field: str) -> tuple[str, ...]:
    """Return the texts of a field that should hold a list of them."""
    value = manifest.get(field)
    return tuple(said(item) for item in value) if isinstance(value, list) else ()


def decided(manifest: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the decisions, each with its reason behind it."""
    told = manifest.get("key_decisions")
    each = (
        d if isinstance(d, Mapping) else {"decision": d} for d in (told if isinstance(told, list) else ())
    )
    pairs = ((said(d.get("decision")).rstrip("."), said(d.get("rationale"))) for d in each)
    return tuple(f"{what} ({why.rstrip('.')})" if why else what for what, why in pairs)


def unlisted(names: Iterable[str], told: Collection[str]) -> list[str]:
    """Return the names, patterns too, that stand for nothing told already."""
    return [name for name in names if name not in told and not fnmatch.filter(told, name)]


COUNTED = ("passed", "failed", "errors", "skipped")


def tests_line(tests: Mapping[str, Any]) -> str:
    """Return test totals as people say them: `47 passed, 2 failed, of 49, pytest`."""
    worth = {key: tests.get(key) for key in COUNTED}
    parts = [f"{said(n)} {key}" for key, n in worth.items() if n or (n == 0 and key in ("passed", "failed"))]
    parts += [f"{said(tests['total'])} in all"] if tests.get("total") and not parts else []
    parts += ["not all were run"] if tests.get("complete") is False else []
    parts += [f"by {said(tests['runner'])}"] if tests.get("runner") else []
    return ", ".join(parts)


def handle(manifest: Mapping[str, Any]) -> str:
    """Return what a command calls this handoff: its id, else the path of its manifest."""
    own = said(manifest.get("id"))
    directory = said(manifest.get("artifacts_directory"))
    return own or (f"{directory.rstrip('/')}/manifest.json" if directory else "MANIFEST")


def budget(manifest: Mapping[str, Any], field: str) -> int:
    """Return a number of the manifest's own budget, 0 where it states none."""
    value = at(manifest, f"/context_budget/{field}")
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
