"""pytest: the last line of a session; sessions a test itself started are what it put out, no results."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from batonpass.model.evidence import Outcome, RunStanding
from batonpass.read.reports.log import Log
from batonpass.read.reports.numbers import seconds
from batonpass.read.reports.sheet import Sheet

RUNNER = "pytest"
NEEDLES = ("test session starts", " in ")
BANNER = re.compile(r"^=+ test session starts =+$", re.MULTILINE)
PART = r"\d+ [a-z]+(?: (?:passed|failed|skipped))?"
FINAL = re.compile(
    rf"^(?:=+ )?(?P<counts>{PART}(?:, {PART})*|no tests (?:ran|collected)(?: \(\d+ deselected\))?)"
    r" in (?P<time>[\d.]+) ?s(?:econds)?(?: \([\d:]+\))?(?: =+)?$",
    re.MULTILINE,
)
COUNT = re.compile(r"(\d+) ([a-z]+)(?= in |,|$)")
KNOWN = {
    "passed": "passed",
    "failed": "failed",
    "error": "errors",
    "errors": "errors",
    "skipped": "skipped",
    "xfailed": "xfailed",
    "xpassed": "xpassed",
    "deselected": "",
    "warning": "",
    "warnings": "",
    "rerun": "",
    "reruns": "",
}
CAPTURED = re.compile(r"^-+ Captured \w+ \w+ -+$", re.MULTILINE)
# an error during collection, too many failures, a person's Ctrl-C, a bug of a plugin
STOPPED = re.compile(r"^(?:!{3,} .+ !{3,}|INTERNALERROR> .*)$", re.MULTILINE)
SHORT = re.compile(r"^=+ short test summary info =+$", re.MULTILINE)
NAMED = re.compile(r"^(FAILED|ERROR) (?P<name>\S+?(?:::\S.*?)?)(?: - (?P<message>.*))?$", re.MULTILINE)
IS_NODE = re.compile(r"::|\.(?:py|md|rst|txt)$")
TITLE = re.compile(r"^_{3,} (?:(ERROR) (?:at (?:setup|teardown) of|collecting) )?(.+?) _{3,}$", re.MULTILINE)
LONGEST = 400  # lines of a traceback
FILE = re.compile(r"^(\S+\.py)(?:::| [.FEsxX])", re.MULTILINE)


class Session(NamedTuple):
    """From where a session starts to its last line; 0 = there is none."""

    start: int
    final: int
    match: re.Match[str] | None
    inner: bool = False
    after: int = 0  # the last line of the session before it

    @property
    def first(self) -> int:
        """Return its first line: of one without a banner, as `pytest -q` prints it, what follows the one before."""
        return self.start or min(self.after + 1, self.final)


def read(log: Log, sheet: Sheet) -> None:
    """Write down every session of the log."""
    found = list(_sessions(log))
    outer, inner = [s for s in found if not s.inner], [s for s in found if s.inner]
    for session in inner:
        _told(log, sheet, session, "quoted", [])
    for session, again in _run_again(log, outer):
        _told(log, sheet, session, "superseded" if again else "current", inner)
        if not again:
            _cases(log, sheet, session, inner)


def _sessions(log: Log) -> Iterator[Session]:
    """Pair beginnings with ends; what begins within the captured output of a session is inside of it."""
    open_sessions: list[int] = []
    captured, after = False, 0
    for line, what, match in _events(log):
        if what == "captured":
            captured = bool(open_sessions)
        elif what == "start":
            if open_sessions and not captured:
                yield Session(open_sessions.pop(), 0, None)
            open_sessions.append(line)
        else:
            inner = len(open_sessions) > 1
            yield Session(open_sessions.pop() if open_sessions else 0, line, match, inner, after)
            after = line
            captured = captured and bool(open_sessions)
    for depth, line in enumerate(open_sessions):
        yield Session(line, 0, None, inner=depth > 0)


def _events(log: Log) -> list[tuple[int, str, re.Match[str]]]:
    events = [(line, "start", match) for line, match in log.find(BANNER)]
    events += [(line, "final", match) for line, match in log.find(FINAL) if _counts(match) is not None]
    events += [(line, "captured", match) for line, match in log.find(CAPTURED)]
    return sorted(events, key=lambda event: event[0])


def _counts(match: re.Match[str]) -> dict[str, int] | None:
    """Return what the last line counts, None where some other tool wrote it."""
    if match["counts"].startswith("no tests"):
        return {}
    counts: dict[str, int] = {}
    for value, word in COUNT.findall(match["counts"]):
        if word not in KNOWN:
            return None
        counts[KNOWN[word]] = counts.get(KNOWN[word], 0) + int(value)
    return counts


def _told(log: Log, sheet: Sheet, session: Session, standing: RunStanding, inner: list[Session]) -> None:
    if session.match is None:
        sheet.run(
            log.line(session.start).strip(" ="),
            session.start,
            runner=RUNNER,
            complete=False,
            standing=standing,
            counted="it began and has no last line",
        )
        return
    counts = _counts(session.match) or {}
    stops = (line for line, _ in log.find(STOPPED, session.first, session.final))
    sheet.run(
        session.match[0].strip(" ="),
        session.final,
        runner=RUNNER,
        passed=counts.get("passed", 0) + counts.get("xpassed", 0),
        failed=counts.get("failed", 0),
        errors=counts.get("errors", 0),
        skipped=counts.get("skipped", 0),
        total=sum(value for name, value in counts.items() if name),
        duration_s=seconds(session.match["time"]),
        complete=all(_within(line, inner) for line in stops),
        standing=standing,
    )


def _run_again(log: Log, sessions: list[Session]) -> list[tuple[Session, bool]]:
    """Return each session and whether it was run again later in the log: the very same files were tested."""
    files = [_files(log, session) for session in sessions] if len(sessions) > 1 else [frozenset[str]()]
    return [
        (session, bool(files[at]) and files[at] in files[at + 1 :]) for at, session in enumerate(sessions)
    ]


def _files(log: Log, session: Session) -> frozenset[str]:
    if not session.start:
        return frozenset()
    return frozenset(match[1] for _, match in log.find(FILE, session.start, session.final))


def _cases(log: Log, sheet: Sheet, session: Session, inner: list[Session]) -> None:
    """Write down what failed: as the short summary names it, else by the titles of the tracebacks."""
    heads = [line for line, _ in log.find(SHORT, session.first, session.final) if not _within(line, inner)]
    named = [
        (line, match)
        for line, match in log.find(NAMED, heads[-1] if heads else session.first, session.final)
        if IS_NODE.search(match["name"]) and not _within(line, inner)
    ]
    for line, match in named:
        how: Outcome = "failed" if match[1] == "FAILED" else "error"
        sheet.case(how, match["name"], match["message"] or "", line)
    if heads or named:
        return
    for line, match in log.find(TITLE, session.first, session.final):
        if not _within(line, inner):
            message, at = _raised(log, line)
            sheet.case("error" if match[1] else "failed", match[2], message, line, at)


def _within(line: int, inner: list[Session]) -> bool:
    return any(session.start <= line <= session.final for session in inner)


def _raised(log: Log, title: int) -> tuple[str, int]:
    """Return the first line a traceback marks as the error, with its place."""
    for number in range(title + 1, min(log.count, title + LONGEST) + 1):
        text = log.line(number)
        if text.startswith("E  "):
            return text[1:], number
        if text.startswith("____"):
            break
    return "", title
