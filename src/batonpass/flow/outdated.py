"""Test reports that lie in the project and that a session has outdone since: it ran as many tests again, or more."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from batonpass.extract.evidence.commands import check_in
from batonpass.model.evidence import Run
from batonpass.model.problem import Problem
from batonpass.model.source import Source
from batonpass.read.git.since import moment
from batonpass.read.reports.files import written_since

RULE = "report-outdated"
TODO = "nothing; to count it all the same, name it with --report"


class Ran(NamedTuple):
    """The last run of tests that a session shows."""

    began: float  # when its command was called
    total: int


def without_outdated(
    found: Sequence[Source], transcripts: Sequence[Source], root: str, skip: Sequence[str]
) -> Iterator[Source]:
    """Yield the reports that were found; of an outdated one only the note that it was passed over."""
    last = max((ran for source in transcripts for ran in _runs(source)), default=None)
    fresh = frozenset(written_since(root, last.began, skip)) if last and found else frozenset[str]()
    for source in found:
        total = sum(b.evidence.total or 0 for b in source.blocks if isinstance(b.evidence, Run))
        if last and source.path not in fresh and 0 < total <= last.total:
            message = f"{source.path} is older than the session's last run of {last.total} tests"
            yield replace(source, data=b"", blocks=(), problems=(Problem(RULE, "note", message, TODO),))
        else:
            yield source


def _runs(source: Source) -> Iterator[Ran]:
    """Yield the runs a transcript shows of which the client told when they began."""
    calls = {block.act.call: block.act for block in source.blocks if block.kind == "call" and block.act}
    for block in source.blocks:
        result = source.blocks[block.parent].act if block.parent >= 0 else None
        if not (isinstance(block.evidence, Run) and block.evidence.total and result):
            continue
        act = calls.get(result.call)
        began = moment(act.time) if act else None
        check = check_in(act.command) if act else None
        if began is not None and check and check.gate == "tests":
            yield Ran(began, block.evidence.total)
