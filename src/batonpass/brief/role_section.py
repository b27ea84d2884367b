"""The section that tells the definition of a team's agent its part: read, hand over, end, and in which words."""

from collections.abc import Mapping
from typing import Any

from batonpass.model.playbook import Playbook
from batonpass.model.routes import PARTS, Route
from batonpass.tables import load

RESPONSE_KEY = "decision"  # where a team's answers state how they ended first: then they are responses
NOBODY = "NONE"  # stands for an agent that left no answer, so none can state it


def knows(playbook: Playbook, agent: str) -> bool:
    """Say whether a playbook says anything of an agent's part."""
    told = (playbook.routes.of, playbook.handoffs.roles, playbook.taking_over.priors, playbook.returns.lines)
    return any(agent in table for table in told)


def role_section(playbook: Playbook, agent: str, *, type: str, product: str) -> str:  # noqa: A002 - the option's name
    """Return the section for one agent of a team; `product` is what it leaves: a return or an answer."""
    table = load.table("role_section")
    whole = agent in playbook.handoffs.sessionwide
    names = {"agent": agent, "type": type, "group": "" if whole else " --group G"}
    parts = [
        table["head"].format(title=playbook.team.names.get(agent) or playbook.team.title(agent)),
        table["where"].format(session=table["session"] if whole else ""),
        _before(playbook, agent, names, table),
        table["handoff"].format(**names, leaves=_leaves(playbook, agent, table, whole=whole)),
        _reasoning(playbook, agent, names, table),
        _final(playbook, agent, product, table),
        _statuses(playbook, agent, table),
    ]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def _before(playbook: Playbook, agent: str, names: Mapping[str, str], table: Mapping[str, Any]) -> str:
    priors = playbook.taking_over.priors.get(agent, ())
    told = (
        table["prior"].format(
            who=" or ".join(_name(playbook, one) for one in prior.one_of),
            need=table["needed"] if prior.required else table["welcome"],
        )
        for prior in priors
    )
    listed = "".join(told)
    return table["before"].format(**names, priors=f"{listed}\n" if listed else "", reading=table["reading"])  # type: ignore[no-any-return] # a table's text


def _leaves(playbook: Playbook, agent: str, table: Mapping[str, Any], *, whole: bool) -> str:
    if agent not in playbook.handoffs.roles:
        return ""
    folder = f"{playbook.artifacts}/S/" if whole else f"{playbook.artifacts}/S/G/"
    other = [name for name, agents in playbook.handoffs.aliases.items() if agent in agents]
    alias = "".join(table["alias"].format(name=f"{name}.json") for name in other)
    return table["leaves"].format(path=f"{folder}handoff_{agent}.json", alias=alias)  # type: ignore[no-any-return] # a table's text


def _reasoning(playbook: Playbook, agent: str, names: Mapping[str, str], table: Mapping[str, Any]) -> str:
    rules = playbook.reasoning
    if agent not in rules.of or not rules.mandatory:
        return ""
    before = " and ".join(_name(playbook, one) for one in rules.before)
    check = table["check"].format(before=before) if before else ""
    phases = ", ".join(f"`{phase}`" for phase in rules.mandatory)
    return table["reasoning"].format(**names, phases=phases, check=check)  # type: ignore[no-any-return] # a table's text


def _final(playbook: Playbook, agent: str, product: str, table: Mapping[str, Any]) -> str:
    returns = playbook.returns
    if returns.keys[:1] == (RESPONSE_KEY,):
        return table["final_response"].format()  # type: ignore[no-any-return] # a table's text
    if product == "answer":
        return table["final_answer"].format(answer=returns.answer)  # type: ignore[no-any-return] # a table's text
    lines = returns.guidance(agent)
    told = {"what": lines.what, "changed": lines.changed, "result": lines.result}
    return table["final_return"].format(**told, limit=returns.limit)  # type: ignore[no-any-return] # a table's text


def _statuses(playbook: Playbook, agent: str, table: Mapping[str, Any]) -> str:
    routes = playbook.routes.of.get(agent, {})
    known = dict.fromkeys((*routes, *playbook.returns.statuses.get(agent, ())))
    told = [
        _status(playbook, status, routes.get(status), agent, table) for status in known if status != NOBODY
    ]
    return table["statuses"] + "\n".join(told) if told else ""


def _status(
    playbook: Playbook, status: str, route: Route | None, agent: str, table: Mapping[str, Any]
) -> str:
    who = _next(playbook, route, agent, table) if route else ""
    return table["status"].format(status=status, next=table["next"].format(who=who) if who else "")  # type: ignore[no-any-return] # a table's text


def _next(playbook: Playbook, route: Route, agent: str, table: Mapping[str, Any]) -> str:
    """Return who is next, as far as it does not depend on what happened before."""
    words: dict[str, str] = table["next_of"]
    key = route.action if route.action in words else "_self" if route.to == agent else route.to
    name = _name(playbook, route.to) if route.to and route.to not in PARTS else ""
    told = words.get(key, table["agent"] if name else "")
    return told.format(who=name)


def _name(playbook: Playbook, agent: str) -> str:
    return playbook.team.names.get(agent) or playbook.team.title(agent)
