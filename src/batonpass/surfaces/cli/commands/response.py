"""`baton response`: what an agent answered, checked, and what the orchestrator must do with it."""

from collections.abc import Iterator

import click

from batonpass.flow.exchange import Answer, answer
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.exchanged import exit_code, named, told, verdict_value
from batonpass.surfaces.cli.page import Line, line
from batonpass.surfaces.cli.pages.problems import alert
from batonpass.surfaces.cli.values import alert_value, fields, problem_values

KEYS = "response valid tokens summary_tokens request_tokens action keep problems alert"
SIGNS = {"continue": "good", "finish": "good", "halt": "bad", "ask": "warning", "retry": "warning"}


@click.command(
    "response",
    epilog=options.json_keys(
        KEYS,
        of={
            "action": "do says phase reasons questions retries",
            "keep": "context_summary decision files issues",
            "alert": "level answer reasons",
        },
    ),
)
@click.argument("file", metavar="FILE")
@click.option(
    "--request", metavar="FILE", default=None, help="What it answers; task_id and phase must be the same."
)
@options.shared
def command(*, file: str, request: str | None, root: str | None, as_json: bool) -> int:
    """Check an agent's response and say what to do with it.

    FILE is the response, or - for standard input: JSON, also in a fence or between sentences. Says whether to go on, to halt or to ask the user, and keeps for the
    next phase the summary, the files and the issues: `baton request` takes them up. Exits with 1 where the response
    contradicts itself or its request.
    """
    setup = options.project(root)
    written = named(setup, file, spoken=True)
    if written is None:
        raise WrongUse("no response", wanted="a FILE, or - for standard input")
    answered = answer(setup, written, named(setup, request))
    if as_json:
        out.value(_value(answered))
    else:
        out.page(*_lines(answered))
    return exit_code(setup, answered.judged)


def _value(answered: Answer) -> dict[str, object]:
    judged = answered.judged
    return {
        "response": judged.written.fields,
        **verdict_value(judged),
        "summary_tokens": answered.summary_tokens,
        "request_tokens": answered.request_tokens,
        "action": fields(answered.action),
        "keep": fields(answered.kept),
        "problems": problem_values(judged.problems),
        "alert": alert_value(answered.alert),
    }


def _lines(answered: Answer) -> Iterator[Line]:
    step = answered.action
    yield line((step.do.upper(), SIGNS[step.do]), f"  {step.says}")
    for text in (*step.reasons, *step.questions):
        yield line(text, lead=("-", "quiet"), indent=2)
    if answered.kept.context_summary:
        yield line((answered.kept.context_summary, "quiet"), indent=2)
    yield from told(answered.judged)
    if answered.alert.level != "OK":
        yield line(*alert(answered.alert))
