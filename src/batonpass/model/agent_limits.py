"""How often an agent may try before a person is asked."""

from msgspec import UNSET, Struct, UnsetType


class AgentLimits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The limits of a playbook; what it does not say is in `tables/agent_limits.toml`."""

    iterations: int | UnsetType = UNSET  # checks of its own work that failed
    minutes: int | UnsetType = UNSET
    same_error: int | UnsetType = UNSET  # in a row
    similar_outputs: int | UnsetType = UNSET
    rounds: int | UnsetType = UNSET  # of one agent in one group of a session
    reviews: int | UnsetType = UNSET  # of one that reviews
    tests: int | UnsetType = UNSET  # of one that tests
    retries: int | UnsetType = UNSET  # starts of the same agent right after it failed
    more: int | UnsetType = UNSET  # added whenever a person says to go on

    def __post_init__(self) -> None:
        """Refuse limits that nobody could keep."""
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if value is not UNSET and value < 1:
                raise ValueError(f"`{name}` {value}: wanted at least 1")


class Counted(Struct, frozen=True):
    """How often something was done, of one agent, and what shows it."""

    limit: str  # a field of AgentLimits
    agent: str
    count: int
    what: str  # the error, the group, …
    line: int = 0  # of the transcript; 0 = the journal tells
