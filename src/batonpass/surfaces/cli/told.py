"""What a hand-over tells its caller: a path or a view for programs, a receipt for people, an exit code."""

from typing import Any

from batonpass.flow.outcome import Outcome
from batonpass.flow.setup import Setup
from batonpass.surfaces.cli import options, out
from batonpass.surfaces.cli.pages import receipt
from batonpass.surfaces.cli.values import alert_value, problem_values


def tell(setup: Setup, told: Outcome, *, view: str | None, as_json: bool) -> int:
    """Print what became of a hand-over; return the exit code."""
    if as_json:
        out.value(as_value(setup, told))
    else:
        shown(setup, told, view=view)
    return exit_code(setup, told)


def shown(setup: Setup, told: Outcome, *, view: str | None) -> None:
    """Print the receipt for people, and a path or a view for programs."""
    out.aside(*receipt.outcome(told))
    out.text(_viewed(setup, told, view) if view else options.from_here(setup, told.opened.handoff.manifest))


def _viewed(setup: Setup, told: Outcome, view: str) -> str:
    from batonpass.flow.view import view as viewed  # noqa: PLC0415 - most calls print a path

    return viewed(setup, told.opened, view)


def exit_code(setup: Setup, told: Outcome) -> int:
    """Return 1 where the handoff was rejected or has errors, unless their rules only observe."""
    bad = told.rejected and setup.mode != "observe"
    return 1 if bad or setup.modes.counted(told.problems) else 0


def as_value(setup: Setup, told: Outcome) -> dict[str, Any]:
    """Return the JSON value of a hand-over."""
    handoff, proof = told.opened.handoff, told.opened.proof
    return {
        "path": options.from_here(setup, handoff.manifest),
        "id": handoff.id,
        "new": told.new,
        "rejected": told.rejected,
        "manifest": told.opened.manifest,
        "receipt": proof.receipt if proof else None,
        "problems": problem_values(told.problems),
        "alert": alert_value(told.alert),
    }
