"""`baton request`: what an orchestrator asks of an agent, made or checked."""

import click

from batonpass.flow.exchange import judge
from batonpass.flow.requests import Wanted, make
from batonpass.model.errors import WrongUse
from batonpass.model.exchange import PHASES
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.exchanged import exit_code, named, told, verdict_value
from batonpass.surfaces.cli.values import problem_values


@click.command("request", epilog=options.json_keys("request valid tokens problems"))
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--task", metavar="ID", default="", help="The task; its answer must repeat it.")
@click.option(
    "--phase", type=click.Choice(PHASES), default=None, help="Default: the phase after the last response."
)
@click.option(
    "--feature", metavar="F", default="", help="What is worked on. Default: as the task's last request."
)
@click.option("--instructions", metavar="TEXT", default="", help="What the agent should do.")
@click.option("--spec", metavar="PATH", default=None, help="Where the specification stands.")
@click.option("--file", "files", metavar="PATH", multiple=True, help="A file to look at; may be repeated.")
@click.option(
    "--constraint", "constraints", metavar="TEXT", multiple=True, help="What must hold; may be repeated."
)
@click.option("--previous", metavar="TEXT", default=None, help="What the phase before found, in a few words.")
@click.option(
    "--after", metavar="FILE", default=None, help="The response before. Default: the task's last one."
)
@click.option(
    "--before", metavar="FILE", default=None, help="The request before. Default: the task's last one."
)
@options.shared
def command(
    *,
    file: str | None,
    task: str,
    phase: str | None,
    feature: str,
    instructions: str,
    spec: str | None,
    files: tuple[str, ...],
    constraints: tuple[str, ...],
    previous: str | None,
    after: str | None,
    before: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Make the request for an agent's next phase, or check one.

    With a FILE, or - for standard input, it is checked. Without, a request is made from the task's last request and
    response: it carries the summary of the phase before, never its findings. Prints the request.
    """
    setup = options.project(root)
    if given := named(setup, file):
        if task or instructions or after:
            raise WrongUse("a FILE beside what a new request is made of", wanted="either of them")
        judged = judge(setup, "request", given)
    else:
        wanted = Wanted(
            task=task,
            phase=phase or "",
            feature=feature,
            instructions=instructions,
            spec=spec,
            files=files,
            constraints=constraints,
            previous=previous,
        )
        judged = make(setup, wanted, before=named(setup, before), response=named(setup, after, spoken=True))
    if as_json:
        out.value(
            {"request": judged.written.fields}
            | verdict_value(judged)
            | {"problems": problem_values(judged.problems)}
        )
    else:
        out.value(judged.written.fields)
        out.aside(*told(judged))
    return exit_code(setup, judged)
