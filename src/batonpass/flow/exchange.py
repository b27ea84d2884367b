"""Requests and responses: read, judged, and what the orchestrator must do next."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from batonpass.brief.request import files_of
from batonpass.decide.alerts import phase_alert
from batonpass.decide.signal import action
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent
from batonpass.model.event import Event
from batonpass.model.exchange import Action, PhaseTerms
from batonpass.model.foreign_json import object_of
from batonpass.model.playbook import Alerts
from batonpass.model.problem import Problem
from batonpass.model.source import digest_of
from batonpass.model.verdict import Verdict
from batonpass.read import loose
from batonpass.read.envelope import last_words
from batonpass.tables import load
from batonpass.validate.causes import causes
from batonpass.validate.check import has_errors
from batonpass.validate.check_message import check_message
from batonpass.validate.message import Message, MessageKind

SIGNAL = "decision"
REQUEST, RESPONSE = "request.made", "response.read"


class Written(Struct, frozen=True):
    """A message as somebody wrote it."""

    text: str
    fields: dict[str, Any]
    path: str = ""
    pure: bool = True  # its JSON and nothing else


class Judged(Struct, frozen=True, kw_only=True):
    """A message and what is wrong with it."""

    written: Written
    problems: tuple[Problem, ...]
    tokens: int

    @property
    def valid(self) -> bool:
        """Say whether nothing of severity error was found."""
        return not has_errors(self.problems)


class Kept(Struct, frozen=True):
    """What the orchestrator keeps of a response; its findings are not carried on."""

    context_summary: str
    decision: str
    files: tuple[str, ...]
    issues: tuple[str, ...]


class Answer(Struct, frozen=True, kw_only=True):
    """A response, what it asks for, what is kept of it, and what the phase has cost."""

    judged: Judged
    action: Action
    kept: Kept
    alert: Verdict
    summary_tokens: int
    request_tokens: int = 0


def phases(setup: Setup) -> dict[str, PhaseTerms]:
    """Return the terms of every phase: the protocol's, with the playbook's own numbers before them."""
    told = load.table("exchange")["phases"]
    own = msgspec.to_builtins(setup.playbook.exchange)
    both = {name: row | own.get(name, {}) for name, row in told.items()}
    return msgspec.convert(both, dict[str, PhaseTerms])


def read(text: str, path: str = "") -> Written:
    """Return a message that is exactly JSON."""
    return Written(text, object_of(text, path, wanted="one JSON object", todo="write it again"), path)


def found(text: str, path: str = "") -> Written:
    """Return the response in whatever an agent said: JSON, fenced, in prose, broken; without fields where it holds none."""
    try:
        return read(text, path)
    except BadContent:
        said = last_words(text.encode("utf-8", "replace"))
        answers = [
            fields
            for _, fields in loose.objects(said, (SIGNAL,))
            if {"task_id", "context_summary"} & fields.keys()
        ]
        return Written(text, answers[-1] if answers else {}, path, pure=False)


def judge(setup: Setup, kind: MessageKind, written: Written, request: Written | None = None) -> Judged:
    """Return what is wrong with a message."""
    message = Message(
        kind=kind,
        fields=written.fields,
        text=written.text,
        request=request.fields if request else None,
        request_text=request.text if request else "",
        terms=phases(setup),
        size=setup.meter.count,
    )
    whole = written.text.encode() if written.path and written.pure else b""
    problems = check_message(message, written.path, whole)
    if not written.pure and written.fields:
        problems = (*problems, _around(written))
    return Judged(written=written, problems=problems, tokens=setup.meter.count(written.text))


def _around(written: Written) -> Problem:
    return Problem(
        rule="shape",
        severity="warning",
        message="the JSON was mended, or words stand around it",
        todo="answer with the JSON alone",
        path=written.path,
    )


def answer(setup: Setup, written: Written, request: Written | None = None, *, died: bool = False) -> Answer:
    """Return what a response says, and what must be done with it."""
    judged, fields = judge(setup, "response", written, request), written.fields
    terms = phases(setup).get(str(fields.get("phase")))
    asked = setup.meter.count(request.text) if request else 0
    told = Answer(
        judged=judged,
        action=step(setup, fields, judged.problems, died=died or not fields),
        kept=kept(fields),
        alert=_alert(asked + judged.tokens, terms),
        summary_tokens=setup.meter.count(str(fields.get("context_summary") or "")),
        request_tokens=asked,
    )
    record(setup, RESPONSE, fields, msgspec.to_builtins(told.kept) | halted(told.action))
    return told


def step(
    setup: Setup, fields: Mapping[str, Any], problems: Sequence[Problem] = (), *, died: bool = False
) -> Action:
    """Return what must be done with a response; its own findings speak louder than its signal."""
    terms = phases(setup).get(str(fields.get("phase")))
    sure = [cause.says for cause in causes(fields) if cause.sure]
    return action(fields, terms, sure, unusable=_unusable(fields, problems), died=died)


def halted(told: Action) -> dict[str, Any]:
    """Return why nothing may follow, as it is kept with a response; nothing where something may."""
    return {"halted": list(told.reasons) or ["no cause was named"]} if told.do == "halt" else {}


def _unusable(fields: Mapping[str, Any], problems: Sequence[Problem]) -> tuple[str, ...]:
    """Return why an answer is none to this request, or says nothing that can be followed."""
    wrong = [problem for problem in problems if problem.severity == "error"]
    own = {"echo"} if fields.get(SIGNAL) in ("STOP", "CLARIFY") else {"echo", "shape"}
    return tuple(p.message for p in wrong if p.rule in own and p.pointer.count("/") == 1)


def kept(fields: Mapping[str, Any]) -> Kept:
    """Return what is carried on of a response."""
    issues = fields.get("issues")
    return Kept(
        str(fields.get("context_summary") or ""),
        str(fields.get("decision") or ""),
        files_of(fields),
        tuple(map(str, issues)) if isinstance(issues, list) else (),
    )


def _alert(tokens: int, terms: PhaseTerms | None) -> Verdict:
    alerts = msgspec.convert(load.table("exchange")["alerts"], Alerts)
    return phase_alert(tokens, terms.total, alerts) if terms else Verdict("go")


def record(setup: Setup, name: str, fields: Mapping[str, Any], told: object) -> None:
    """Record a message of a task, each once: what a later phase needs of it, without its findings."""
    task, phase = fields.get("task_id"), fields.get("phase")
    if not (isinstance(task, str) and task):
        return
    data = msgspec.to_builtins(told)
    size = len(msgspec.json.encode(data))
    if size > load.limits()["journal"]["line_bytes"] // 2:  # a summary that long is a problem already
        data = {"too_long": size}
    own = digest_of(msgspec.json.encode([name, fields]))[:16]
    event: dict[str, object] = {"task": task, "phase": str(phase), "kept": data}
    setup.store.record(Event(name, f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}", event, f"{name}:{own}"))


def last(setup: Setup, name: str, task: str) -> Mapping[str, Any] | None:
    """Return what was kept of the newest message of a task, with its phase; None where there is none."""
    events = [event.data for event in setup.store.events(name) if event.data.get("task") == task]
    if not events:
        return None
    data = events[-1]
    inner = data.get("kept")
    return {**(inner if isinstance(inner, dict) else {}), "phase": data.get("phase")}
