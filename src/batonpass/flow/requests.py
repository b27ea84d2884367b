"""The next request of a task, from what is known of it: its last request and its last response."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from batonpass.brief.request import request
from batonpass.flow.exchange import (
    REQUEST,
    RESPONSE,
    Judged,
    Written,
    halted,
    judge,
    kept,
    last,
    phases,
    record,
    step,
)
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound, Refused, WrongUse


class Wanted(Struct, frozen=True, kw_only=True):
    """What the caller says about a request; the rest is taken from the task's messages."""

    task: str = ""
    phase: str = ""
    feature: str = ""
    instructions: str = ""
    spec: str | None = None
    files: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    previous: str | None = None


def make(
    setup: Setup, wanted: Wanted, *, before: Written | None = None, response: Written | None = None
) -> Judged:
    """Return a request, judged; of the phase before it carries the context_summary alone.

    `before` is the task's last request and `response` its answer; where they are not given, the recorded ones are.
    """
    task = wanted.task or str((response or before or Written("", {})).fields.get("task_id") or "")
    if not task:
        raise WrongUse("a request without a task", wanted="--task ID, or the response before with --after")
    asked = _context(before.fields if before else last(setup, REQUEST, task))
    told = _told(setup, task, response)
    _must_go_on(told)
    phase = wanted.phase or _next(setup, told)
    terms = phases(setup).get(phase)
    if terms is None:
        raise NotFound(f"no phase called {phase!r}", wanted=f"one of {', '.join(phases(setup))}")
    fields = request(
        task=task,
        phase=phase,
        terms=terms,
        feature=_needed(wanted.feature or asked.get("feature"), "--feature"),
        instructions=_needed(wanted.instructions, "--instructions"),
        spec=wanted.spec or asked.get("spec_path"),
        files=wanted.files or told.get("files") or asked.get("relevant_files") or (),
        constraints=wanted.constraints or asked.get("constraints") or (),
        previous=wanted.previous or told.get("context_summary"),
    )
    text = msgspec.json.encode(fields).decode()
    judged = judge(setup, "request", Written(text, fields))
    record(setup, REQUEST, fields, fields["context"])
    return judged


def _context(fields: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the context of a request, whether it was read or recorded."""
    context = (fields or {}).get("context", fields)
    return context if isinstance(context, Mapping) else {}


def _told(setup: Setup, task: str, response: Written | None) -> Mapping[str, Any]:
    if response is None:
        return last(setup, RESPONSE, task) or {}
    told = msgspec.to_builtins(kept(response.fields)) | {"phase": response.fields.get("phase")}
    return told | halted(step(setup, response.fields))  # type: ignore[no-any-return]


def _must_go_on(told: Mapping[str, Any]) -> None:
    """Refuse to go on after STOP; after CLARIFY the same phase is asked again, with the user's answer."""
    if told.get("decision") == "STOP" or told.get("halted"):
        why = "; ".join(told.get("issues") or told.get("halted") or ()) or "no cause was named"
        said = "answered STOP" if told.get("decision") == "STOP" else "says PROCEED against its own findings"
        raise Refused(
            f"the phase {told.get('phase')} {said}: {why}",
            wanted="a PROCEED",
            todo="tell the user; name the response of a later attempt with --after",
        )


def _next(setup: Setup, told: Mapping[str, Any]) -> str:
    phase = str(told.get("phase") or "")
    terms = phases(setup).get(phase)
    if told.get("decision") == "CLARIFY":
        return phase
    if terms and terms.next:
        return terms.next
    raise WrongUse(
        f"no phase follows {phase!r}" if phase else "a request without a phase",
        wanted=f"--phase with one of {', '.join(phases(setup))}",
    )


def _needed(value: str | None, option: str) -> str:
    if not value:
        raise WrongUse(f"a request without {option.lstrip('-')}", wanted=f"{option} TEXT")
    return value
