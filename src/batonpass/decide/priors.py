"""Whose handoffs an agent is given: of those that may have left one, the newest. On the fast path."""

from batonpass.model.named import plain


def agent_of(name: str, names: dict[str, str]) -> str:
    """Return the agent a name means: `developer` for `developer_2`; an unknown one as it is."""
    known = plain(name)
    stem, _, number = known.rpartition("-")
    found = names.get(known) or (names.get(stem) if number.isdigit() else None)
    return found or name


def is_numbered(name: str) -> bool:
    """Say whether it is one of several of its kind that run at once: `developer_2`."""
    return plain(name).rpartition("-")[2].isdigit()


class Picked:
    """What an agent is given, and what it cannot do without and nobody left."""

    __slots__ = ("handoffs", "missing")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.handoffs: list[int] = []  # places in the list that was given, in the order of the priors
        self.missing: list[list[str]] = []  # of each required prior that nobody left: who might have


def picked(priors: list[tuple[list[str], bool]], left: list[str], names: dict[str, str]) -> Picked:
    """Choose among handoffs by whom they are from, oldest first.

    Of one prior the newest counts; where several of a kind ran at once, each of them. What is given already is not
    given twice, and what is older than it is not given in its place.
    """
    chosen = Picked()
    agents = [agent_of(name, names) for name in left]
    for one_of, required in priors:
        newest = max((at for at, agent in enumerate(agents) if agent in one_of), default=-1)
        if newest >= 0:
            chosen.handoffs += _beside(newest, left, agents, chosen.handoffs)
        elif required:
            chosen.missing.append(one_of)
    return chosen


def of_every_group(
    priors: list[tuple[list[str], bool]], left: list[str], groups: list[str], names: dict[str, str]
) -> Picked:
    """Choose group by group, for an agent that speaks to all of them; nothing is missing where any of them left some."""
    chosen = Picked()
    for group in dict.fromkeys(groups):
        places = [at for at, one in enumerate(groups) if one == group]
        found = picked(priors, [left[at] for at in places], names)
        chosen.handoffs += [places[at] for at in found.handoffs]
        chosen.missing = found.missing
    if chosen.handoffs:
        chosen.missing = []
    return chosen if groups else picked(priors, left, names)


def _beside(newest: int, left: list[str], agents: list[str], given: list[int]) -> list[int]:
    """Return the newest, and where it is one of several at once, those of the others."""
    agent = agents[newest]
    if newest in given:
        return []
    numbered = is_numbered(left[newest])
    same = [at for at, name in enumerate(agents) if name == agent and is_numbered(left[at]) == numbered]
    return [at for at in same if at not in given]
