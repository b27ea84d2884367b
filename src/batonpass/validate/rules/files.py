"""The files a manifest sends its reader to: they exist, and inside the root."""

from collections.abc import Iterator

from batonpass.model.problem import Problem, Severity
from batonpass.validate.fields import Reference, references, text, texts
from batonpass.validate.places import Place, files, find, is_glob
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "files"
SAYS = "The artifacts directory and every file named for reading exist, inside the root"
WHY = "A handoff is short because the full work is one line away; a dead path makes it merely short."
NOTES = [{"file": "notes.md", "description": "Notes"}]
GOOD = (
    Case(
        title="files lie in the artifacts directory, or are named from the root",
        manifest={
            "required_reading": [{"file": "api-spec.yaml", "description": "The REST API"}],
            "detail_files": ["full-plan.md", "diagrams/", "src/api/*", "full-plan.md (1000 lines)"],
        },
        files={"api-spec.yaml": "paths:", "full-plan.md": "# Plan", "diagrams/flow.mermaid": "graph"},
        project={"src/api/token.ts": "export {}"},
    ),
    Case(
        title="a bracket in a file's real name is no pattern",
        manifest={"detail_files": ["app/[id]/page.tsx"]},
        project={"app/[id]/page.tsx": "export {}"},
    ),
)
BAD = (
    Case(
        title="files that are gone",
        manifest={
            "required_reading": [{"file": "api-spec.yaml", "description": "The REST API"}],
            "detail_files": ["full-plan.md", "src/api/*"],
            "optional_context": NOTES,
        },
        finds=(
            Finding("error", "/detail_files/0", "full-plan.md does not exist"),
            Finding("error", "/required_reading/0", "api-spec.yaml does not exist"),
            Finding("warning", "/detail_files/1", "src/api/* matches no file"),
            Finding("note", "/optional_context/0", "notes.md does not exist"),
        ),
    ),
    Case(
        title="paths that leave the root",
        manifest={
            "required_reading": [{"file": "../../../../etc/passwd", "description": "Secrets"}],
            "detail_files": ["/etc/*"],
            "optional_context": [{"file": "../../../../notes.md", "description": "Notes"}],
        },
        finds=(
            Finding("error", "/detail_files/0", "leads out of the root"),
            Finding("error", "/optional_context/0", "leads out of the root"),
            Finding("error", "/required_reading/0", "leads out of the root"),
        ),
    ),
    Case(
        title="the whole directory is gone: one problem, not one a file",
        manifest={
            "artifacts_directory": "artifacts/nobody/never/",
            "detail_files": ["full-plan.md", "/etc/passwd"],
        },
        finds=(
            Finding("error", "/artifacts_directory", "artifacts/nobody/never/ does not exist"),
            Finding("error", "/detail_files/1", "leads out of the root"),
        ),
    ),
    Case(
        title="a directory without a name",
        manifest={"artifacts_directory": ""},
        finds=(Finding("error", "/artifacts_directory", "an empty name does not exist"),),
    ),
    Case(
        title="a directory nobody can be made to read",
        manifest={"required_reading": [{"file": "specs/", "description": "All specifications"}]},
        files={"specs/api.yaml": "paths:"},
        finds=(Finding("error", "/required_reading/0", "specs/ is a directory"),),
    ),
)

DIRECTORY = "artifacts_directory"
WHEN_MISSING: dict[str, Severity] = {
    "required_reading": "error",
    "detail_files": "error",
    "optional_context": "note",
}


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield every name that leads nowhere, or out."""
    directory = text(subject.manifest, DIRECTORY)
    there = senses.stat(directory) if directory else "missing"
    if there != "directory" and isinstance(subject.manifest.get(DIRECTORY), str):
        yield _directory(directory, there)
    for field, severity in WHEN_MISSING.items():
        for reference in _named(subject, field):
            place = find(reference.file, subject, senses)
            if place.stat == "outside":
                yield _outside(reference)
            elif there == "directory":
                yield from _judge(reference, place, severity, subject, senses)


def _named(subject: Subject, field: str) -> Iterator[Reference]:
    if field == "detail_files":
        return (Reference(pointer, name) for pointer, name in texts(subject.manifest, field))
    return references(subject.manifest, field)


def _directory(directory: str, there: str) -> Problem:
    found = {"outside": "leads out of the root", "file": "is a file"}.get(there, "does not exist")
    todo = "hand over again, or name the directory that holds the full work"
    message = f"{directory or 'an empty name'} {found}, wanted a directory"
    return Problem(NAME, "error", message, todo, pointer=f"/{DIRECTORY}")


def _outside(reference: Reference) -> Problem:
    message = f"{reference.file} leads out of the root"
    todo = "copy it into the artifacts directory and name it there"
    return Problem(NAME, "error", message, todo, pointer=reference.pointer)


def _judge(
    reference: Reference, place: Place, severity: Severity, subject: Subject, senses: Senses
) -> Iterator[Problem]:
    name, required = reference.file, reference.pointer.startswith("/required_reading")
    if place.stat == "directory" and required:
        yield Problem(
            NAME,
            "error",
            f"{name or 'an empty name'} is a directory, wanted a file",
            "name the files in it that must be read",
            pointer=reference.pointer,
        )
    elif place.stat == "missing" and is_glob(name):
        if not files(name, subject, senses):
            yield Problem(
                NAME,
                _weaker(severity),
                f"{name} matches no file",
                "mend the pattern, or take it out",
                pointer=reference.pointer,
            )
    elif place.stat == "missing":
        message = f"{name} does not exist in the artifacts directory, nor from the root"
        todo = "put it there, or take its name out"
        yield Problem(NAME, severity, message, todo, pointer=reference.pointer)


def _weaker(severity: Severity) -> Severity:
    """Return what a pattern without a match is: it may have had one, so it is never an error."""
    return "note" if severity == "note" else "warning"
