"""`go test -json`: one event a line, other output in between; subtests are tests."""

import msgspec
from msgspec import Struct

from batonpass.read.reports.numbers import many
from batonpass.read.reports.sheet import Sheet

NAME = "go test"
ENDS = frozenset({"pass", "fail", "skip"})


class Event(Struct, frozen=True, rename="pascal"):
    """What happened."""

    action: str
    package: str = ""
    test: str = ""
    elapsed: float = 0.0
    output: str = ""


EVENT = msgspec.json.Decoder(Event)


def read(data: bytes, sheet: Sheet) -> bool:
    """Write down one run of all packages; tell whether there were events at all."""
    if b'"Action"' not in data[:4096]:
        return False
    reader = _Events(sheet)
    for number, line in enumerate(data.splitlines(), 1):
        if line.startswith(b"{"):
            try:
                reader.take(EVENT.decode(line), number)
            except (msgspec.DecodeError, msgspec.ValidationError):
                reader.torn = number
    reader.finish()
    return not sheet.is_empty


class _Events:
    """Tests by what became of them."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.tests: dict[tuple[str, str], str] = {}
        self.packages: dict[str, str] = {}
        self.said: dict[tuple[str, str], tuple[str, int]] = {}
        self.failed: list[tuple[tuple[str, str], int]] = []
        self.time = 0.0
        self.first = self.last = self.torn = 0

    def take(self, event: Event, line: int) -> None:
        key = (event.package, event.test)
        if not event.package:
            return
        self.first, self.last = self.first or line, line
        if event.action == "output" and event.test and key not in self.said and _tells(event.output):
            self.said[key] = (event.output.strip(), line)
        elif event.action in ENDS and event.test:
            self.tests[key] = event.action
            if event.action == "fail":
                self.failed.append((key, line))
        elif event.action in ENDS:
            self.packages[event.package] = event.action
            self.time += event.elapsed
        elif event.action in ("run", "start"):
            (self.tests.setdefault(key, "") if event.test else self.packages.setdefault(event.package, ""))

    def finish(self) -> None:
        if not self.first:
            return
        how = list(self.tests.values())
        broken = {p for p, end in self.packages.items() if end == "fail"} - {
            p for (p, _), end in self.tests.items() if end == "fail"
        }
        packages = {package for package, _ in self.tests} | set(self.packages)
        whole = (
            "" not in how
            and all(self.packages.get(package) for package in packages)
            and self.torn < self.last
        )
        self.sheet.run(
            f"{many(len(how), 'test')} in {many(len(packages), 'package')}",
            self.first,
            self.last,
            runner=NAME,
            passed=how.count("pass"),
            failed=how.count("fail"),
            errors=len(broken),
            skipped=how.count("skip"),
            total=len(how),
            duration_s=round(self.time, 3) or None,
            complete=whole and (not self.torn or self.torn < self.last),
            counted=f"counted from the events of {many(len(how), 'test')}",
        )
        for (package, test), line in self.failed:
            if not any(p == package and t.startswith(test + "/") for (p, t), _ in self.failed):
                said, at = self.said.get((package, test), ("", line))
                self.sheet.case("failed", test, said, at)


def _tells(output: str) -> bool:
    """Tell whether a line is the test's own: not the runner's."""
    return bool(output.strip()) and not output.lstrip().startswith(("=== ", "--- "))
