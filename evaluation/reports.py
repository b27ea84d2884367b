"""How exactly reports of tools are read: totals of logs and files with ground truth beside them.

    python -m evaluation.reports FOLDER [--misses]

FOLDER holds `gt.jsonl`, one report a line: `file` (relative to the folder above), and `gt` with its runner, its
runs as their summary lines tell them, or its counts. Read through the same door as `baton compact --report`.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from batonpass.extract.facts import extract
from batonpass.model.fact import Attributes, Fact
from batonpass.read.found import Found
from batonpass.read.parse import parse_report
from evaluation.row import Row, share

# What ground truth tells of suites is no test.
NO_TESTS = frozenset({"jest_suites", "istanbul", "coverage_xml", "istanbul_json"})
GOAL = 97.0


class Counts(NamedTuple):
    """What one run came to; None is what nobody tells."""

    passed: int | None = None
    failed: int | None = None
    errors: int | None = None
    skipped: int | None = None
    total: int | None = None


class Result(NamedTuple):
    """How one report was read."""

    file: str
    has_totals: bool
    right: bool
    told: Sequence[Counts]
    wanted: Sequence[Counts]


def main(arguments: Sequence[str]) -> int:
    """Print the figures; return 1 where a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--misses", action="store_true", help="name every report that was read wrongly")
    asked = options.parse_args(arguments)
    results = list(judged(asked.folder))
    table = rows(results)
    for row in table:
        print(row)
    for result in results if asked.misses else ():
        if not result.right:
            print(f"\n{result.file}\n  told   {list(result.told)}\n  wanted {list(result.wanted)}")
    return int(not all(row.held for row in table))


def rows(results: Sequence[Result]) -> tuple[Row, ...]:
    """Return the table: totals that are exact, and results that are none."""
    with_totals = [result.right for result in results if result.has_totals]
    invented = sum(not result.right for result in results if not result.has_totals)
    without = len(results) - len(with_totals)
    return (
        share("reports: totals exact", sum(with_totals), len(with_totals), GOAL),
        Row("reports without a result that were given one", f"{invented} of {without}", "0", not invented),
    )


def judged(folder: Path) -> Iterator[Result]:
    """Yield how every report was read."""
    for line in (folder / "gt.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        told = [
            counts(fact.attributes) for fact in facts(folder.parent / case["file"]) if fact.kind == "tests"
        ]
        wanted = list(runs(case["gt"]))
        said = [one for one in told if one != Counts()]
        right = agree(said, wanted) if wanted else not said
        yield Result(case["file"], bool(wanted), right, told, wanted)


def facts(path: Path) -> tuple[Fact, ...]:
    """Return what is read of a report."""
    found = Found(path.name, path.as_posix(), path.read_bytes())
    return extract(parse_report(found, redact=str))


def counts(about: Attributes) -> Counts:
    """Return the numbers of a fact; of a run that told none, none."""
    passed = about.passed if about.passed is None else int(about.passed)
    return Counts(passed, about.failed, about.errors, about.skipped, about.total)


def agree(told: Sequence[Counts], wanted: Sequence[Counts]) -> bool:
    """Tell whether the runs are the same, in any order, or come to the same together."""
    return _same(told, wanted) or _matches(_sum(told), _sum(wanted))


def _same(told: Sequence[Counts], wanted: Sequence[Counts]) -> bool:
    left = list(told)
    for run in wanted:
        found = next((one for one in left if _matches(one, run)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _matches(told: Counts, wanted: Counts) -> bool:
    return all(b is None or a == b for a, b in zip(told, wanted, strict=True))


def _sum(all_counts: Sequence[Counts]) -> Counts:
    columns = zip(*all_counts, strict=True)
    return Counts(*(None if None in column else sum(filter(None, column)) for column in columns))


def runs(truth: Mapping[str, Any]) -> Iterator[Counts]:
    """Yield the runs ground truth tells of."""
    if truth["runner"] in NO_TESTS or truth["runner"] == "none":
        return
    if "runs" in truth:
        yield from _of_lines([run for run in truth["runs"] if run["runner"] not in NO_TESTS])
    elif "counters" in truth:
        said = {name: int(value) for name, value in truth["counters"].items()}
        yield Counts(said["passed"], said["failed"], None, None, said["total"])
    elif truth["runner"] == "nunit3":
        said = {name: int(truth["root_attrs"][name]) for name in ("passed", "failed", "skipped", "total")}
        yield Counts(said["passed"], said["failed"], None, said["skipped"], said["total"])
    else:
        yield Counts(*(truth[name] for name in Counts._fields))


def _of_lines(lines: Sequence[Mapping[str, Any]]) -> Iterator[Counts]:
    waiting: Mapping[str, Any] = {}
    for run in lines:
        if run["runner"] == "unittest_ran":
            if waiting:
                yield Counts(total=waiting["total"])
            waiting = run
        elif run["runner"] == "unittest_result":
            yield _unittest(waiting, run)
            waiting = {}
        else:
            yield LINES.get(run["runner"], _plain)(run)
    if waiting:
        yield Counts(total=waiting["total"])


def _plain(run: Mapping[str, Any]) -> Counts:
    names = (name for name in Counts._fields)
    return Counts(*(run.get(name) for name in names))


def _unittest(ran: Mapping[str, Any], ended: Mapping[str, Any]) -> Counts:
    detail = Counter(ended.get("detail", {}))
    total = ran.get("total")
    failed, errors, skipped = detail["failures"], detail["errors"], detail["skipped"]
    expected = detail["expected failures"] + detail["expected_failures"]
    passed = None if total is None else total - failed - errors - skipped - expected
    return Counts(passed, failed, errors, skipped, total)


def _maven(run: Mapping[str, Any]) -> Counts:
    total, failed, errors, skipped = (run[name] for name in ("total", "failed", "errors", "skipped"))
    return Counts(total - failed - errors - skipped, failed, errors, skipped, total)


def _tap(run: Mapping[str, Any]) -> Counts:
    """Points that are skipped are written as ok, those still to be done as not ok."""
    return Counts(
        run["ok"] - run["skip"], run["not_ok"] - run["todo"], None, run["skip"], run["ok"] + run["not_ok"]
    )


def _go(run: Mapping[str, Any]) -> Counts:
    said = Counter(run["counts"])
    return Counts(said["pass"], said["fail"], None, said["skip"], sum(said.values()))


def _cargo(run: Mapping[str, Any]) -> Counts:
    return Counts(run["passed"], run["failed"], None, run["ignored"], None)


def _no_errors(run: Mapping[str, Any]) -> Counts:
    """Jest and vitest count tests; a suite that broke is an error of ours, and none of their numbers."""
    return _plain(run)._replace(errors=None)


LINES: Mapping[str, Callable[[Mapping[str, Any]], Counts]] = MappingProxyType(
    {
        "maven": _maven,
        "tap": _tap,
        "go_test_json": _go,
        "cargo": _cargo,
        "jest": _no_errors,
        "vitest": _no_errors,
    }
)

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
