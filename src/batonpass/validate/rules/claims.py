"""What is claimed against what was measured: the differences a compaction found, as problems."""

from collections.abc import Iterator, Mapping, Sequence

from batonpass.model.problem import Problem, Severity
from batonpass.model.proof import Difference, Proof
from batonpass.model.source import Span
from batonpass.tables import load
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "claims"
SAYS = "What a handoff claims about files, tests, checks and values is what git, transcripts and reports show"
WHY = "The next agent builds on what is said to be done and tested, and finds out last that it is not."
TESTS = {"tests": {"runner": "pytest", "passed": 45, "failed": 2, "total": 47, "basis": "derived"}}
READ = {"notes.md": "47 tests passed\n"}
GOOD = (
    Case(title="claims and evidence agree", manifest=TESTS, read=READ),
    Case(title="there is no proof, and so no evidence", manifest=TESTS),
)
BAD = (
    Case(
        title="tests are said to pass, and the report has failures",
        manifest=TESTS,
        read=READ,
        differs=(Difference("contradicted", "tests", "47 passed", "45 passed, 2 failed"),),
        finds=(Finding("error", "/tests", "47 passed is claimed; evidence shows 45 passed, 2 failed"),),
    ),
    Case(
        title="a number of tests that no report tells",
        manifest=TESTS,
        read=READ,
        differs=(Difference("unconfirmed", "tests", "52 passed", "45 passed, 2 failed"),),
        finds=(Finding("warning", "/tests", "52 passed is claimed and not confirmed"),),
    ),
    Case(
        title="files that are said to be changed and are not",
        read=READ,
        differs=(
            Difference("unconfirmed", "file", "created src/csrf.py", path="src/csrf.py"),
            Difference("unconfirmed", "file", "modified src/app.py", path="src/app.py"),
        ),
        finds=(Finding("warning", "", "2 files are claimed to be changed, and no change of them is shown"),),
    ),
    Case(
        title="a change nobody mentions",
        read=READ,
        differs=(Difference("unmentioned", "file", shown="modified src/auth.py", path="src/auth.py"),),
        finds=(Finding("warning", "", "1 file changed that no document mentions: modified src/auth.py"),),
    ),
    Case(
        title="changes of somebody else in the same working tree",
        read=READ,
        differs=(
            Difference("unattributed", "file", shown="modified web/menu.ts", path="web/menu.ts"),
            Difference("unattributed", "file", count=11),
        ),
        finds=(Finding("warning", "", "12 files changed that no call of this agent explains"),),
    ),
)

TODO: Mapping[str, str] = {
    "tests": "run the tests again and say what they came to",
    "gate": "run the check again and say what it came to",
    "metric": "measure it again, or say what was measured",
    "file": "look at the file, and say what became of it",
}
OF_FILES: Mapping[str, tuple[str, str]] = {
    "unconfirmed": (
        "claimed to be changed, and no change of {them} is shown",
        "look whether {they} exist{s}: git does not show what it is told to ignore",
    ),
    "unmentioned": ("changed that no document mentions", "say what was done to {them}"),
    "unattributed": (
        "changed that no call of this agent explains",
        "leave {them} to whoever changed {them}, or say so if it was this agent",
    ),
}


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:  # noqa: ARG001 - the proof says it all
    """Yield what is claimed and belied, then what is not confirmed; files of one sort as one problem."""
    if subject.proof is None:
        return
    of_files: dict[str, list[Difference]] = {}
    for difference in subject.proof.differences:
        if difference.kind == "file" and difference.finding in OF_FILES:
            of_files.setdefault(difference.finding, []).append(difference)
        else:
            yield _told(subject, subject.proof, difference)
    for finding, differences in of_files.items():
        yield _files(subject.proof, finding, differences)


def _told(subject: Subject, proof: Proof, difference: Difference) -> Problem:
    claimed = f"{difference.claimed}{_places(proof, difference.spans)} is claimed"
    shown = f"{difference.shown}{_places(proof, difference.evidence)}"
    belied = difference.finding == "contradicted"
    severity: Severity = "error" if belied else "warning"
    said = f"{claimed}; evidence shows {shown}" if belied else f"{claimed} and not confirmed"
    said += f": evidence shows {shown}" if shown and not belied else ""
    return Problem(
        NAME, severity, said, TODO.get(difference.kind, ""), pointer=_pointer(subject, proof, difference)
    )


def _files(proof: Proof, finding: str, differences: Sequence[Difference]) -> Problem:
    count = sum(difference.count for difference in differences)
    what, todo = OF_FILES[finding]
    words = (
        {"them": "it", "they": "it", "s": "s"} if count == 1 else {"them": "them", "they": "they", "s": ""}
    )
    verb = f" {'is' if count == 1 else 'are'}" if finding == "unconfirmed" else ""
    message = (
        f"{count} file{'' if count == 1 else 's'}{verb} {what.format(**words)}: {_named(differences, count)}"
    )
    only = differences[0].path if count == 1 else ""
    return Problem(
        NAME, "warning", message, todo.format(**words), pointer=_of_path(proof, only) if only else ""
    )


def _named(differences: Sequence[Difference], count: int) -> str:
    most: int = load.table("evidence")["facts"]["files_named"]
    named = [d.claimed or d.shown for d in differences if d.path][:most]
    more = count - len(named)
    return ", ".join(named) + (f" and {more} more" if more and named else "")


def _pointer(subject: Subject, proof: Proof, difference: Difference) -> str:
    """Return where the manifest speaks of the matter, "" where it does not."""
    if difference.kind == "tests" and "tests" in subject.manifest:
        return "/tests"
    return _of_path(proof, difference.path) if difference.path else ""


def _of_path(proof: Proof, path: str) -> str:
    found = (at for at, item in proof.items.items() if item.kind == "file" and item.attributes.path == path)
    return next(found, "")


def _places(proof: Proof, spans: Sequence[Span]) -> str:
    """Return in brackets where the first lines stand."""
    names = {entry.digest: entry.name for entry in proof.sources}
    told = [f"{names[span.source]} L{span.first}" for span in spans[:1] if span.source in names]
    return f" ({told[0]})" if told else ""
