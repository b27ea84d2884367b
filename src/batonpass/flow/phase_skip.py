"""A phase, or the compaction behind it, is skipped: only in the user's own words, and never silently."""

from typing import Any

from batonpass.decide.phases import running, step
from batonpass.flow.course import Course
from batonpass.flow.excuses import count, excuses
from batonpass.flow.measuring import newest
from batonpass.flow.move import Moved, changing
from batonpass.flow.phase import RULE, Done, done, show, taken_over
from batonpass.flow.policy import policy
from batonpass.flow.setup import Setup
from batonpass.model.progress import Move, State
from batonpass.read import statusline
from batonpass.read.inside import inside

NOT_SAID = "these words stand nowhere in what the user said in the transcript: ask the user, and give the answer word for word"


def skip(
    setup: Setup,
    named: str,
    words: str,
    *,
    workflow: str = "",
    reason: str = "",
    transcript: str = "",
    confirmed: bool = False,
) -> Done:
    """Leave a phase or the compaction behind it out, because the user said so in words of their own.

    Where a transcript shows what the user said, the words must be among it, unless a person has just `confirmed` them.
    """
    with changing(setup, workflow) as course:
        taken_over(course)
        number = course.number(named)
        heard = True if confirmed else was_said(newest(setup, transcript), words)
        asked = Move(do="skip", phase=number, words=words if heard is not False else "")
        state, verdict = step(course.phases, course.state, asked, denying=True)
        made = verdict.answer != "block"
        unheard = (NOT_SAID,) if heard is False else ()
        told = Moved(
            do="skip",
            phase=number,
            state=state,
            answer=verdict.answer,
            reasons=(*(unheard or verdict.reasons), *answered(setup, reason, newest(setup, transcript))),
            moved=made,
            mode=setup.modes.of_rule(RULE),
            entry=_skipped(setup, course, state, number, words, reason, heard=heard) if made else {},
            more={"words": words, "reason": reason},
        )
        return done(setup, course, told, denied=not made)


def risk(setup: Setup, named: str, workflow: str = "") -> str:
    """Return what a person is told before a skip."""
    course = show(setup, workflow)
    number = course.number(named)
    following = next((n for n in running(course.phases, course.state) if n > number), 0)
    if not course.phases.gates_after(number):
        return f"Skipping Phase {number} ({course.phase(number)[1].title})."
    onward = f" → Phase {following}" if following else ""
    return (
        f"Skipping compaction checkpoint at Phase {number}{onward} transition.\n\n"
        f"{course.phases.risk.strip()}\n\nProceed without compaction?"
    )


def answered(setup: Setup, reason: str, transcript: str) -> tuple[str, ...]:
    """Return the answer to a reason that is none but a way around the gate, and count it."""
    if not reason:
        return ()
    known = policy(setup.root)
    found, answer = excuses(known, reason, at_gate=True)
    if found:
        session = statusline.session_of(transcript) if transcript else ""
        count(setup.root, known, found, session=session, where="skip", text=reason)
    return (answer,) if answer else ()


def was_said(transcript: str, words: str) -> bool | None:
    """Say whether the user said these words in a session, None where no transcript tells."""
    found = inside(transcript) if transcript else None
    if found is None or not words.strip():
        return None
    wanted = " ".join(words.casefold().split()).strip(" .!\"'“”")
    return any(wanted in " ".join(text.casefold().split()) for text in found.user)


def _skipped(
    setup: Setup,
    course: Course,
    state: State,
    number: int,
    words: str,
    reason: str,
    *,
    heard: bool | None,
) -> dict[str, Any]:
    known = course.recorded.entries.get(course.key(number), {})
    at = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    gates = course.phases.gates_after(number)
    entry = {**known, "status": state.standing(number)}
    if gates:
        entry |= {"compaction_skipped": True, "gate": {"names": list(gates), "status": "skipped", "at": at}}
    return entry | {
        "skip_reason": reason or "user override",
        "skip_words": words,
        "words_heard": {True: "yes", None: "unverified"}.get(heard, "no"),
        "skip_timestamp": at,
    }
