"""The facts of sources, with the lines they were read from."""

from collections.abc import Iterator, Sequence

from batonpass.flow.inspect import Agent, Inspected, Used
from batonpass.model.fact import Fact
from batonpass.surfaces.cli.page import EMPTY, Block, counted, line, number, title
from batonpass.surfaces.cli.pages.kinds import named
from batonpass.tables.load import table


def facts(sources: Sequence[Inspected]) -> Iterator[Block]:
    """Yield every source with its facts by kind."""
    for index, one in enumerate(sources):
        if index:
            yield EMPTY
        lines, found = counted(one.source.lines, "line"), counted(len(one.facts), "fact")
        about = ", ".join((one.source.format, lines, _size(one.used), found))
        yield title(one.source.path or one.source.name, (f"  {about}", "quiet"))
        if one.used.agents:
            yield line(("Spent", "name"), indent=2)
            yield from (_spent(agent) for agent in one.used.agents)
        for kind in dict.fromkeys(fact.kind for fact in one.facts):
            yield line((named(kind).capitalize(), "name"), indent=2)
            yield from (_fact(fact) for fact in one.facts if fact.kind == kind)


def _size(used: Used) -> str:
    """Return what a document takes, or what the context of a session held at its end."""
    if not used.agents:
        return counted(used.tokens, "token")
    about = "" if used.exact else "about "
    return f"{about}{number(used.tokens)} tokens in context" + (f" ({used.share:.0%})" if used.window else "")


def _spent(agent: Agent) -> Block:
    read = agent.input + agent.cache_read + agent.cache_write
    cost = "" if agent.cost_usd is None else f", ${agent.cost_usd:.2f}"
    who = f"{agent.agent}, " if agent.agent else ""
    told = f"{counted(agent.answers, 'answer')}, {number(read)} tokens in, {number(agent.output)} out{cost}"
    return line(
        f"{who}{agent.model or 'a model it does not name'}",
        (f"  {told}", "quiet"),
        lead=("•", "quiet"),
        indent=4,
    )


def _fact(fact: Fact) -> Block:
    lines = ", ".join(f"{s.first}-{s.last}" if s.last > s.first else f"{s.first}" for s in fact.spans)
    standing = f"  {fact.standing}" if fact.standing != "current" else ""
    became = _became(fact)
    more = f"  {became}" if became else ""
    return line(
        fact.text, more, (f"  :{lines}", "quiet"), (standing, "warning"), lead=("•", "quiet"), indent=4
    )


def _became(fact: Fact) -> str:
    """Return what the text of a fact does not say: what was done to a file, whether an error was overcome."""
    about = fact.attributes
    if fact.kind == "file" and about.change and about.change not in fact.text:
        guessed = fact.basis == "derived" and fact.confidence < table("evidence")["claims"]["least"]
        return f"{about.change}, perhaps" if guessed else about.change
    if fact.kind == "error" and about.resolved is not None:
        return "overcome" if about.resolved else "still there"
    return "not run to the end" if fact.kind == "tests" and about.complete is False else ""
