"""What the last test runs came to, by the runners' own words in what came back from the command.

The last run of a runner counts. One that passed is not undone by one of fewer tests that passed as well: whoever
looks once more at a single file has not taken back that all of them were fine.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from batonpass.extract.evidence.commands import check_in
from batonpass.extract.reports import errors, metrics, tests
from batonpass.model.deed import Done
from batonpass.model.evidence import Run
from batonpass.model.fact import Fact
from batonpass.model.source import Block, Source


def find(source: Source, all_done: Sequence[Done]) -> Iterator[Fact]:
    """Yield the numbers of each runner's last run; what an old log shows, read with another command, is none."""
    below: dict[int, list[Block]] = {}
    for block in source.blocks:
        if block.evidence is not None:
            below.setdefault(block.parent, []).append(block)
    if not below:
        return
    last: dict[tuple[str, str], list[Block]] = {}
    place = {id(block): index for index, block in enumerate(source.blocks)}
    for one in all_done:
        check = check_in(one.act.command) if one.act.tool == "shell" else None
        if check is None or check.gate != "tests":
            continue
        told = [block for result in one.results for block in below.get(place[id(result)], ())]
        runner = next((run.runner for run in runs(told)), "")
        if runner and not is_part(told, last.get((one.act.agent, runner), ())):
            last[one.act.agent, runner] = told
    for told in last.values():
        run = replace(source, blocks=tuple(told))
        for kind in (tests, metrics, errors):
            yield from kind.find(run)


def runs(told: Sequence[Block]) -> list[Run]:
    """Return the runs in what a command printed."""
    return [block.evidence for block in told if isinstance(block.evidence, Run)]


def is_part(told: Sequence[Block], before: Sequence[Block]) -> bool:
    """Tell whether a run is one of fewer tests than the one before it, and nothing failed in either."""
    new, old = runs(told), runs(before)
    fine = all(run.complete and not run.failed and not run.errors for run in (*new, *old))
    return bool(old) and fine and sum(run.total or 0 for run in new) < sum(run.total or 0 for run in old)
