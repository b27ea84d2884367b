"""Who hands over to whom: agents that somebody defined."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.validate.agents import is_known, nearest
from batonpass.validate.fields import text, texts
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "agents"
SAYS = "from_agent and to_agents name agents of the registry, where there is one"
WHY = "A handoff to a misspelled agent is read by nobody."
REGISTRY = ("backend-architect", "qa-specialist", "top-down-analyzer")
GOOD = (
    Case(
        title="all of them are registered",
        agents=REGISTRY,
        manifest={"to_agents": ["backend-architect", "QA-Specialist"]},
    ),
    Case(title="without a registry every name is as good", manifest={"from_agent": "somebody"}),
)
BAD = (
    Case(
        title="a misspelled receiver",
        agents=REGISTRY,
        manifest={"to_agents": ["backend-architekt"]},
        finds=(Finding("warning", "/to_agents/0", "backend-architekt is not a known agent"),),
    ),
    Case(
        title="a sender nobody defined",
        agents=REGISTRY,
        manifest={"from_agent": "researcher"},
        finds=(Finding("warning", "/from_agent", "researcher is not a known agent"),),
    ),
)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield every name the registry does not hold."""
    named = [("/from_agent", text(subject.manifest, "from_agent")), *texts(subject.manifest, "to_agents")]
    for pointer, name in named:
        if name and not is_known(name, senses.known_agents):
            message = f"{name} is not a known agent"
            yield Problem(NAME, "warning", message, nearest(name, senses.known_agents), pointer=pointer)
