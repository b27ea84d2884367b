"""`baton doctor`: does it work here, and if not, what to do."""

import click

from batonpass.flow.doctor import doctor
from batonpass.model.health import Finding
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.page import Line, line
from batonpass.surfaces.cli.values import fields
from batonpass.surfaces.hosts.claude_code import installation

SIGNS = {"good": ("✓", "good"), "warning": ("!", "warning"), "bad": ("✗", "bad")}
COLUMN = 14


@click.command("doctor", epilog=options.json_keys("findings", of={"findings": "name state found todo"}))
@options.shared
def command(*, root: str | None, as_json: bool) -> int:
    """Say what works in this installation, and what does not.

    Looks at the client's settings, trust and version, runs the installed hook once to see that it finds `baton`, and
    names the faults that hooks have recorded. Exit code 1 where something keeps the hooks from running.
    """
    setup = options.project(root)
    findings = doctor(setup, installation.wanted())
    if as_json:
        out.value({"findings": [fields(finding) for finding in findings]})
    else:
        out.page(*(part for finding in findings for part in _lines(finding)))
    return int(any(finding.state == "bad" for finding in findings))


def _lines(finding: Finding) -> list[Line]:
    told = [line((f"{finding.name:<{COLUMN}}", "name"), finding.found, lead=SIGNS[finding.state])]
    if finding.todo:
        told.append(line(finding.todo, lead=("→", "quiet"), indent=2))
    return told
