"""What an orchestrator's context comes to that sees returns and capsules only: groups of a developer, QA and a tech lead.

Every agent leaves a report of 25,000 tokens. All of it goes through the real flow: it is handed over, its return is
composed, its end is routed; every text that would enter the orchestrator's context is counted by the real meter.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from batonpass.brief.capsule import capsule
from batonpass.flow.going_back import going_back
from batonpass.flow.hand_over import hand_over
from batonpass.flow.routing import Told, route
from batonpass.flow.setup import Setup, open_project
from batonpass.model.terms import Terms

WINDOW = 200_000
OWN = 25_000  # the orchestrator's own prompt before the first spawn, as seed 003 measured it
OUTPUT = 25_000  # tokens an agent leaves
SHORT = 1_000  # where its length is not what is looked at
MOST = 40_000  # tokens it may come to with four groups
CONSTANT = 1.1  # how much dearer the dearest group may be than the cheapest
MOST_PROMPT = 150  # tokens an orchestrator writes to spawn one agent
MANAGER = "project_manager"
CHAIN = (("developer", "READY_FOR_QA"), ("qa_expert", "PASS"), ("tech_lead", "APPROVED"))
WORK = ("parser", "cache", "export", "import", "login", "search", "billing", "report", "queue", "upload")
DEEDS = (
    "I looked at how {a} calls {b} in src/{a}/{b}.py, line {n}, and wrote down each place where an error is dropped.",
    "The first attempt at {a} failed: {n} rows of {b} had no key, so the index was built without them.",
    "After that {b} was split into two functions, and the {n} callers of {a} were changed one after the other.",
    "`tests/test_{a}.py::test_{b}_{n}` shows it: the value is kept, the order is not, and nobody relied on it.",
    "Output of the run for {a}: {n} items read, {n} items written, 0 skipped, {b} untouched.",
)


class Spent(Struct, frozen=True):
    """What one agent cost the orchestrator's context, in tokens, and what it left."""

    group: str
    agent: str
    prompt: int
    back: int
    capsule: int
    routed: int
    left: int

    @property
    def all(self) -> int:
        """Return all of it."""
        return self.prompt + self.back + self.capsule + self.routed


class Context(Struct, frozen=True):
    """An orchestrator's context at the end."""

    spent: tuple[Spent, ...]

    @property
    def tokens(self) -> int:
        """Return what it came to, with the orchestrator's own prompt."""
        return OWN + sum(one.all for one in self.spent)

    @property
    def left(self) -> int:
        """Return what the agents left altogether."""
        return sum(one.left for one in self.spent)

    @property
    def longest_prompt(self) -> int:
        """Return the tokens of the longest prompt that was written."""
        return max(one.prompt for one in self.spent)

    @property
    def longest_return(self) -> int:
        """Return the tokens of the longest text that came back."""
        return max(one.back for one in self.spent)

    @property
    def by_group(self) -> tuple[int, ...]:
        """Return what each group cost, in the order they were worked on."""
        groups = dict.fromkeys(one.group for one in self.spent if one.group)
        return tuple(sum(one.all for one in self.spent if one.group == group) for group in groups)


def simulated(groups: int, *, whole: int = 1) -> Context:
    """Return the context after so many groups went from their developer to the tech lead, planned and ended by a manager.

    Of the agents of every `whole`-th group the outputs are as long as they are said to be, of the others a fraction: what
    an agent costs does not depend on it, and a long report takes a second to hand over.
    """
    with TemporaryDirectory() as folder:
        setup = open_project(folder, playbook="bazinga")
        state = str(Path(folder) / "routes.json")
        return Context(tuple(_worked(setup, groups, state, whole)))


def _worked(setup: Setup, groups: int, state: str, whole: int) -> Iterator[Spent]:
    of_manager = OUTPUT if whole == 1 else SHORT
    yield _ended(setup, "", MANAGER, "PLANNING_COMPLETE", state, of_manager)
    for number in range(1, groups + 1):
        output = OUTPUT if number % whole == 0 else SHORT
        for agent, status in CHAIN:
            yield _ended(setup, f"G{number:03}", agent, status, state, output)
    yield _ended(setup, "", MANAGER, "BAZINGA", state, of_manager)


def _ended(setup: Setup, group: str, agent: str, status: str, state: str, output: int) -> Spent:
    """Return what an agent cost that was spawned, worked, and ended."""
    said = _report(setup, group, agent, status, output)
    terms = Terms(agent=agent, type="implementation", session="s1", group=group, status=status)
    left = hand_over(setup, terms, texts={"report.md": said}).opened
    back = going_back(setup, agent, said, left)
    next_ = route(setup, Told(agent=agent, status=status, groups=(group,) if group else ()), state).verdict
    count = setup.meter.count
    return Spent(
        group=group,
        agent=agent,
        prompt=count(_spawn(group, agent)),
        back=count(back.text or said),
        capsule=count(capsule(left.manifest, left.proof)),
        routed=count(f"{agent} {status} -> {next_.agent or 'end'} ({next_.action})"),
        left=count(said),
    )


def _spawn(group: str, agent: str) -> str:
    """Return the call by which an orchestrator spawns an agent; what came before, its brief tells it."""
    of_group = f" --group {group}" if group else ""
    prompt = (
        f"You are the {agent} of {f'group {group}' if group else 'all groups'} in session s1. Task: {_task(group)}, in src/, "
        f"with tests. First read what the agents before you left: `baton brief --for {agent} --session s1{of_group}`. "
        f"Work on branch feature/{group or 's1'}. Ask nobody; where something is unclear, end as BLOCKED. End with your status."
    )
    asked = {
        "description": f"{agent} {group}",
        "subagent_type": agent,
        "prompt": prompt,
        "run_in_background": False,
    }
    return json.dumps({"type": "tool_use", "name": "Agent", "input": asked})


def _task(group: str) -> str:
    return f"rework the {WORK[int(group[1:]) % len(WORK)]}" if group else "rework the whole"


def _report(setup: Setup, group: str, agent: str, status: str, tokens: int) -> str:
    """Return a report of at least so many tokens, with what matters somewhere in it."""
    chance = random.Random(f"{group} {agent}")
    head = f"# {agent}, group {group}\n\nThe {_task(group).removeprefix('rework the ')} was reworked and holds {chance.randint(2, 90)} cases.\n"
    tail = (
        f"\n## Files\n\n- Created `src/{group.lower()}_new.py`\n- Modified `src/{group.lower()}_old.py`\n"
        f"\n## Tests\n\n{chance.randint(5, 60)} passed, 0 failed\n\n**Status:** {status}\n"
    )
    lines = [_deed(chance)]
    per_line = setup.meter.count("\n".join(_deed(chance) for _ in range(100))) / 100
    lines += [_deed(chance) for _ in range(int(tokens / per_line * 1.03))]
    return f"{head}\n## What I did\n\n" + "\n".join(lines) + tail


def _deed(chance: random.Random) -> str:
    return chance.choice(DEEDS).format(a=chance.choice(WORK), b=chance.choice(WORK), n=chance.randint(2, 400))
