"""May the workflow go on? The quality gate over an agent's output directory, and problems for code reviews."""

import os
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from batonpass._version import __version__
from batonpass.brief import junit as reported
from batonpass.brief import problems as printed
from batonpass.brief.gate_report import Counted, decision, gate_report, no_manifest, unreadable
from batonpass.flow.check import Checked, check_manifests, judged
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound
from batonpass.model.files import MANIFEST
from batonpass.model.problem import Problem
from batonpass.validate.all import RULES
from batonpass.validate.places import detail_tokens, required_tokens


class Gate(Struct, frozen=True):
    """What the gate says of one directory."""

    text: str
    decision: str  # PASS, CONDITIONAL_PASS, FAIL

    @property
    def passed(self) -> bool:
        """Say whether the workflow may go on."""
        return self.decision != "FAIL"


def gate(setup: Setup, directory: str) -> Gate:
    """Return the report on the manifest in a directory, with really counted numbers."""
    path = os.path.join(directory, MANIFEST)
    try:
        checked = check_manifests(setup, [path])[0]
    except NotFound:
        return Gate(no_manifest(path), "FAIL")
    if checked.opened is None:
        return Gate(unreadable(checked.problems[0].message), "FAIL")
    return Gate(gate_report(checked.problems, _counted(setup, checked)), decision(checked.problems))


def _counted(setup: Setup, checked: Checked) -> Counted:
    assert checked.opened  # noqa: S101 - the caller has looked
    subject, sight = judged(setup, checked.opened)
    return Counted(
        manifest_tokens=setup.meter.count(checked.opened.data.decode("utf-8", "replace")),
        required_reading_tokens=required_tokens(subject, sight),
        detail_tokens=detail_tokens(subject, sight),
    )


def as_text(problems: Sequence[Problem]) -> str:
    """Return one line a problem."""
    return printed.as_text(problems)


def junit(setup: Setup, checked: Sequence[Checked]) -> str:
    """Return a JUnit report in which that fails which the project's modes count."""
    names = tuple(rule.NAME for rule in RULES)  # of one that could not be opened none of them says anything
    told = [(c.path, c.problems, names if c.opened else ()) for c in checked]
    return reported.junit(told, lambda p: setup.modes.counted((p,)))


def tally(problems: Sequence[Problem]) -> str:
    """Return how many there are of each severity."""
    return printed.tally(problems)


def sarif(problems: Sequence[Problem]) -> dict[str, Any]:
    """Return a SARIF log."""
    return printed.sarif(problems, RULES, __version__)
