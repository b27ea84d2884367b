"""What a hook must know of a project, compiled into one file that is there at once. On the fast path."""

import os

from batonpass._version import __version__
from batonpass.decide.ladder import Ladder
from batonpass.flow import faults
from batonpass.model.errors import BatonError
from batonpass.model.named import plain
from batonpass.store import compiled

PATH = ".baton/cache/policy.json"


class Policy:
    """Configuration, playbook and tables of a project as far as a hook needs them, in plain values."""

    __slots__ = (
        "agents",
        "artifacts",
        "background",
        "brackets",
        "contracts",
        "domains",
        "excuses",
        "fail_closed",
        "first_chars",
        "handoff",
        "ladder",
        "line_bytes",
        "mode",
        "models",
        "names",
        "personas",
        "playbook",
        "priors",
        "products",
        "profiles",
        "rewriters",
        "rooms",
        "rules",
        "sessionwide",
        "start_chars",
        "window",
    )

    def __init__(
        self,
        *,
        playbook: str,
        mode: str,
        rules: dict[str, str],
        levels: dict[str, object],
        models: dict[str, dict[str, float]],
        window: int,
        line_bytes: int,
        background: str,
        handoff: int,
        artifacts: str,
        contracts: dict[str, str],
        products: dict[str, str],
        fail_closed: list[str],
        rewriters: list[str],
        excuses: dict[str, object],
        agents: dict[str, str],
        profiles: dict[str, str],
        domains: list[dict[str, object]],
        brackets: list[list[object]],
        personas: int,
        first_chars: int,
        start_chars: int,
        names: dict[str, str],
        priors: dict[str, list[tuple[list[str], bool]]],
        rooms: dict[str, int],
        sessionwide: list[str],
        **_: object,
    ) -> None:
        """Hold the values; what stands beside them in the file is of no concern here."""
        self.playbook, self.mode, self.rules = playbook, mode, rules
        self.ladder = Ladder(**levels)  # type: ignore[arg-type] # checked as `model/levels.py` when it was compiled
        self.models, self.window, self.line_bytes = models, window, line_bytes
        self.background = background  # what becomes of agents nobody waits for: allow, foreground
        self.handoff, self.artifacts = (
            handoff,
            artifacts,
        )  # tokens all of a brief may have; where handoffs lie
        self.names = names  # every name of every agent of the team → the agent
        self.sessionwide = sessionwide  # agents that speak to all groups of a session
        self.priors, self.rooms = priors, rooms  # agent → whose handoffs it needs; the tokens of its brief
        self.products = products  # agent → what is asked of it as its last message: return, answer
        self.contracts, self.fail_closed = contracts, fail_closed
        self.rewriters = (
            rewriters  # hooks of others that rewrite prompts: of two rewritings one would be lost
        )
        self.excuses = excuses  # tables/words/excuses.toml
        self.agents, self.profiles = agents, profiles  # whom a prompt may call; where their profiles stand
        self.personas = personas  # full profiles one context may hold
        self.first_chars, self.start_chars = first_chars, start_chars  # of one hook's words at a start
        self.domains, self.brackets = domains, brackets  # of rules; of what is left of a window

    def product_of(self, agent: str) -> str:
        """Return what an agent's last message is to be: `answer`, `return`, "" where its work decides."""
        return self.products.get(plain(agent), "")

    def mode_of(self, rule: str) -> str:
        """Return what a rule may do: its own mode, else the project's."""
        return self.rules.get(rule, self.mode)


def last(root: str) -> dict[str, object]:
    """Return the values that were compiled last, also where they hold no more; nothing where there are none."""
    return compiled.last(os.path.join(root, PATH), __version__)


def policy(root: str) -> Policy:
    """Return the project's policy; it is made again when a file that it was made from has changed.

    A configuration that cannot be read is recorded as a fault, and what held before it holds on.
    """
    kept = compiled.kept(os.path.join(root, PATH), __version__)
    if not kept:
        from batonpass.flow.compile import compile_policy  # noqa: PLC0415 - the slow branch: it reads TOML

        try:
            kept = compile_policy(root, os.path.join(root, PATH))
        except BatonError as error:
            kept = last(root)
            if not kept:
                raise
            faults.record(root, "policy", "", error, kept)  # a typing mistake must not switch the gates off
    return Policy(**kept)  # type: ignore[arg-type] # written by ourselves, in this version
