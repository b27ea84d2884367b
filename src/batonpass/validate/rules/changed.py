"""The files a handoff says were changed: they are there, and those it says were deleted are gone."""

from collections.abc import Iterator, Sequence

from batonpass.model.problem import Problem
from batonpass.validate.fields import texts
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "changed"
SAYS = "Files said to be created or modified exist below the root, and deleted ones do not"
WHY = "The next agent opens the file it is told about, and a name that leads nowhere sends it searching."
THERE: dict[str, str | None] = {"src/plan.py": "slots = 15\n", "src/ovens.py": "ovens = 4\n"}
GOOD = (
    Case(
        title="every changed file is there, and the deleted one is gone",
        manifest={
            "files_created": ["src/plan.py"],
            "files_modified": ["src/ovens.py"],
            "files_deleted": ["src/cron.py"],
        },
        project=THERE,
    ),
    Case(
        title="none of them is there: the work was done somewhere else",
        manifest={"files_created": ["lib/plan.rb"], "files_modified": ["lib/ovens.rb"]},
    ),
    Case(
        title="patterns stand for many",
        manifest={"files_modified": ["src/ovens.py", "src/**/*.py"]},
        project=THERE,
    ),
)
BAD = (
    Case(
        title="a file that is not there, and one that still is",
        manifest={
            "files_created": ["src/plan.py", "src/ghost.py"],
            "files_modified": ["ovens.py"],
            "files_deleted": ["src/ovens.py"],
        },
        project=THERE,
        finds=(
            Finding("warning", "/files_created/1", "src/ghost.py does not exist"),
            Finding("warning", "/files_deleted/0", "src/ovens.py still exists"),
            Finding("warning", "/files_modified/0", "ovens.py does not exist"),
        ),
    ),
)

MADE = ("files_created", "files_modified")
DELETED = "files_deleted"
PATTERN = frozenset("*?{ ")  # a name with one of these is no path of one file


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield the files that are not as they are said to be, where any of them shows that this is the project."""
    made = [one for field in MADE for one in _named(subject, field)]
    missing = [(pointer, name) for pointer, name in made if senses.stat(name) == "missing"]
    if len(missing) == len(made):
        return
    for pointer, name in missing:
        todo = "name it from the root, or say what became of it"
        yield Problem(NAME, "warning", f"{name} does not exist", todo, pointer=pointer)
    for pointer, name in _named(subject, DELETED):
        if senses.stat(name) == "file":
            todo = "delete it, or take it from the deleted files"
            yield Problem(NAME, "warning", f"{name} still exists", todo, pointer=pointer)


def _named(subject: Subject, field: str) -> Sequence[tuple[str, str]]:
    return [(at, name) for at, name in texts(subject.manifest, field) if PATTERN.isdisjoint(name)]
