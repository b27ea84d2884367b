"""What agents thought: saved, asked for, shown to who comes next, and missed before the work is tested."""

import re
from collections.abc import Collection, Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief import reasoning as briefs
from batonpass.compact.text import shorten
from batonpass.flow.setup import Setup
from batonpass.model.errors import Refused, WrongUse
from batonpass.model.handoff import Selection
from batonpass.model.problem import Problem
from batonpass.model.reasoning import Confidence, Thought
from batonpass.model.source import digest_of
from batonpass.tables import load

RULE = "reasoning"
PLACEHOLDER = re.compile(r"\$?\{.*\}|<.*>|\$\w+|%\w+%")
SESSION = "global"  # what a group is called where the whole session is meant
ID_DIGITS = 12


class Saved(Struct, frozen=True):
    """An entry as it stands, and the file that shows it."""

    thought: Thought
    path: str
    new: bool


def save(
    setup: Setup,
    text: str,
    *,
    session: str,
    agent: str,
    phase: str,
    group: str = "",
    confidence: Confidence = "",
    references: Sequence[str] = (),
) -> Saved:
    """Keep what an agent thought; the same thought told twice is one entry."""
    for name, value in (("session", session), ("group", group), ("agent", agent)):
        _refuse_placeholder(name, value)
    draft = Thought(
        id="",
        at=f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}",
        session=_needed("session", session),
        group=_group(group),
        agent=name_of(setup, _needed("agent", agent)),
        phase=phase_of(setup, phase),
        text=_told(setup, text),
        confidence=confidence,
        references=tuple(references),
    )
    thought = replace(draft, id=_id(draft))
    known = {one.id for one in setup.store.reasoning(session=session)}
    return Saved(thought, setup.store.save_reasoning(thought), thought.id not in known)


def query(
    setup: Setup, *, session: str = "", group: str = "", agent: str = "", phases: Collection[str] = ()
) -> tuple[Thought, ...]:
    """Return what was saved, oldest first; what is not named asks for nothing.

    An agent that runs several times side by side is meant with all its runs: `developer` is also `developer_2`.
    """
    wanted = {phase_of(setup, phase) for phase in phases}
    found = setup.store.reasoning(session=session, group=_group(group))
    return tuple(
        thought
        for thought in found
        if (not wanted or thought.phase in wanted) and (not agent or _is(setup, thought.agent, agent))
    )


def relevant(setup: Setup, agent: str, session: str, group: str = "") -> tuple[Thought, ...]:
    """Return what an agent is shown of the others' reasoning: the newest entries of those its playbook names."""
    rules = setup.playbook.reasoning
    shown = rules.shown.get(_role(setup, agent), ())
    found = [t for t in query(setup, session=session, group=group) if _role(setup, t.agent) in shown]
    return tuple(found[-rules.last :]) if rules.last else ()


def block(setup: Setup, agent: str, session: str, group: str = "") -> str:
    """Return the part of a prompt that tells an agent why it was done so; "" where there is nothing to tell."""
    thoughts = relevant(setup, agent, session, group)
    return briefs.reasoning(thoughts, setup.meter.count, shorten, setup.playbook.reasoning.tokens)


def lacking(setup: Setup, agent: str, session: str, group: str = "") -> tuple[Problem, ...]:
    """Return what must be saved before an agent starts, and is not: each phase of each agent that handed over."""
    rules = setup.playbook.reasoning
    if _role(setup, agent) not in rules.before:
        return ()
    handed = setup.store.open_handoffs(Selection(session=session, group=group))
    who = dict.fromkeys((h.agent, h.group) for h in handed if _role(setup, h.agent) in rules.of)
    return tuple(problem for name, own in who for problem in _lacks(setup, name, session, own))


def unexplained(setup: Setup, agent: str, selection: Selection) -> tuple[Problem, ...]:
    """Return whose saved reasoning is missing before an agent starts; where that is enforced it is an error."""
    lacks = lacking(setup, agent, selection.session, selection.group) if selection.session else ()
    if setup.modes.stopping(lacks):
        raise Refused(
            "; ".join(problem.message for problem in lacks),
            wanted=f"it saved before {agent} starts",
            todo=lacks[0].todo,
        )
    return lacks if setup.modes.of_rule(RULE) != "observe" else ()


def _lacks(setup: Setup, agent: str, session: str, group: str) -> Iterator[Problem]:
    own = query(setup, session=session, group=group)
    there = {t.phase for t in own if name_of(setup, t.agent) == name_of(setup, agent)}
    for phase in setup.playbook.reasoning.mandatory:
        if phase not in there:
            where = f"group {group} of session {session}" if group else f"session {session}"
            named = (
                f"--session {session}{f' --group {group}' if group else ''} --agent {agent} --phase {phase}"
            )
            yield Problem(
                RULE,
                "error",
                f"{agent} handed over in {where} and saved no reasoning of its {phase}",
                f"let it say so: `baton reasoning save {named} TEXT`",
            )


def name_of(setup: Setup, agent: str) -> str:
    """Return an agent's name in the playbook; one of several keeps its number."""
    found = _role(setup, agent)
    return agent if not found or agent.rpartition("_")[2].isdigit() or agent[-1:].isdigit() else found


def phase_of(setup: Setup, phase: str) -> str:
    """Return a phase as the playbook spells it."""
    known = setup.playbook.reasoning.phases
    found = next((name for name in known if name.casefold() == phase.strip().casefold()), "")
    if not found:
        raise WrongUse(f"no phase of reasoning called {phase!r}", wanted=f"one of {', '.join(known)}")
    return found


def _role(setup: Setup, agent: str) -> str:
    return setup.playbook.team.agent(agent, setup.playbook.agents)


def _is(setup: Setup, agent: str, wanted: str) -> bool:
    return agent == wanted or name_of(setup, agent) == name_of(setup, wanted) or _role(setup, agent) == wanted


def _group(group: str) -> str:
    return "" if group == SESSION else group


def _needed(name: str, value: str) -> str:
    if not value.strip():
        raise WrongUse(f"reasoning of no {name}", wanted=f"the {name} it belongs to", todo=f"add --{name}")
    return value


def _refuse_placeholder(name: str, value: str) -> None:
    if PLACEHOLDER.fullmatch(value.strip()):
        raise WrongUse(
            f"the {name} {value!r} is a placeholder that nobody filled in",
            wanted=f"the {name} itself",
            todo=f"replace it in the prompt that the agent was given, or in --{name}",
        )


def _told(setup: Setup, text: str) -> str:
    told = setup.redact(text).strip()
    if not told:
        raise WrongUse(
            "no reasoning", wanted="what the agent thought", todo="add a TEXT, or - and pipe it in"
        )
    size, most = len(msgspec.json.encode(told)), load.limits()["reasoning"]["entry_bytes"]
    if size > most:
        raise WrongUse(
            f"reasoning of {size} bytes",
            wanted=f"at most {most}",
            todo="keep the details in a file and name it with --reference",
        )
    return told


def _id(thought: Thought) -> str:
    return digest_of(msgspec.json.encode(replace(thought, at="")))[:ID_DIGITS]
