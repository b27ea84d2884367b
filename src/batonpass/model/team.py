"""The agents of a team: what people call them, and which model they run on."""

from collections.abc import Iterator

from msgspec import Struct

from batonpass.model.named import plain

TABLES = ("titles", "names", "called", "models", "signs")


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a playbook's agents beside what they do."""

    titles: dict[str, str] = {}  # agent → as people read it
    names: dict[str, str] = {}  # agent → as it is told of in full: "Tech Lead"
    called: dict[str, tuple[str, ...]] = {}  # agent → other names of it
    models: dict[str, str] = {}  # agent → the model it runs on, unless a route says another
    signs: dict[str, str] = {}  # agent → what its capsules begin with

    def named(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield every agent of the team that is named here, with its place."""
        for table in TABLES:
            yield from (((table, agent), agent) for agent in getattr(self, table))

    def title(self, agent: str) -> str:
        """Return an agent as people read it."""
        return self.titles.get(agent) or agent.replace("_", " ").replace("-", " ").capitalize()

    def agent(self, name: str, agents: tuple[str, ...]) -> str:
        """Return the agent that a name means: its own, another of it, or one of several (`developer_1`); "" = none."""
        if name in agents:
            return name
        wanted = plain(name)
        for agent in agents:
            if wanted in (plain(agent), *map(plain, self.called.get(agent, ()))):
                return agent
        stem, _, number = wanted.rpartition("-")
        return self.agent(stem, agents) if stem and number.isdigit() else ""
