"""How often an agent tried: checks that failed, the same error in a row, starts of an agent that failed."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from batonpass.extract.evidence.errors import fact_of, is_error, matter
from batonpass.extract.evidence.gates import passed
from batonpass.model.agent_limits import Counted
from batonpass.model.deed import Done
from batonpass.model.source import Block
from batonpass.tables import load

WORD = re.compile(r"[^\W\d_]+")  # times, lines and addresses change with every run


def attempts(all_done: Sequence[Done]) -> Iterator[Counted]:
    """Yield what is counted of every agent in a transcript."""
    agents = dict.fromkeys(one.act.agent for one in all_done)
    for agent in agents:
        mine = [one for one in all_done if one.act.agent == agent]
        yield from _iterations(agent, mine)
        yield from _same_errors(agent, mine)
        yield from _retries(mine)


def _iterations(agent: str, mine: Sequence[Done]) -> Iterator[Counted]:
    failed = [one for one in mine if (found := passed(one)) is not None and not found[1]]
    by_gate = Counter(matter(one) for one in failed)
    for gate, count in by_gate.most_common(1):
        last = next(one for one in reversed(failed) if matter(one) == gate)
        yield Counted("iterations", agent, count, gate, last.call.span.first)


def _same_errors(agent: str, mine: Sequence[Done]) -> Iterator[Counted]:
    """Yield the longest run of one error about one matter; what goes well about it ends the run."""
    runs: dict[str, tuple[str, frozenset[str], int]] = {}
    longest = Counted("same_error", agent, 0, "")
    for one in mine:
        about = matter(one)
        if not is_error(one):
            if one.answered:
                runs.pop(about, None)
            continue
        told, said = fact_of(one, resolved=False).text, frozenset(WORD.findall(one.answer.casefold()))
        before, said_before, count = runs.get(about, ("", said, 0))
        count = count + 1 if told == before and _alike(said, said_before) else 1
        runs[about] = told, said, count
        if count > longest.count:
            longest = Counted("same_error", agent, count, told, one.call.span.first)
    if longest.count:
        yield longest


def _alike(said: frozenset[str], before: frozenset[str]) -> bool:
    """Say whether two answers tell the same: a runner's last line, such as "exit status 1", is that of many errors."""
    alike: float = load.table("evidence")["attempts"]["alike"]
    return len(said & before) >= alike * len(said | before)


def _retries(mine: Sequence[Done]) -> Iterator[Counted]:
    """Yield how often in a row an agent was started right after one had failed."""
    count, failed = 0, False
    most = Counted("retries", "", 0, "")
    for one in mine:
        if one.act.tool == "spawn":
            count = count + 1 if failed else 0
            failed = one.failed
            if count > most.count:
                most = Counted("retries", "", count, one.call.text, one.call.span.first)
    if most.count:
        yield most


def minutes(blocks: Sequence[Block]) -> Iterator[Counted]:
    """Yield how long each agent worked, without what it waited for people."""
    spent: dict[str, float] = {}
    before: dict[str, float] = {}
    for block in blocks:
        act = block.act
        at = moment(act.time) if act is not None and act.time else None
        if act is None or at is None:
            continue
        is_person = block.kind == "turn" and act.role == "user"
        if not is_person and act.agent in before:
            spent[act.agent] = spent.get(act.agent, 0.0) + max(at - before[act.agent], 0.0)
        before[act.agent] = at
    for agent, seconds in spent.items():
        yield Counted("minutes", agent, int(seconds // 60), "")


def moment(time: str) -> float | None:
    """Return a time in seconds, None where it is spelled in a way nobody knows."""
    try:
        return datetime.fromisoformat(time).timestamp()
    except ValueError:
        return None
