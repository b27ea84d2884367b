"""Who is next: one end of an agent to a verdict, and to the state that the next end is decided with.

A pure function: the same state and the same end give the same verdict, today and after a restart.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from batonpass.decide.routing.after import after, counted, planned, told
from batonpass.decide.routing.groups import BATCH, answering, target
from batonpass.decide.routing.instead import Asking, Done, instead
from batonpass.decide.routing.phase import Phase, phase
from batonpass.decide.routing.row import Row, row
from batonpass.model.problem import Problem
from batonpass.model.routes import ENDS, Route, Routes
from batonpass.model.routing import Asked, Ended, GroupState, RouteState, RouteVerdict, Why

NEW = GroupState(standing="in_progress")
GOES_ON_ALONE = ENDS | {"wait"}  # actions after which nobody is started


class Turn(Struct, frozen=True):
    """One end with its row, and who would be next before anything is done instead."""

    row: Row
    to: str
    question: Asked | None
    done: Done


def decide(
    routes: Routes, models: Mapping[str, str], state: RouteState, ended: Ended
) -> tuple[RouteState, RouteVerdict]:
    """Return what must be remembered from now on, and who is next."""
    found = row(routes, ended.agent, ended.status, [flag for flag, said in ended.flags.items() if said])
    name = "" if ended.agent in routes.session else ended.group
    state = planned(told(state, ended, name), ended, found.route)
    group = counted(state.groups.get(name, NEW) if name else state.session, found.route, ended)
    asking = Asking(routes, state.settings, name, group, ended.agent, found.status, found.known)
    turn = _turn(asking, found, ended)
    state = after(state, asking, turn.row.route, turn.done, turn.question)
    last = phase(asking, models, state, turn.row.route, turn.done)
    return last.state, _verdict(asking, models, turn, last, ended)


def _turn(asking: Asking, found: Row, ended: Ended) -> Turn:
    route, question = found.route, answering(asking.state, asking.agent)
    meant = target(asking, route.to)
    answers = found.known and question and not route.waits and meant.agent != asking.agent
    if question and answers:
        said = Why(f"{question.by} asked for this, so the answer goes back", found.place)
        done = Done(question.by, "spawn", why=(said,))
        route = replace(route, then="", becomes="", command="")
    else:
        question = None
        done = Done(meant.agent, route.action, route.becomes, route.model, why=meant.why)
    to = done.to
    done = _at_hand(asking.routes, route, instead(asking, done), ended.missing)
    if done.to == asking.agent and done.action == "spawn":
        done = replace(done, action="respawn")
    return Turn(replace(found, route=route), to, question, done)


def _at_hand(routes: Routes, route: Route, done: Done, missing: tuple[str, ...]) -> Done:
    """Return who is next where the one that is meant cannot be started."""
    if done.to not in missing:
        return done
    other = next(
        (agent for agent in (route.fallback, routes.fallback.to) if agent and agent not in missing), ""
    )
    said = f"{done.to} is not at hand: {f'{other} is asked instead' if other else 'nobody else is named'}"
    action = "spawn" if other else "halt"
    return replace(done, to=other, action=action, why=(*done.why, Why(said, instead=True)))


def _verdict(
    asking: Asking, models: Mapping[str, str], turn: Turn, last: Phase, ended: Ended
) -> RouteVerdict:
    route, action = turn.row.route, last.action
    to = "" if action in GOES_ON_ALONE else last.to
    stuck = not to and action not in GOES_ON_ALONE
    problems = (*turn.row.problems, *last.problems, *(_nobody(asking) if stuck else ()))
    return RouteVerdict(
        answer="block" if turn.done.ended or stuck or action == "halt" else "advise" if problems else "go",
        agent=ended.agent,
        status=turn.row.status,
        known=turn.row.known,
        group=ended.group,
        next_agent=to,
        action=action,
        include=route.include,
        command=route.command if to == turn.to else "",
        condition=route.condition,
        alternatives=route.alternatives if to == turn.to else (),
        model=(turn.done.model or models.get(to, "")) if to else "",
        then=_then(turn, action, ended.agent),
        marks=route.marks,
        starts=last.starts,
        why=(*turn.row.why, Why(_said(turn), turn.row.place), *turn.done.why, *last.why),
        problems=problems,
    )


def _said(turn: Turn) -> str:
    """Return what the row itself says."""
    route = turn.row.route
    return f"{turn.row.status} → {route.to or 'nobody'}, {route.action}"


def _then(turn: Turn, action: str, agent: str) -> str:
    """Return what is due afterwards: as the row says; where a limit asks the user, whoever would have been next."""
    if action == turn.row.route.action:
        return turn.row.route.then
    if action != "pause_for_user":
        return ""
    return agent if turn.row.route.action == BATCH else turn.to or agent


def _nobody(asking: Asking) -> tuple[Problem, ...]:
    message = f"nobody is next after {asking.agent} with {asking.status}"
    todo = "name an agent as `to`, or an action that ends; `baton route --check` finds such rows"
    return (Problem(rule="route-dead-end", severity="error", message=message, todo=todo),)
