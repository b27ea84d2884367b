"""Ends of agents written in one line, followed one after the other, and what came of each in one line.

developer BLOCKED @AUTH                        a group
project_manager PLANNING_COMPLETE @A @B        groups that wait
tech_lead CHANGES_REQUESTED @A blocking=3      a measure, a counter or a setting
developer READY_FOR_QA @A +security            a flag; -security takes it back
developer BLOCKED @A without:investigator      an agent that is not at hand
"""

import shlex
from collections.abc import Iterator

import msgspec

from batonpass.decide.routing.next import decide
from batonpass.model.playbook import Playbook
from batonpass.model.routing import Ended, RouteState, RouteVerdict


def ended(line: str, playbook: Playbook) -> Ended:
    """Return the end that a line tells."""
    agent, status, *more = shlex.split(line)
    said = dict(word.split("=") for word in more if "=" in word)
    groups = tuple(word[1:] for word in more if word.startswith("@"))
    return Ended(
        agent=agent,
        status=status,
        group=groups[0] if groups else "",
        planned=groups if agent in playbook.routes.session else (),
        flags={word[1:]: word[0] == "+" for word in more if word[0] in "+-"},
        settings={key: value for key, value in said.items() if not value.isdigit()},
        counters={key: int(value) for key, value in said.items() if key in playbook.routes.counters()},
        measures={key: int(value) for key, value in said.items() if key in playbook.routes.measures()},
        missing=tuple(word.removeprefix("without:") for word in more if word.startswith("without:")),
    )


def follow(
    lines: str, playbook: Playbook, state: RouteState | None = None
) -> Iterator[tuple[RouteState, RouteVerdict]]:
    """Yield what comes of each end; between any two of them everything restarts from the written state."""
    state = state or RouteState()
    for line in filter(str.strip, lines.splitlines()):
        state, verdict = decide(playbook.routes, playbook.team.models, state, ended(line, playbook))
        state = msgspec.json.decode(msgspec.json.encode(state), type=RouteState)
        yield state, verdict


def told(verdict: RouteVerdict, *, given: bool = False) -> str:
    """Return what came of an end, in one line."""
    to = ", ".join(f"{start.agent} {start.group}" for start in verdict.starts) or verdict.next_agent
    said = [f"{verdict.action} {to}".strip()]
    said += [f"run {verdict.command}"] if verdict.command else []
    said += [f"given {', '.join(verdict.include)}"] if given and verdict.include else []
    said += [f"then {verdict.then}"] if verdict.then else []
    said += [", ".join(verdict.marks)] if verdict.marks else []
    said += [f"model {verdict.model}"] if given and verdict.model else []
    said += [f"! {one.said}" for one in verdict.why if one.instead]
    said += [f"✗ {problem.message}" for problem in verdict.problems]
    said += ["blocked"] if verdict.answer == "block" else []
    return "; ".join(said)
