"""Everything a handoff's sources said, kept or not, in groups named as an artifact names them."""

from collections.abc import Iterator, Mapping
from typing import Any

from batonpass.brief.marks import behind
from batonpass.brief.sections import Entry, references, sections, tests_line
from batonpass.model.fact import Attributes, Change
from batonpass.model.proof import LeftOut, Proof

Groups = dict[str, list[Any]]
Told = Iterator[tuple[str, Any]]  # group and value

# Where the manifest shows it → its group; every other place is a group of its own.
GROUPS = {
    "/summary/overview": "overview",
    "/summary/system_overview": "overview",
    "/summary/approach": "approaches",
    "/key_decisions": "decisions",
    "/summary/key_insights": "insights",
    "/summary/quality_gates": "gates",
    "/dependencies_satisfied": "dependencies",
}
# Kinds whose group is not their name with an s.
PLURALS = {"overview": "overview", "strategy": "strategy", "approach": "approaches"}
PLURALS |= {"dependency": "dependencies", "tests": "gates"}
DONE: dict[Change | None, str] = {
    "created": "files_created",
    "modified": "files_modified",
    "renamed": "files_modified",
    "deleted": "files_deleted",
    "read": "files_read",
    "planned": "files_to_create",
    None: "files",
}
PLANNED: dict[Change | None, str] = {
    "created": "files_to_create",
    "planned": "files_to_create",
    "modified": "files_to_modify",
    "renamed": "files_to_modify",
    "deleted": "files_to_delete",
    "read": "required_reading",
    None: "files_to_create",
}
VERDICTS = {True: "quality_gates_passed", False: "quality_gates_failed", None: "quality_gates"}
# Computed from facts, no facts themselves.
COMPUTED = ("/summary/files_created", "/summary/total_lines", "/summary/languages")


def found(manifest: Mapping[str, Any], proof: Proof | None) -> tuple[Groups, dict[str, Groups]]:
    """Return what holds, by group; and what does not hold, by its standing and group."""
    current: Groups = {}
    past: dict[str, Groups] = {}
    for group, value in _kept(manifest, proof):
        _add(current, group, value)
    for left in proof.left_out if proof else ():
        standing = _past(left)
        for group, value in _left(left):
            _add(past.setdefault(standing, {}) if standing else current, group, value)
    return current, past


def _add(groups: Groups, group: str, value: Any) -> None:
    values = groups.setdefault(group, [])
    if value not in values:
        values.append(value)


def _kept(manifest: Mapping[str, Any], proof: Proof | None) -> Told:
    tests = manifest.get("tests")
    if isinstance(tests, Mapping) and tests_line(tests):
        yield VERDICTS[_all_passed(tests)], tests_line(tests)
    for section in sections(manifest):
        if section.pointer == "/tests" and isinstance(tests, Mapping):
            continue
        if section.pointer in COMPUTED and (section.single or section.pointer == COMPUTED[-1]):
            continue
        group = GROUPS.get(section.pointer, section.pointer.rsplit("/", 1)[-1])
        for entry in section.entries:
            yield from _shown(group, entry, proof)
    for entry in references(manifest, "required_reading"):
        yield "required_reading", described(entry.text, entry.more)


def _shown(group: str, entry: Entry, proof: Proof | None) -> Told:
    """Yield one entry; prose that the manifest shows shortened is given whole."""
    item = behind(proof, entry.pointer)
    whole, about = (item.text or entry.text, item.attributes) if item else (entry.text, Attributes())
    if group == "decisions":
        yield group, _decision(_without(whole, about.rationale), about, entry.more)
    elif group == "gates":
        yield VERDICTS[_verdict(about)], whole
    elif group == "key_files" and about.path:
        yield group, described(about.path, _what(whole, about.path))
    elif group.startswith("files_"):
        yield group, entry.text
        if about.path and _what(whole, about.path):
            yield "key_files", described(about.path, _what(whole, about.path))
    else:
        yield group, entry.text if group == "dependencies" else whole


def _left(left: LeftOut) -> Told:
    about = left.attributes
    if left.kind == "decision":
        yield "decisions", _decision(left.text, about)
    elif left.kind == "file":
        path = about.path or left.text
        yield (PLANNED if left.standing == "planned" else DONE)[about.change], path
        if _what(left.text, path):
            yield "key_files", described(path, _what(left.text, path))
    elif left.kind == "gate":
        yield VERDICTS[_verdict(about)], left.text
    elif left.kind == "tests":
        counted = {"passed": about.passed, "failed": about.failed, "errors": about.errors}
        counted["complete"] = about.complete
        yield VERDICTS[_all_passed(counted)], left.text
    else:
        yield PLURALS.get(left.kind, f"{left.kind}s"), left.text


def _past(left: LeftOut) -> str:
    """Return why a fact no longer holds, "" when it does; a planned file is what a plan is made of."""
    if left.standing not in ("current", "planned") or (left.standing == "planned" and left.kind != "file"):
        return left.standing
    if left.attributes.done:
        return "done"
    return "resolved" if left.attributes.resolved else ""


def _decision(text: str, about: Attributes, rationale: str = "") -> dict[str, Any]:
    made: dict[str, Any] = {"decision": text, "rationale": about.rationale or rationale}
    return made | ({"alternatives": list(about.alternatives)} if about.alternatives else {})


def _without(text: str, rationale: str | None) -> str:
    """Take off the rationale that a decision carries where there is only one text for both."""
    head, _, tail = text.rpartition(" — ")
    return head if head and rationale and rationale.startswith(tail.rstrip("…")) else text


def _verdict(about: Attributes) -> bool | None:
    return about.passed if isinstance(about.passed, bool) else None


def _all_passed(tests: Mapping[str, Any]) -> bool | None:
    if tests.get("failed") or tests.get("errors") or tests.get("complete") is False:
        return False
    return True if tests.get("passed") else None


def _what(text: str, path: str) -> str:
    """Return what a text says of a file beside its path."""
    return text.replace(f"`{path}`", "", 1).replace(path, "", 1).strip(" \t:—–-()|`,;")


def described(path: str, what: str) -> str:
    """Return a file with what it is, as seed documents write it."""
    return f"{path} ({what})" if what else path
