"""Agents by their names, however they are spelled. On the fast path."""


def plain(name: str) -> str:
    """Return a name as it is compared: `@QA Expert`, `qa_expert` and `a-plugin:qa-expert` are one agent."""
    own = name.rsplit(":", 1)[-1]
    return own.removeprefix("@").casefold().replace("_", "-").replace(" ", "-")
