"""A main agent and its team, scripted: four implementers at once, each writes a file and reports at length."""

import os
from collections.abc import Callable
from typing import Any

from tests.hosts.client import spawn
from tests.hosts.model import Answer, Asked, Call, says

MARK = "UNSHORTENED"  # in every line of a report that must not reach the main agent
AGENTS = 4
FEEDBACK = "Stop hook feedback"


def report(name: str, kilobytes: int = 46) -> str:
    """Return a long report, each line of which can be told from all others."""
    head = (
        f"# Report of {name}\n\n## Decisions\n\n- **Decision**: Keep tokens of {name} in httpOnly cookies.\n"
    )
    body = "\n## Findings\n\n"
    number = 0
    while len(body) < kilobytes * 1000:
        number += 1
        body += f"- {MARK} {name} line {number}: module {number} was looked at and is fine\n"
    return head + body


class Team:
    """A script for `Model`: starts the team, lets each write a file and report, then says that all is done."""

    def __init__(self, *, background: bool, obeys: bool, kilobytes: int = 46) -> None:
        self.background, self.obeys, self.kilobytes = background, obeys, kilobytes
        self.asked_back = 0

    def __call__(self, asked: Asked) -> Answer:
        return self.agent(asked) if asked.agent else self.main(asked)

    def agent(self, asked: Asked) -> Answer:
        """Work, report, and say it again shorter where that is asked and the agent obeys."""
        name = next(f"part-{n}" for n in range(AGENTS) if f"part-{n}" in asked.first)
        if asked.turn == 0:
            return says(
                Call(
                    "Write", {"file_path": os.path.join(asked.cwd, "src", f"{name}.py"), "content": "x = 1\n"}
                )
            )
        if FEEDBACK in asked.last:
            self.asked_back += 1
            if self.obeys:
                return says(asked.last.split("\n\n", 1)[1].split("</system-reminder>")[0].strip())
        return says(report(name, self.kilobytes))

    def main(self, asked: Asked) -> Answer:
        """Start all four in one answer; whatever comes back, be done."""
        if asked.turn:
            return says("all done")
        more: dict[str, Any] = {} if self.background else {"run_in_background": False}
        calls = (
            Call("Agent", spawn("general-purpose", f"Build part-{n}", f"build part {n}", **more))
            for n in range(AGENTS)
        )
        return says(*calls)


def one_agent(
    agent: str, prompt: str, work: Callable[[Asked], Answer], **more: Any
) -> Callable[[Asked], Answer]:
    """Return a script whose main agent starts one agent, waits for it, and is done."""

    def script(asked: Asked) -> Answer:
        if asked.agent:
            return work(asked)
        if asked.turn:
            return says("all done")
        return says(Call("Agent", spawn(agent, prompt, **{"run_in_background": False, **more})))

    return script
