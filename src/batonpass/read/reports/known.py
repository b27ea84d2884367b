"""Which report a text is, by its content, and its blocks."""

import re
from contextlib import suppress
from types import ModuleType
from typing import NamedTuple

from batonpass.read.draft import Draft
from batonpass.read.lines import Lines
from batonpass.read.reports.console import (
    bun,
    cargo,
    go,
    gradle,
    jest,
    lcov,
    maven,
    mocha,
    node,
    one_line,
    phpunit,
    playwright,
    pytest,
    rspec,
    tap,
    unittest,
    vitest,
)
from batonpass.read.reports.json import coverage_py, eslint, go_test, istanbul, ruff, sarif
from batonpass.read.reports.log import Log
from batonpass.read.reports.markup import head_of, walk
from batonpass.read.reports.sheet import Sheet
from batonpass.read.reports.xml import coverage, junit, nunit, trx, xunit
from batonpass.read.unreadable import Unreadable
from batonpass.tables.load import table

XML = (junit, nunit, trx, xunit, coverage)
JSON = (go_test, coverage_py, istanbul, eslint, ruff, sarif)
CONSOLE = (
    pytest, unittest, vitest, jest, mocha, go, cargo, maven, gradle, rspec, phpunit, tap, node, bun,
    playwright, lcov, one_line,
)  # fmt: skip
ROOTS: dict[str, ModuleType] = {root: module for module in XML for root in module.ROOTS}
BOM = b"\xef\xbb\xbf"
HINTS = re.compile(rb'"(?:Action|totals|total|statementMap|filePath|end_location|runs)"\s*:')
# Four words and more that begin with a capital and end in a full stop or a colon.
SENTENCE = re.compile(r"^[^\w\n]*[A-Z][\w'’-]*(?:,? [\w`'’\"()/-]+){3,}[.:]$", re.MULTILINE)
TODO_REFUSED = "give the report as a runner wrote it"
TODO_BROKEN = "run the tests to their end; what was read counts as an incomplete run"
LOG = "log"


class Report(NamedTuple):
    """A report and how it is written."""

    format: str
    draft: Draft


def report(lines: Lines, suffix: str, *, asked: bool) -> Report | None:
    """Return the blocks of a report, None where a text is none.

    `asked`: somebody gave it as a report, so that any text may be a log. Otherwise it must begin with what
    only a runner prints: a document that quotes a result is still a document.
    """
    head = lines.data[:4096].removeprefix(BOM).lstrip()[:1]
    found = _xml(lines, asked=asked) if head == b"<" else _json(lines) if head in (b"{", b"[") else None
    if found or not (asked or (suffix in table("evidence")["report"]["suffixes"] and _is_log(lines, suffix))):
        return found
    return _log(lines, asked=asked)


def _xml(lines: Lines, *, asked: bool) -> Report | None:
    """Return an XML report; one that is refused has no blocks, and says why."""
    data = lines.data
    head = head_of(data)
    # What was given as a report is refused as one, though nobody knows which it would be.
    module = ROOTS.get(head.root, junit if asked and head.declares else None)
    if module is None:
        return None
    sheet = Sheet(lines)
    reader = module.Reader(sheet)
    try:
        broken = walk(data, reader)
    except Unreadable as error:
        empty = Sheet(lines)
        empty.warn("report-refused", f"{error.found}: nothing was read of it", TODO_REFUSED, error.line)
        return Report(module.NAME, empty.finish())
    reader.finish(broken)
    if broken:
        sheet.warn("report-incomplete", f"the report breaks off: {broken}", TODO_BROKEN, lines.count)
    return Report(module.NAME, sheet.finish())


def _json(lines: Lines) -> Report | None:
    if not HINTS.search(lines.data):
        return None
    marked = lines.data.startswith(BOM)
    data = b" " * len(BOM) + lines.data[len(BOM) :] if marked else lines.data  # every byte keeps its place
    for module in JSON:
        sheet = Sheet(lines)
        with suppress(RecursionError):  # nested deeper than any report
            if module.read(data, sheet):
                return Report(module.NAME, sheet.finish())
    return None


def _log(lines: Lines, *, asked: bool) -> Report | None:
    log, sheet = Log(lines), Sheet(lines)
    for module in CONSOLE:
        if log.has(*module.NEEDLES):
            module.read(log, sheet)
    if sheet.is_empty and not asked:
        return None
    return Report(LOG, sheet.finish())


def _is_log(lines: Lines, suffix: str) -> bool:
    """Tell a log: it is called one, or only a runner's words stand before the first sentence."""
    if suffix in table("evidence")["report"]["log_suffixes"]:
        return True
    most: int = table("evidence")["report"]["banner_lines"]
    log = Log(Lines(lines.data[: lines.starts[min(most, lines.count)]]))
    spoken = next((line for line, _ in log.find(SENTENCE)), most + 1)
    return any(module.BANNER and next(log.find(module.BANNER, 1, spoken), None) for module in CONSOLE)
