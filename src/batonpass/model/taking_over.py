"""What an agent is given when it starts: whose handoffs, whose reasoning, and how much of its window."""

from collections.abc import Iterator

from msgspec import Struct

from batonpass.model.bounds import Count, Positive, Share

Named = Iterator[tuple[tuple[str, ...], str]]

PHASES = ("understanding", "approach", "decisions", "risks", "blockers", "pivot", "completion")


class Prior(Struct, frozen=True, forbid_unknown_fields=True):
    """One handoff an agent needs: the newest of those that may have left it."""

    one_of: tuple[str, ...]
    required: bool = False  # True: without it the agent must not start


class TakingOver(Struct, frozen=True, forbid_unknown_fields=True):
    """Which prior handoffs an agent is given, and how much room its prompt has."""

    priors: dict[str, tuple[Prior, ...]] = {}  # agent → what it needs, the most important first
    shares: dict[str, Share] = {}  # agent → share of its model's window that its brief may fill
    prompt: Count = (
        0  # most tokens of a whole prompt: what one reading of a file holds; 0 = only the window decides
    )
    markers: dict[str, tuple[str, ...]] = {}  # agent → words its prompt must hold

    def mistakes(self) -> Iterator[tuple[tuple[str, ...], str, str]]:
        """Yield the priors that are named twice."""
        for agent, priors in self.priors.items():
            for at, prior in enumerate(priors):
                if any(set(prior.one_of) == set(other.one_of) for other in priors[:at]):
                    found = f"{agent} is given the handoff of {' or '.join(prior.one_of)} twice"
                    yield ("priors", agent, str(at), "one_of"), found, "each once"

    def named(self) -> Named:
        """Yield every agent of the team that is named here, with its place."""
        for table in ("priors", "shares", "markers"):
            yield from (((table, agent), agent) for agent in getattr(self, table))
        for agent, priors in self.priors.items():
            for at, prior in enumerate(priors):
                yield from ((("priors", agent, str(at), "one_of"), one) for one in prior.one_of)


class Reasoning(Struct, frozen=True, forbid_unknown_fields=True):
    """What agents save of their thinking, and who is shown whose."""

    phases: tuple[str, ...] = PHASES
    mandatory: tuple[str, ...] = ()  # phases without which nobody of `before` starts …
    of: tuple[str, ...] = ()  # … saved by these, where they handed over
    before: tuple[str, ...] = ()
    shown: dict[str, tuple[str, ...]] = {}  # agent → whose reasoning it is given
    last: Count = 5  # the newest so many
    tokens: Positive = 75  # of each; of a longer one its beginning

    def named(self) -> Named:
        """Yield every agent of the team that is named here, with its place."""
        for table in ("of", "before"):
            yield from (((table, str(at)), agent) for at, agent in enumerate(getattr(self, table)))
        for agent, others in self.shown.items():
            yield ("shown", agent), agent
            yield from ((("shown", agent), other) for other in others)
