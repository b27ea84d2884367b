"""What the last test runs came to, by the runners' own words in what came back from the command."""

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
        runner = next((b.evidence.runner for b in told if isinstance(b.evidence, Run)), "")
        if runner:
            last[one.act.agent, runner] = told
    for told in last.values():
        run = replace(source, blocks=tuple(told))
        for kind in (tests, metrics, errors):
            yield from kind.find(run)
