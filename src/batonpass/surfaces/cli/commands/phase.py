"""`baton phase`: the phases of a workflow, one transition a command."""

from typing import Any

import click

from batonpass.flow import phase as flows
from batonpass.flow.asked import Evidence
from batonpass.flow.phase_doctor import diagnose, repair
from batonpass.flow.phase_finish import finish as flow_finish
from batonpass.flow.phase_proof import WHO, Work
from batonpass.flow.phase_skip import risk
from batonpass.flow.phase_skip import skip as flow_skip
from batonpass.model.errors import Refused
from batonpass.surfaces.cli import options, out, phased
from batonpass.surfaces.cli.page import line
from batonpass.surfaces.cli.pages import phase as page

KEYS = "workflow path playbook status current work_type phases gates problems"
MOVED = "workflow path do phase answer denied mode reasons tokens current gates"

STAYS = "Once it is passed, this is all that may stay in the context:\n\n"
FINISHED = f"{MOVED} verification residue residue_tokens checks handoff"


@click.group("phase")
def command() -> None:
    """Begin, finish, skip and show the phases of a workflow.

    Which phases there are, and behind which of them the context must be compacted, says the playbook.
    """


def of_workflow(function: Any) -> Any:
    """Add --workflow, which every one of these commands takes."""
    return click.option(
        "--workflow",
        metavar="W",
        default="",
        help="Its id, or its progress file. Default: the one that moved last.",
    )(function)


def measured(function: Any) -> Any:
    """Add what a context is measured by."""
    transcript = click.option(
        "--transcript",
        type=click.Path(exists=True, dir_okay=False),
        default=None,
        help="The orchestrator's transcript. Default: the newest one of this project.",
    )
    window = click.option(
        "--window", metavar="N", type=click.IntRange(min=1), default=None, help="Tokens the context holds."
    )
    return transcript(window(function))


