"""Whatever a report holds: nothing hangs, nothing is fetched, and what broke off is never taken for a success."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from batonpass.model.evidence import Run
from batonpass.model.source import Source
from batonpass.read.found import Found
from batonpass.read.gather import gather
from batonpass.read.lines import Lines
from batonpass.read.parse import parse, parse_report
from batonpass.read.reports.known import CONSOLE
from batonpass.read.reports.log import Log
from batonpass.read.reports.sheet import Sheet
from tests.cases import load

HERE = Path(__file__).parent / "reports"
LOGS = {case.title: case.parts["log"].replace("␛", "\x1b") for case in load(HERE / "console.md")}
FILES = {case.title: case.parts["report"] for case in load(HERE / "files.md")}
SECONDS = 5.0  # far more than any of these takes, far less than a pattern that goes back and forth


def read(data: bytes, name: str = "report") -> Source:
    return parse_report(Found(name, name, data), redact=str)


def runs(source: Source) -> list[Run]:
    return [block.evidence for block in source.blocks if isinstance(block.evidence, Run)]


def test_a_bomb_is_refused_before_it_grows() -> None:
    layers = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE testsuite [<!ENTITY e0 "ha">{layers}]><testsuite name="&e11;"/>'
    began = time.monotonic()
    source = read(bomb.encode())
    assert time.monotonic() - began < SECONDS
    assert source.blocks == ()
    assert source.problems[0].rule == "report-refused"
    assert "refused" in source.problems[0].message


def test_an_entity_of_a_file_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("key", "utf-8")
    source = read(f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}">]><testsuite>&x;</testsuite>'.encode())
    assert source.blocks == ()
    read_as_document = parse(Found("a.xml", "a.xml", source.data), redact=str, max_bytes=10**6)
    assert all("key" not in block.text for block in read_as_document.blocks)


def test_a_dtd_that_is_only_named_is_not_opened(tmp_path: Path) -> None:
    dtd = tmp_path / "own.dtd"
    dtd.write_text('<!ENTITY x "<failure/>">', "utf-8")
    document = f'<!DOCTYPE testsuite SYSTEM "{dtd.as_uri()}"><testsuite><testcase name="a">&x;</testcase></testsuite>'
    assert [(run.passed, run.failed) for run in runs(read(document.encode()))] in ([(1, 0)], [])


def test_deep_documents_end() -> None:
    assert runs(read(b"<testsuite>" + b"<a>" * 1_000_000)) == []
    assert runs(read(b"[" * 1_000_000 + b'"runs":')) == []


def test_binary_garbage_is_no_report() -> None:
    source = read(bytes(range(256)) * 1000)
    assert source.blocks == ()
    assert source.problems


def test_a_long_report_is_read_as_it_comes() -> None:
    case = b'<testcase classname="pkg.mod.Class" name="test_%d"><system-out>%s</system-out></testcase>\n'
    cases = b"".join(case % (n, b"some output " * 10) for n in range(20_000))
    [run] = runs(read(b"<testsuites><testsuite>" + cases + b"</testsuite></testsuites>"))
    assert (run.passed, run.complete) == (20_000, True)


def test_a_report_that_somebody_names_is_read_above_the_limit_for_documents() -> None:
    data = b"<testsuite>" + b'<testcase name="a"/>' * 100 + b"</testsuite>"
    assert runs(read(data))
    above = parse(Found("junit.xml", "junit.xml", data), redact=str, max_bytes=100)
    assert runs(above) == []
    assert above.problems[0].rule == "source-too-large"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-8-sig"])
def test_logs_and_reports_in_other_encodings(encoding: str, tmp_path: Path) -> None:
    mark = "\ufeff" if encoding.endswith("le") else ""
    (tmp_path / "log.txt").write_bytes((mark + "==== 3 passed in 0.10s ====\r\n").encode(encoding))
    xml = '<?xml version="1.0" encoding="utf-16"?><testsuite><testcase name="ä"/></testsuite>'
    (tmp_path / "junit.xml").write_bytes((mark + xml).encode(encoding))
    for found in gather([str(tmp_path)], root=str(tmp_path)):
        assert runs(parse_report(found, redact=str))


ENDLESS = [
    "a",
    "=",
    "-",
    "_",
    " ",
    "!",
    "1 passed, ",
    "Tests: ",
    "ok ",
    "| 1 ",
    "(",
    "\x1b[",
    ". ",
    "A b c ",
    "  1) ",
]
ENDLESS += [
    "Time elapsed:",
    "1 failed | ",
    "PASS ",
    "a > ",
    "src/a.ts(1,1)",
    "a:1:1",
    "\t",
    "0 errors, ",
    "//",
    "`",
]
HEADS = [
    "",
    "=== ",
    "Tests: ",
    "Tests run: ",
    "FAIL ",
    "  ● ",
    "[INFO] ",
    "--- FAIL: ",
    "FAILED ",
    "rspec ./",
    "TOTAL ",
]
HEADS += ["All files ", "Found ", "> Task :", "a > ", "test ", "not ok "]
EVERYTHING = "\n".join(LOGS.values())  # so that every reader looks


@pytest.mark.parametrize("module", CONSOLE, ids=lambda module: module.__name__.rsplit(".", 1)[-1])
def test_no_line_is_too_long_for_any_pattern(module: object) -> None:
    lines = "\n".join(head + piece * (20_000 // len(piece)) for head in HEADS for piece in ENDLESS)
    data = Lines(f"{EVERYTHING}\n{lines}\n".encode())
    log, sheet = Log(data), Sheet(data)
    began = time.monotonic()
    module.read(log, sheet)  # type: ignore[attr-defined] # every console module has it
    assert time.monotonic() - began < SECONDS


@given(st.sampled_from(sorted(FILES)), st.floats(0.0, 0.999))
@settings(max_examples=150, deadline=None)
def test_a_file_cut_anywhere_never_is_a_complete_run(title: str, share: float) -> None:
    whole = FILES[title].strip().encode()
    if b"Action" not in whole:  # a line of events is whole by itself
        assert not any(run.complete for run in runs(read(whole[: int(len(whole) * share)])))


@given(st.binary(max_size=300), st.sampled_from(sorted(LOGS)), st.integers(0, 400))
@settings(max_examples=100, deadline=None)
def test_noise_in_a_log_breaks_nothing(noise: bytes, title: str, at: int) -> None:
    data = LOGS[title].encode()
    source = read(data[:at] + noise + data[at:])
    for block in source.blocks:
        assert source.data[block.span.start : block.span.end]


RUNNERS_WITH_A_BEGINNING = [
    "pytest: the last line counts, failures come from the short summary",
    "vitest: tests and files, and what was only planned",
    "Jest: suites that cannot be run",
    "go test -v: subtests are tests",
    "cargo test: one result for each binary",
    "PHPUnit: all is well",
    "Maven: totals of modules, not their classes once more",
]


@pytest.mark.parametrize("title", RUNNERS_WITH_A_BEGINNING)
def test_a_log_cut_before_its_result_is_incomplete(title: str) -> None:
    lines = LOGS[title].splitlines(keepends=True)
    first = next(n for n in range(1, len(lines) + 1) if runs(read("".join(lines[:n]).encode())))
    told = runs(read("".join(lines[:first]).encode()))
    assert told
    assert not any(run.complete for run in told)
    assert all(run.passed is None or not run.complete for run in told)
