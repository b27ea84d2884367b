"""Several responses as one: what the orchestrator holds of agents that ran side by side, however many there were."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from batonpass.brief.fan_in import verdict
from batonpass.brief.ranked import Ranked, fitted
from batonpass.model.fanning import Ended, Together
from batonpass.tables import load

Size = Callable[[str], int]
Shorten = Callable[[str, int], str]
CHARS = 4  # of a token, about, where a text is given its share
WHY = 25  # tokens of a share, at least, of one that failed: as many are told as there is room
LEAST = 5  # tokens of a share below which a text says nothing


def together(
    told: Together, task: str, size: Size, shorten: Shorten, *, issues: Sequence[str], spent: float | None
) -> dict[str, Any]:
    """Return the response of all of them, within the limit: what failed is told first, what passed is counted."""
    table = load.table("exchange")["fan_in"]
    passed, total = told.passed, len(told.ended)
    fields: dict[str, Any] = {
        "task_id": task,
        "phase": "parallel",
        "status": "complete" if passed == total else "partial" if passed else "blocked",
        "decision": "PROCEED" if told.enough else "STOP",
        "findings": {
            "results": [],
            "not_listed": {"passed": total, "failed": total},
            "aggregation": {
                "total": total,
                "passed": passed,
                "failed": total - passed,
                "rule": told.policy,
                "overall_passed": told.enough,
            },
        },
        "context_summary": fitted(_sentences(told, shorten), table["summary"], size, between=" "),
        **({} if spent is None else {"tokens_used": spent}),
        "issues": [],
    }
    room = table["tokens"] - size(_json(fields))
    room -= _fill(fields["issues"], [shorten(one, table["issue_chars"]) for one in issues], room // 2, size)
    _fill(fields["findings"]["results"], [_result(one, shorten) for one in _worst_first(told)], room, size)
    return _counted(fields, told)


def _counted(fields: dict[str, Any], told: Together) -> dict[str, Any]:
    """Say how many results are not listed, where some are not."""
    findings = fields["findings"]
    listed = [result["passed"] for result in findings["results"]]
    passed, failed = told.passed - sum(listed), len(told.ended) - told.passed - listed.count(False)
    findings["not_listed"] = {"passed": passed, "failed": failed}
    if not passed and not failed:
        del findings["not_listed"]
    return fields


def _fill(into: list[Any], items: Sequence[Any], room: int, size: Size) -> int:
    """Add what fits, in its order, and return what it costs; the last line counts what did not."""
    used = 0
    for at, item in enumerate(items):
        cost = size(_json(item) + ",")
        more = len(items) - at - 1
        rest = f"and {more + 1} more" if isinstance(item, str) else ""
        if used + cost > room - (size(_json(rest)) + 1 if rest and more else 0):
            if rest:
                into.append(rest)
            return room
        into.append(item)
        used += cost
    return used


def _worst_first(told: Together) -> list[Ended]:
    return sorted(told.ended, key=lambda one: one.passed)


def _result(one: Ended, shorten: Shorten) -> dict[str, Any]:
    why = "; ".join(one.why) if one.why else one.about
    made: dict[str, Any] = {"task_id": one.name, "passed": one.passed}
    said = shorten(" ".join(why.split()), load.table("exchange")["fan_in"]["issue_chars"])
    return made | ({"type": "lost"} if one.lost else {}) | ({"summary": said} if said else {})


def _sentences(told: Together, shorten: Shorten) -> Iterator[Ranked]:
    """Yield the verdict, who was lost, then each in its share of the room: those that failed first."""
    yield 0, f"{verdict(told)}."
    if told.lost:
        yield (
            1,
            f"Lost: {', '.join(one.name for one in told.lost[: load.table('exchange')['fan_in']['names']])}.",
        )
    share = load.table("exchange")["fan_in"]["summary"] // len(told.ended)
    for one in told.ended:
        room = share if one.passed else max(share, WHY)
        said = " ".join((one.about if one.passed else "; ".join(one.why)).split())
        said = shorten(said, room * CHARS) if room >= LEAST else ""
        if said and not one.lost:
            yield (
                (3 if one.passed else 2),
                f"{one.name}: {said}" + ("" if said.endswith((".", "…", "?", "!")) else "."),
            )


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
