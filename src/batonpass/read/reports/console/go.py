"""`go test`: a line for each test only when it fails or with -v, one for each package always."""

import re

from batonpass.read.reports.log import Log
from batonpass.read.reports.sheet import Sheet

RUNNER = "go test"
NEEDLES = ("ok  \t", "ok  ", "FAIL\t", "--- ", "=== RUN", "[no test files]")
RUN = re.compile(r"^=== RUN +(\S+)$", re.MULTILINE)
TEST = re.compile(r"^ *--- (?P<how>PASS|FAIL|SKIP): (?P<name>\S+) \((?P<time>[\d.]+)s\)$", re.MULTILINE)
PACKAGE = re.compile(
    r"^(?P<how>ok  |FAIL)[\t ]+(?P<name>[\w./~-]+)[\t ]+(?P<rest>[\d.]+s\b.*|\(cached\).*|\[.*\])$",
    re.MULTILINE,
)
BANNER = re.compile(
    f"{RUN.pattern}|{PACKAGE.pattern.replace('how', 'a').replace('name', 'b').replace('rest', 'c')}",
    re.MULTILINE,
)
PANIC = re.compile(r"^panic: (?!.*\[recovered\]$).*", re.MULTILINE)
BROKEN = re.compile(r"\[(?:build|setup) failed\]")
TIME = re.compile(r"([\d.]+)s")


def read(log: Log, sheet: Sheet) -> None:
    """Write down one run of all packages, and the tests that failed."""
    packages = list(log.find(PACKAGE))
    tests = list(log.find(TEST))
    started = {match[1] for _, match in log.find(RUN)}
    if not (packages or started):
        return
    first = min(line for line, _ in (*packages, *tests, *log.find(RUN)))
    last = max(line for line, _ in (*packages, *tests, *log.find(RUN)))
    how = [match["how"] for _, match in tests]
    names = {match["name"] for _, match in tests}
    broken = sum(bool(BROKEN.search(match["rest"])) for _, match in packages)
    verbose = bool(started)
    whole = not (started - names) and bool(packages) and next(log.find(PANIC), None) is None
    sheet.run(
        f"packages: {len(packages)}, failed tests: {how.count('FAIL')}",
        first,
        last,
        runner=RUNNER,
        passed=how.count("PASS") if verbose else None,
        failed=how.count("FAIL"),
        errors=broken + _unexplained(packages, tests),
        skipped=how.count("SKIP") if verbose else None,
        total=len(how) if verbose else None,
        duration_s=round(sum(float(t[1]) for _, m in packages if (t := TIME.match(m["rest"]))), 3),
        complete=whole,
        counted="counted from the lines of tests and packages",
    )
    for line, match in tests:
        if match["how"] == "FAIL" and not any(name.startswith(match["name"] + "/") for name in names):
            following = next(log.after(line, 2), (line, ""))
            said = (
                following if following[1].startswith(("---", "===", "FAIL", "ok ")) is False else (line, "")
            )
            sheet.case("failed", match["name"], said[1], line, said[0])


def _unexplained(packages: list[tuple[int, re.Match[str]]], tests: list[tuple[int, re.Match[str]]]) -> int:
    """Return how many packages failed though no test of them did: TestMain, a panic, an exit."""
    failed = [line for line, match in packages if match["how"] == "FAIL" and not BROKEN.search(match["rest"])]
    before = [0, *(line for line, _ in packages)]
    return sum(
        not any(
            match["how"] == "FAIL" and max(b for b in before if b < line) < at < line for at, match in tests
        )
        for line in failed
    )