@command.command("start", epilog=options.json_keys(MOVED))
@click.argument("phase", metavar="N")
@click.option(
    "--type", "work_type", metavar="T", default="", help="The kind of work, as the playbook names it."
)
@click.option(
    "--name",
    metavar="TEXT",
    default="",
    help="What the work is about; other work than what was begun is a new workflow.",
)
@of_workflow
@measured
@options.playbook
@options.shared
def start(
    *,
    phase: str,
    work_type: str,
    name: str,
    workflow: str,
    transcript: str | None,
    window: int | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Begin phase N, given by its number or its name; without a workflow, a new one.

    Refuses where an earlier phase is not finished, a gate was not passed, or the context is too full, if the mode is
    enforce: exits with 1. Beginning a finished phase again means doing what follows it again.
    """
    setup = options.project(root, playbook=playbook)
    told = flows.start(
        setup,
        phase,
        workflow=workflow,
        name=name,
        work_type=work_type,
        transcript=transcript or "",
        window=window or 0,
    )
    return tell("start", told, as_json=as_json)


@command.command("finish", epilog=options.json_keys(FINISHED))
@click.argument("phase", metavar="N")
@click.argument("paths", metavar="[FILE]...", nargs=-1)
@click.option("--agent", metavar="A", default=WHO, help="Who did the work. Default: orchestrator.")
@click.option(
    "--report",
    "reports",
    metavar="FILE",
    multiple=True,
    help="A report of tests or coverage; may be repeated.",
)
@click.option(
    "--since", metavar="REV|TIME", default=None, help="Take what git says has changed since then as evidence."
)
@click.option(
    "--type", "work_type", metavar="T", default="", help="The kind of work, where it is known from now on."
)
@click.option("--approved", metavar="WORDS", default="", help="What the user said to approve the phase.")
@of_workflow
@measured
@options.playbook
@options.shared
def finish(
    *,
    phase: str,
    paths: tuple[str, ...],
    agent: str,
    reports: tuple[str, ...],
    since: str | None,
    work_type: str,
    approved: str,
    workflow: str,
    transcript: str | None,
    window: int | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """End phase N: its output is stored, and where a gate stands behind it the compaction is proven.

    Without a FILE the phase's own output beside the progress file is taken, or what was stored before. Prints the
    verification of a gate: what is stored, how large the context was and is, and the residue that is all that may
    stay. Exits with 1 while the gate is not passed, if the mode is enforce: compact the context and finish again.
    """
    work = Work(
        paths=paths,
        agent=agent,
        evidence=Evidence(reports=reports, since=since),
        transcript=transcript or "",
        window=window or 0,
        work_type=work_type,
        approved=approved,
    )
    setup = options.project(root, playbook=playbook)
    with out.patience("storing and reading again"):
        told = flow_finish(setup, phase, work, workflow=workflow)
    if as_json:
        out.value(phased.finished(told))
    elif told.text:
        out.text(told.text)
        if told.residue:
            out.text(f"\n{STAYS if told.done.answer == 'block' else ''}{told.residue}")
        out.aside(*page.asides(told.done, listed=False))
    else:
        out.page(*page.done("finish", told.done))
        out.aside(*page.asides(told.done))
    return 1 if told.done.denied else 0


@command.command("skip", epilog=options.json_keys(MOVED))
@click.argument("phase", metavar="N")
@click.option("--words", metavar="WORDS", default="", help="What the user said, word for word.")
@click.option("--reason", metavar="TEXT", default="", help="Why, as whoever asks for the skip says it.")
@of_workflow
@measured
@options.playbook
@options.shared
def skip(
    *,
    phase: str,
    words: str,
    reason: str,
    workflow: str,
    transcript: str | None,
    window: int | None,  # noqa: ARG001 - every phase command takes it
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Skip the compaction behind phase N, or the phase itself where no gate stands behind it.

    Almost never right: prints what is risked. Takes the user's own words, which must stand in the transcript where
    there is one; a person at a terminal is asked. Recorded with reason and time, and said in every later verification.
    """
    setup = options.project(root, playbook=playbook)
    out.aside(*map(line, risk(setup, phase, workflow).split("\n")))
    confirmed = False
    if out.is_terminal() and not as_json:
        words = words or click.prompt(
            "In your own words, or nothing", default="", show_default=False, err=True
        )
        confirmed = bool(words.strip()) and click.confirm("Skip it", default=False, err=True)
        if not confirmed:
            raise Refused("nothing was skipped", todo=f"finish the phase: `baton phase finish {phase}`")
    told = flow_skip(
        setup,
        phase,
        words,
        workflow=workflow,
        reason=reason,
        transcript=transcript or "",
        confirmed=confirmed,
    )
    return tell("skip", told, as_json=as_json)


@command.command("doctor", epilog=options.json_keys("workflow path problems kept done"))
@click.option("--write", is_flag=True, help="Put it right; the file as it was is kept beside it.")
@of_workflow
@options.playbook
@options.shared
def doctor(*, write: bool, workflow: str, playbook: str | None, root: str | None, as_json: bool) -> int:
    """Say what is wrong with a progress file: torn, edited by hand, of another tool, naming files outside.

    With --write it is put right: what can be read of it stays, the phases stand as the journal tells, and the file as
    it was is kept beside it. Exits with 1 while anything is wrong.
    """
    setup = options.project(root, playbook=playbook)
    told = repair(setup, workflow) if write else diagnose(setup, workflow)
    if as_json:
        out.value(phased.diagnosis_value(told))
    else:
        out.page(*page.diagnosis(told, asked=write))
    left = told.course.problems if told.done else told.found
    return int(any(problem.severity == "error" for problem in left))


@command.command("resume", epilog=options.json_keys(MOVED))
@of_workflow
@measured
@options.playbook
@options.shared
def resume(
    *,
    workflow: str,
    transcript: str | None,
    window: int | None,
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Say where a workflow goes on, and what stands against that: every gate is asked for again.

    A workflow that another tool began is taken over: what it says is complete counts, gates that it says were passed
    do not. What stands in its file is kept.
    """
    setup = options.project(root, playbook=playbook)
    told = flows.resume(setup, workflow=workflow, transcript=transcript or "", window=window or 0)
    return tell("resume", told, as_json=as_json)


@command.command("show", epilog=options.json_keys(KEYS))
@of_workflow
@options.playbook
@options.shared
def show(*, workflow: str, playbook: str | None, root: str | None, as_json: bool) -> None:
    """Print how a workflow stands: its phases, its gates, what was skipped and in which words."""
    course = flows.show(options.project(root, playbook=playbook), workflow)
    if as_json:
        out.value(phased.value(course))
    else:
        out.page(*page.course(course))


def tell(do: str, told: flows.Done, *, as_json: bool) -> int:
    """Print what became of a move, and return the exit code."""
    if as_json:
        out.value(phased.moved(do, told))
    else:
        out.page(*page.done(do, told))
        out.aside(*page.asides(told))
    return 1 if told.denied else 0
