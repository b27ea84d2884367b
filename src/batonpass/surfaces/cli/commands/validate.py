"""`baton validate`: what is wrong with manifests, all of it at once."""

import click

from batonpass.flow import gate
from batonpass.flow.check import Checked, check_manifests
from batonpass.flow.setup import Setup
from batonpass.model.errors import WrongUse
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import verdicts
from batonpass.surfaces.cli.values import problem_values


@click.command(
    "validate",
    epilog=options.json_keys(
        "valid manifests",
        of={"manifests": "path valid problems"},
        having={"--gate": "passed decision report"},
    ),
)
@click.argument("manifests", metavar="[MANIFEST...]", nargs=-1)
@click.option(
    "--gate", "directory", metavar="DIR", default=None, help="Print the quality gate's report on a folder."
)
@click.option("--sarif", is_flag=True, help="Print SARIF 2.1.0, as forges show it beside a change.")
@click.option("--junit", is_flag=True, help="Print a JUnit report, as build servers show it.")
@click.option("--only", metavar="RULE", multiple=True, help="Run this rule alone; may be repeated.")
@click.option("--skip", metavar="RULE", multiple=True, help="Leave this rule out; may be repeated.")
@options.playbook
@options.shared
def command(
    *,
    manifests: tuple[str, ...],
    directory: str | None,
    sarif: bool,
    junit: bool,
    only: tuple[str, ...],
    skip: tuple[str, ...],
    playbook: str | None,
    root: str | None,
    as_json: bool,
) -> int:
    """Check manifests and say what is wrong with them.

    A MANIFEST is an id, a path, or an agent's name; none means all open handoffs. A role's handoff file (handoff_*.json) is
    held against the schema of its role. Exits with 1 where there is an error,
    with 0 in a project that only observes.
    """
    setup = options.project(root, playbook=playbook)
    if directory is not None:
        if manifests or sarif or junit or only or skip:
            raise WrongUse("--gate beside other choices", wanted="--gate DIR alone")
        return _gate(setup, directory, as_json=as_json)
    forms = [name for name, asked in (("--sarif", sarif), ("--junit", junit), ("--json", as_json)) if asked]
    if len(forms) > 1:
        raise WrongUse(" beside ".join(forms), wanted="one of them; run it once for each")
    with out.patience("checking"):
        checked = check_manifests(setup, manifests, only=only, skip=skip)
    valid = all(one.valid for one in checked)
    if sarif:
        out.value(gate.sarif([problem for one in checked for problem in one.problems]))
    elif junit:
        out.text(gate.junit(setup, checked))
    elif as_json:
        out.value({"valid": valid, "manifests": [_value(one) for one in checked]})
    else:
        _print(checked)
    return 1 if setup.modes.counted(problem for one in checked for problem in one.problems) else 0


def _gate(setup: Setup, directory: str, *, as_json: bool) -> int:
    told = gate.gate(setup, directory)
    if as_json:
        out.value({"passed": told.passed, "decision": told.decision, "report": told.text})
    else:
        out.text(told.text)
    return 0 if told.passed or setup.mode == "observe" else 1


def _value(checked: Checked) -> dict[str, object]:
    return {"path": checked.path, "valid": checked.valid, "problems": problem_values(checked.problems)}


def _print(checked: tuple[Checked, ...]) -> None:
    """Print one line a problem for programs, and the same with signs and colours for people."""
    if out.is_terminal():
        out.page(*verdicts.verdicts(checked))
        return
    problems = [problem for one in checked for problem in one.problems]
    out.text(gate.as_text(problems))
    out.aside(verdicts.summary(checked))
