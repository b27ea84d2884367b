"""Parallel agents answered: their responses become one, with every conflict named."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from batonpass.brief.together import together
from batonpass.compact.conflicts import Voice, conflicts
from batonpass.compact.text import shorten
from batonpass.decide.signal import action
from batonpass.extract.facts import extract
from batonpass.flow.children import ended, gone
from batonpass.flow.exchange import Answer, Written, answer, phases, read
from batonpass.flow.in_place import text_at
from batonpass.flow.outcome import open_handoff
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, BatonError, NotFound
from batonpass.model.exchange import Rule
from batonpass.model.fact import Attributes, Fact
from batonpass.model.fanning import Ended, Together
from batonpass.read.parse import parse_text
from batonpass.tables import load
from batonpass.validate.causes import causes, listed, told

DONE = ("continue", "finish")
TIMED_OUT = ("timeout", "unknown")  # task and phase of the answer that is made for an agent that timed out
FILES = {"files_created": "created", "files_modified": "modified", "tests_written": "created"}
DECISIONS = ("implementation_notes", "recommendations")


class Combined(Struct, frozen=True):
    """The response of all, and what it was made of."""

    answer: Answer
    together: Together


def are_responses(setup: Setup, names: Sequence[str]) -> bool:
    """Say whether one of the files is a response: then all are merged into one."""
    return any(_response(setup, name) is not None for name in names)


def fan_in_answers(
    setup: Setup,
    names: Sequence[str],
    *,
    task: str = "",
    policy: Rule | None = None,
    missing: Sequence[str] = (),
    request: Written | None = None,
) -> Combined:
    """Merge responses, and handoffs beside them, into one response; what cannot be read is an agent that was lost."""
    found = [_response(setup, name) for name in names]
    ends = [_end(setup, one, name) for one, name in zip(found, names, strict=True)]
    ends = _apart([*ends, *map(gone, missing)])
    written = [one for one in found if one]
    voices = [
        Voice(end.name, end.place, tuple(_facts(setup, one.fields)), _about(one.fields))
        for end, one in zip(ends, found, strict=False)
        if one
    ]
    result = Together(
        ended=tuple(ends),
        conflicts=conflicts(voices),
        policy=policy or load.table("exchange")["fan_in"]["policy"],
    )
    fields = together(
        result,
        task or _task(written, request),
        setup.meter.count,
        shorten,
        issues=tuple(dict.fromkeys(_issues(result, written))),
        spent=_spent(written),
    )
    text = msgspec.json.encode(fields).decode()
    return Combined(answer(setup, Written(text, fields), request), result)


def _response(setup: Setup, name: str) -> Written | None:
    """Return the response in a file, None where it is none, or cannot be read."""
    try:
        written = read(setup.redact(text_at(name)), name)
    except (BatonError, OSError):
        return None
    return written if {"decision", "context_summary"} & written.fields.keys() else None


def _end(setup: Setup, written: Written | None, name: str) -> Ended:
    return _of_response(setup, written, name) if written else _of_handoff(setup, name)


def _of_handoff(setup: Setup, name: str) -> Ended:
    """Return how an agent came out that left a handoff, or nothing that can be read."""
    try:
        return ended(setup, name, open_handoff(setup, name))
    except (NotFound, BadContent) as error:
        named = name.endswith(".json") or os.path.basename(name) != name
        why = _why(name) if named else error.found
        return gone(f"{os.path.basename(name) or name}: {why}")


def _why(path: str) -> str:
    try:
        text_at(path)
    except OSError:
        return "there is no such file"
    return "what it left cannot be read"


def _of_response(setup: Setup, written: Written, name: str) -> Ended:
    fields = written.fields
    label = str(fields.get("task_id") or os.path.basename(name))
    if fields.get("task_id") == TIMED_OUT[0] or fields.get("phase") == TIMED_OUT[1]:
        return gone(f"{os.path.basename(name)}: {fields.get('context_summary') or 'it timed out'}")
    sure = [cause.says for cause in causes(fields) if cause.sure]
    step = action(fields, phases(setup).get(str(fields.get("phase"))), sure)
    passed = step.do in DONE
    why = () if passed else tuple(dict.fromkeys((*step.reasons, *step.questions))) or (step.says,)
    about = str(fields.get("context_summary") or "")
    return Ended(name=label, passed=passed, why=why, about=about, place=name)


def _apart(found: Sequence[Ended]) -> list[Ended]:
    """Return all with names of their own: one task may have several agents."""
    often = Counter(one.name for one in found)
    seen: Counter[str] = Counter()
    named = []
    for one in found:
        seen[one.name] += 1
        own = f"{one.name} ({seen[one.name]})" if often[one.name] > 1 else one.name
        named.append(msgspec.structs.replace(one, name=own))
    return named


def _facts(setup: Setup, fields: Mapping[str, Any]) -> Iterator[Fact]:
    """Yield what a response says of files and decisions."""
    findings = fields.get("findings")
    findings = findings if isinstance(findings, Mapping) else {}
    for key, change in FILES.items():
        for item in listed(findings, key):
            path = item.get("path") if isinstance(item, Mapping) else item
            if isinstance(path, str) and path:
                about = Attributes(path=path, change=change)  # type: ignore[arg-type] # one of the table above
                yield Fact("file", path, (), attributes=about)
    for key in DECISIONS:
        yield from (Fact("decision", told(item), ()) for item in listed(findings, key) if told(item))
    summary = str(fields.get("context_summary") or "")
    if summary.strip():
        source = parse_text(summary, "summary.md", setup.redact)
        yield from (fact for fact in extract(source, "") if fact.kind == "decision")


def _about(fields: Mapping[str, Any]) -> str:
    """Return what an agent worked on, where two that say the same did the same: checks of many things pass alike."""
    return str(fields.get("context_summary") or "") if fields.get("phase") in ("research", "write") else ""


def _issues(result: Together, written: Sequence[Written]) -> Iterator[str]:
    """Yield who was lost, what stands against each other, then all blockers, questions and warnings of all."""
    yield from (f"{one.name} was lost: {'; '.join(one.why)}" for one in result.lost)
    yield from (conflict.message for conflict in result.conflicts)
    said = [told(item) for one in written for item in listed(one.fields, "issues")]
    for end in result.ended:
        if not end.passed and not end.lost and set(said).isdisjoint(end.why):
            yield f"{end.name}: {'; '.join(end.why)}"
    yield from _of_findings(written, "blocking_issues")
    yield from said
    yield from _of_findings(written, "warnings")


def _of_findings(written: Sequence[Written], key: str) -> Iterator[str]:
    for one in written:
        findings = one.fields.get("findings")
        yield from (told(item) for item in listed(findings, key)) if isinstance(findings, Mapping) else ()


def _spent(written: Sequence[Written]) -> float | None:
    """Return what all of them spent, where each said so."""
    spent = [one.fields.get("tokens_used") for one in written]
    numbers = [n for n in spent if isinstance(n, int | float) and not isinstance(n, bool)]
    return sum(numbers) if written and len(numbers) == len(spent) else None


def _task(written: Sequence[Written], request: Written | None) -> str:
    """Return the task of the request, else the one all answered, else what their names begin with."""
    if request and request.fields.get("task_id"):
        return str(request.fields["task_id"])
    tasks = list(
        dict.fromkeys(str(one.fields.get("task_id")) for one in written if one.fields.get("task_id"))
    )
    shared = os.path.commonprefix(tasks).rstrip("-_./ 0123456789")  # noqa: RUF071 - they are names, no paths
    return tasks[0] if len(tasks) == 1 else shared or "parallel"
