"""JUnit and what writes like it: every case counted once, however deep its suite, whatever the attributes say."""

from collections.abc import Mapping

from batonpass.model.evidence import Outcome
from batonpass.read.reports.numbers import many, seconds
from batonpass.read.reports.sheet import Sheet
from batonpass.tables.load import words

NAME = "junit"
ROOTS = ("testsuites", "testsuite")
BAD: Mapping[str, Outcome] = {"failure": "failed", "error": "error"}
OUTCOMES: Mapping[str, Outcome] = {outcome: outcome for outcome in BAD.values()}
COUNTED = {"": "passed", "failed": "failed", "error": "errors", "skipped": "skipped"}
NOT_RUN = frozenset({"notrun", "disabled", "skipped", "ignored"})
NAMING = 2  # levels whose name may be the runner's: the root, and what stands directly in it


class Suite:
    """One open suite: its attributes, whether it lists anything, and how many of its cases went wrong."""

    __slots__ = ("attributes", "bad", "lists")

    def __init__(self, attributes: Mapping[str, str]) -> None:
        """Remember the attributes."""
        self.attributes = attributes
        self.lists = False
        self.bad = 0

    def says(self, *names: str) -> int:
        """Return the sum of some attributes."""
        return sum(int(text) for name in names if (text := self.attributes.get(name, "")).isdecimal())


class Reader:
    """Counts cases as they come."""

    def __init__(self, sheet: Sheet) -> None:
        """Start at nothing."""
        self.sheet = sheet
        self.counts = dict.fromkeys((*COUNTED.values(), "total"), 0)
        self.suites: list[Suite] = []
        self.runner = NAME
        self.time: float | None = None
        self.root = -1
        self.cases = 0
        self.case: Mapping[str, str] | None = None
        self.at = 0
        self.how = ""
        self.message = ""

    def start(self, name: str, attributes: Mapping[str, str], at: int) -> bool:
        """Take a suite, a case, or what happened to a case."""
        if name in ROOTS:
            self._open(attributes, at)
        elif name == "testcase":
            self.case, self.at, self.message = attributes, at, ""
            states = (attributes.get("status", ""), attributes.get("result", ""))
            self.how = "" if NOT_RUN.isdisjoint(states) else "skipped"
        elif name in BAD and self.how not in OUTCOMES:
            self.how, self.message = BAD[name], attributes.get("message", "").strip()
            return not self.message
        elif name == "skipped" and not self.how:
            self.how = "skipped"
        return False

    def end(self, name: str, text: str, at: int) -> None:
        """Count a case when it ends, and a suite that lists none."""
        if name in BAD:
            self.message = self.message or text
        elif name == "testcase" and self.case is not None:
            self._count(self.case, at)
            self.case = None
        elif name in ROOTS:
            self._close(self.suites.pop())

    def finish(self, broken: str) -> None:
        """Write down the run."""
        how = (
            f"counted from {many(self.cases, 'case')}"
            if self.cases
            else "taken from the attributes of the suites"
        )
        self.sheet.total(
            self.root,
            runner=self.runner,
            **self.counts,
            duration_s=self.time,
            complete=not broken,
            counted=how,
        )

    def _open(self, attributes: Mapping[str, str], at: int) -> None:
        if not self.suites:
            self.root = at
        if len(self.suites) < NAMING and self.runner == NAME:
            self.runner = words("runners")["suites"].get(attributes.get("name", ""), NAME)
        if self.suites:
            self.suites[-1].lists = True
        self.suites.append(Suite(attributes))

    def _count(self, case: Mapping[str, str], end: int) -> None:
        self.cases += 1
        self.counts["total"] += 1
        self.counts[COUNTED[self.how]] += 1
        if self.suites:
            self.suites[-1].lists = True
            self.suites[-1].bad += self.how in OUTCOMES
        if outcome := OUTCOMES.get(self.how):
            name = ".".join(dict.fromkeys(filter(None, (case.get("classname"), case.get("name")))))
            if made := self.sheet.new_case(outcome, name, self.message):
                self.sheet.piece(made, self.sheet.told(made), self.at, self.sheet.tag_end(end))

    def _close(self, suite: Suite) -> None:
        """Take a suite's own numbers where it lists nothing, and its failures where no case shows any."""
        failed, errors, skipped = (
            suite.says("failures"),
            suite.says("errors"),
            suite.says("skipped", "disabled"),
        )
        if not suite.lists:
            total = max(suite.says("tests"), failed + errors + skipped)
            passed = total - failed - errors - skipped
            self._add(passed=passed, failed=failed, errors=errors, skipped=skipped, total=total)
            suite.bad = failed + errors
        elif failed + errors and not suite.bad:
            self._add(errors=failed + errors, total=failed + errors)
            suite.bad = failed + errors
        if self.suites:
            self.suites[-1].bad += suite.bad
        self._spend(suite)

    def _add(self, **counts: int) -> None:
        for name, value in counts.items():
            self.counts[name] += value

    def _spend(self, suite: Suite) -> None:
        """Take the time of the outermost suite that tells one, summed where the root does not."""
        time = seconds(suite.attributes.get("time", "").replace(",", ""))
        if time is None:
            return
        if not self.suites:
            self.time = time
        elif len(self.suites) == 1 and "time" not in self.suites[0].attributes:
            self.time = round((self.time or 0.0) + time, 3)
