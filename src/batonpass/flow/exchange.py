"""Requests and responses: read, judged, and what the orchestrator must do next."""

from collections.abc import Mapping
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
from batonpass.model.playbook import Alerts
from batonpass.model.problem import Problem
from batonpass.model.source import digest_of
from batonpass.model.verdict import Verdict
from batonpass.tables import load
from batonpass.validate.causes import causes
from batonpass.validate.check import check_message, has_errors
from batonpass.validate.message import Message, MessageKind

REQUEST, RESPONSE = "request.made", "response.read"


class Written(Struct, frozen=True):
    """A message as somebody wrote it."""

    text: str
    fields: dict[str, Any]
    path: str = ""


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
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        found, wanted = f"not JSON: {error}", "one JSON object"
        raise BadContent(found, wanted=wanted, todo="write it again", place=path) from None
    if not isinstance(value, dict):
        raise BadContent(f"a JSON {type(value).__name__}", wanted="one JSON object", place=path)
    return Written(text, value, path)


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
    found = check_message(message, written.path, written.text.encode() if written.path else b"")
    return Judged(written=written, problems=found, tokens=setup.meter.count(written.text))


def answer(setup: Setup, written: Written, request: Written | None = None, *, died: bool = False) -> Answer:
    """Return what a response says, and what must be done with it."""
    judged, fields = judge(setup, "response", written, request), written.fields
    terms = phases(setup).get(str(fields.get("phase")))
    asked = setup.meter.count(request.text) if request else 0
    told = Answer(
        judged=judged,
        action=action(fields, terms, [cause.says for cause in causes(fields) if cause.sure], died=died),
        kept=kept(fields),
        alert=_alert(asked + judged.tokens, terms),
        summary_tokens=setup.meter.count(str(fields.get("context_summary") or "")),
        request_tokens=asked,
    )
    record(setup, RESPONSE, fields, told.kept)
    return told


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
