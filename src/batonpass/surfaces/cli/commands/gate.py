"""`baton gate`: whether an agent may be started, or a phase may begin."""

import click

from batonpass.flow.checkpoint import Checkpoint, checkpoint
from batonpass.flow.context import find
from batonpass.flow.emergency import Opening, emergency
from batonpass.flow.limits import Limits, limits
from batonpass.flow.phase import is_heavy, with_gates
from batonpass.flow.policy import Policy, policy
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Line, line, number
from batonpass.surfaces.cli.values import fields, problem_values

KEYS = "moment answer denied mode level step reasons tokens window share exact agent phase transcript opening"


@click.command(
    "gate",
    epilog=options.json_keys(
        KEYS, having={"--limits": "session answer denied mode granted counted problems"}
    ),
)
@click.option("--phase", metavar="N", default="", help="May this phase begin?")
@click.option(
    "--spawn", "agent", metavar="AGENT", default="", help="May this agent be started? With --phase: in it."
)
@click.option("--heavy", is_flag=True, help="The agent starts in a phase that fills contexts quickly.")
@click.option(
    "--limits",
    "tries",
    is_flag=True,
    help="Say instead how often the session's agents tried, and whether a person is to be asked.",
)
@click.option(
    "--go-on",
    is_flag=True,
    help="With --limits: a person says to go on; the limits grow by what the playbook gives.",
)
@click.option(
    "--emergency",
    "hand_over_now",
    is_flag=True,
    help="Hand over everything now and write the opening prompt of a new session, whatever the ladder says.",
)
@click.option(
    "--transcript",
    type=click.Path(exists=True, dir_okay=False),
    default=None,
    help="The session's transcript. Default: the newest one of this project.",
)
@click.option(
    "--window", metavar="N", type=click.IntRange(min=1), default=None, help="Tokens the context holds."
)
@options.shared
def command(
    *,
    phase: str,
    agent: str,
    heavy: bool,
    tries: bool,
    go_on: bool,
    hand_over_now: bool,
    transcript: str | None,
    window: int | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Say whether an agent may start, or a phase begin.

    A phase of the workflow under way may begin when those before it are finished and their gates passed. Measures how full the session's context is and asks the ladder of the playbook. Prints CONTEXT_CHECK and
    CONTEXT_STATUS with OK, SHOULD, MUST, BLOCKED or UNKNOWN. Exits with 1 where it is blocked and the mode is enforce.
    In an emergency, from 95 %, everything is handed over, and OPENING_PROMPT names the file a new session begins with.
    """
    setup = options.project(root)
    moment = "phase" if phase and not agent else "heavy" if heavy or is_heavy(setup, phase) else "spawn"
    if tries or go_on:
        return _limits(limits(setup, transcript or _newest(setup), go_on=go_on), as_json=as_json)
    known = policy(setup.root)
    found = checkpoint(
        setup.root,
        known,
        transcript or _newest(setup),
        moment=moment,
        agent=agent,
        phase=phase,
        window=window or 0,
        at=f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}",
    )
    if moment == "phase":
        found = with_gates(setup, found)
    opening = _opening(setup, found, known, asked=hand_over_now)
    if as_json:
        out.value(_value(found, opening))
    else:
        tokens = f"{found.usage.tokens} tokens" if found.usage else "unknown"
        out.text(f"CONTEXT_CHECK: {tokens}\nCONTEXT_STATUS: {found.verdict.level}")
        if opening:
            out.text(f"OPENING_PROMPT: {options.from_here(setup, opening.path)}")
        out.aside(*_page(found))
    return 1 if found.denied else 0


def _opening(setup: Setup, found: Checkpoint, known: Policy, *, asked: bool) -> Opening | None:
    """Return what was written for the next session, None where this one may go on."""
    wanted = found.mode != "observe" and known.ladder.is_emergency(found.verdict.step)
    return emergency(setup, found.transcript, found.usage) if asked or wanted else None


def _newest(setup: Setup) -> str:
    try:
        return find(setup)
    except NotFound:
        return ""  # nothing is known yet; the playbook says what follows from that


def _value(found: Checkpoint, opening: Opening | None) -> dict[str, object]:
    usage, verdict = found.usage, found.verdict
    return {
        "moment": found.moment,
        "answer": verdict.answer,
        "denied": found.denied,
        "mode": found.mode,
        "level": verdict.level,
        "step": verdict.step,
        "reasons": verdict.reasons,
        "tokens": usage.tokens if usage else None,
        "window": usage.window if usage else None,
        "share": round(usage.share, 6) if usage else None,
        "exact": bool(usage and usage.exact),
        "agent": found.agent,
        "phase": found.phase,
        "transcript": found.transcript,
        "opening": opening.path if opening else None,
    }


def _page(found: Checkpoint) -> list[Line]:
    said = [line((f"of {number(found.usage.window)}  {found.transcript}", "quiet"))] if found.usage else []
    lead = ("✗", "bad") if found.denied else ("!", "warning")
    said += [line(reason, lead=lead) for reason in found.verdict.reasons]
    if found.verdict.answer == "block":
        what = "denied: the mode is enforce" if found.denied else f"not denied: the mode is {found.mode}"
        said.append(line(what, indent=2))
    return said


def _limits(found: Limits, *, as_json: bool) -> int:
    if as_json:
        told = {"session": found.session, "answer": found.verdict.answer, "denied": found.denied}
        counted = [fields(one) for one in found.counted]
        more = {"mode": found.mode, "granted": found.granted, "counted": counted}
        out.value({**told, **more, "problems": problem_values(found.problems)})
        return int(found.denied)
    for one in found.counted:
        about = (f"  {one.what}", "quiet") if one.what else ""
        out.page(
            line(
                (one.limit.replace("_", " "), "name"),
                f" of {one.agent or 'the main agent'}: {one.count}",
                about,
            )
        )
    for problem in found.problems:
        out.page(line(problem.message, lead=("✗", "bad") if found.denied else ("!", "warning")))
    if found.problems:
        out.page(line(found.problems[0].todo, lead=("→", "quiet"), indent=2))
    return int(found.denied)
