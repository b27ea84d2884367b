"""A phase, or the compaction behind it, is skipped: only in the user's own words, and never silently."""

from typing import Any

from batonpass.decide.consent import AGAINST, Heard, agreed, is_against
from batonpass.decide.phases import running, step
from batonpass.flow.course import Course
from batonpass.flow.excuses import count, excuses
from batonpass.flow.lines_used import last, place
from batonpass.flow.measuring import newest
from batonpass.flow.move import Moved, changing
from batonpass.flow.own_say import talk
from batonpass.flow.phase import RULE, Done, done, show, taken_over
from batonpass.flow.policy import policy
from batonpass.flow.setup import Setup
from batonpass.model.progress import Move, State
from batonpass.read import statusline
from batonpass.tables import load

UNHEARD = "no transcript shows what the user said: name it with --transcript"


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
        number, path = course.number(named), newest(setup, transcript)
        heard = None if confirmed else _heard(course, number, path, words)
        why_not = heard.why_not if heard else ""
        asked = Move(do="skip", phase=number, words="" if why_not else words)
        state, verdict = step(course.phases, course.state, asked, denying=True)
        made = verdict.answer != "block"
        told = Moved(
            do="skip",
            phase=number,
            state=state,
            answer=verdict.answer,
            reasons=(*((why_not,) if why_not else verdict.reasons), *answered(setup, reason, path)),
            moved=made,
            mode=setup.modes.of_rule(RULE),
            entry=_skipped(setup, course, state, number, words, reason, _place(heard, path)) if made else {},
            more={"words": words, "reason": reason},
        )
        return done(setup, course, told, denied=not made)


def risk(setup: Setup, named: str, workflow: str = "") -> str:
    """Return what a person is told before a skip."""
    course = show(setup, workflow)
    number = course.number(named)
    following = next((n for n in running(course.phases, course.state) if n > number), 0)
    if not course.phases.gates_after(number):
        return f"{skipping(course, number)} ({course.phase(number)[1].title})."
    onward = f" → Phase {following}" if following else ""
    return (
        f"{skipping(course, number)}{onward} transition.\n\n"
        f"{course.phases.risk.strip()}\n\nProceed without compaction?"
    )


def skipping(course: Course, number: int) -> str:
    """Return the words with which a person is told of a skip."""
    what = "compaction checkpoint at " if course.phases.gates_after(number) else ""
    return f"Skipping {what}Phase {number}"


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


def _heard(course: Course, number: int, transcript: str, words: str) -> Heard:
    """Return where the user agreed with these words; where no transcript tells, only refusals are refused."""
    terms, said = load.words("consent"), talk(transcript)
    if not words.strip():
        return Heard()
    if said is not None:
        return agreed(said, words, _risks(course, number), terms, after=_used(course, transcript))
    if is_against(words, terms):
        return Heard(why_not=AGAINST.format(said=words))
    return Heard(why_not=UNHEARD if course.phases.unverified == "block" else "")


def _risks(course: Course, number: int) -> tuple[str, ...]:
    """Return the lines by which a message shows the user what a skip risks."""
    listed = (line.strip() for line in course.phases.risk.splitlines())
    return (skipping(course, number), *(line[2:] for line in listed if line.startswith("- ")))


def _used(course: Course, transcript: str) -> int:
    """Return the line of a session up to which the user's words were taken for a skip before."""
    return last((entry.get("words_at") for entry in course.recorded.entries.values()), transcript)


def _place(heard: Heard | None, transcript: str) -> dict[str, str]:
    """Return whether and where the words were heard, as the progress file says it."""
    if heard is None:
        return {"words_heard": "yes", "words_at": "a terminal"}
    if not heard.line:
        return {"words_heard": "unverified"}
    return {"words_heard": "yes", "words_at": place(transcript, heard.line)}


def _skipped(
    setup: Setup,
    course: Course,
    state: State,
    number: int,
    words: str,
    reason: str,
    heard: dict[str, str],
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
        **heard,
        "skip_timestamp": at,
    }
