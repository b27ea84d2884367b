"""What the orchestrator must do with an answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from batonpass.model.exchange import Action, PhaseTerms
from batonpass.tables import load


def action(
    response: Mapping[str, Any],
    terms: PhaseTerms | None,
    causes: Sequence[str],
    *,
    unusable: Sequence[str] = (),
    died: bool = False,
) -> Action:
    """Return the step: STOP halts and CLARIFY waits, and neither is ever tried again; only failures are.

    `causes` is what surely speaks against going on, as the response itself has found it; `unusable` why it is no answer
    to the request at all.
    """
    table = load.table("exchange")
    if died:
        return Action(**table["signals"]["none"], retries=table["retries"], reasons=_issues(response))
    if unusable:
        return Action(**table["signals"]["unusable"], retries=table["retries"], reasons=tuple(unusable))
    signal = str(response.get("decision"))
    told = table["signals"].get(signal, table["signals"]["CLARIFY"])
    match signal:
        case "PROCEED" if causes:
            halt = table["signals"]["STOP"] | {
                "says": "it says PROCEED, and its own findings speak against it"
            }
            return Action(**halt, reasons=tuple(dict.fromkeys(causes)))
        case "PROCEED":
            return _onward(told, terms)
        case "STOP":
            return Action(**told, reasons=tuple(dict.fromkeys((*_issues(response), *causes))))
    return Action(**told, questions=_issues(response) or (str(response.get("context_summary", "")),))


def _onward(told: Mapping[str, str], terms: PhaseTerms | None) -> Action:
    following = terms.next if terms else ""
    if terms and not following:
        return Action(do="finish", says="this was the last phase: report to the user")
    return Action(
        do="continue", says=f"{told['says']}{f': {following}' if following else ''}", phase=following
    )


def _issues(response: Mapping[str, Any]) -> tuple[str, ...]:
    issues = response.get("issues")
    return tuple(str(issue) for issue in issues) if isinstance(issues, list) else ()
