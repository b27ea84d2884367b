"""Which agent a prompt calls: `@dev`, `/AIOS:agents:dev`. On the fast path: nearly every prompt calls nobody.

A name counts where a person would command: at the start of the prompt or behind white space, and only where an agent
is called so. In code, in what is quoted, in an e-mail address or a path it is none.
"""

from batonpass.model.named import plain

SLASHED = ":agents:"
FENCES = ("```", "~~~")
CLOSING = ",.;:!?)"  # what may stand behind a name that ends there


def addressed(prompt: str, agents: dict[str, str]) -> str:
    """Return the agent that is called first, "" where none is; `agents` knows their plain names."""
    if "@" not in prompt and SLASHED not in prompt and "/agents:" not in prompt:
        return ""
    if is_client(prompt):
        return ""
    for line in _spoken(prompt):
        for word in _plain(line).split():
            name = _named(word)
            if name and name in agents:
                return agents[name]
    return ""


def is_client(prompt: str) -> bool:
    """Say whether the client speaks, not a person: a task in the background ended."""
    return prompt.lstrip().startswith("<")


def is_command(prompt: str) -> bool:
    """Say whether a prompt is a command of the client, which puts the agent's whole profile into it."""
    return prompt.lstrip().startswith("/")


def rest_of(prompt: str, agent: str) -> str:
    """Return what an agent is asked for, without the call itself."""
    words = prompt.split()
    kept = [word for word in words if _named(word) != plain(agent)]
    return " ".join(kept)


def _named(word: str) -> str:
    """Return the name that a word calls, as names are compared."""
    if word.startswith("@"):
        return plain(word[1:].rstrip(CLOSING)) if ":" not in word.rstrip(CLOSING) else ""
    if word.startswith("/") and "/" not in word[1:]:
        parts = word[1:].split(":")
        return plain(parts[-1]) if len(parts) > 1 and parts[-2] == "agents" else ""
    return ""


def _spoken(prompt: str) -> list[str]:
    """Return the lines a person speaks in: no fenced code, nothing quoted."""
    spoken, fence = [], ""
    for line in prompt.split("\n"):
        bare = line.lstrip()
        if fence:
            fence = "" if bare.startswith(fence) else fence
        elif bare.startswith(FENCES):
            fence = bare[:3]
        elif not bare.startswith(">"):
            spoken.append(line)
    return spoken


def _plain(line: str) -> str:
    """Return a line without its code spans; a lone backtick opens none."""
    parts = line.split("`")
    if len(parts) < 3:  # noqa: PLR2004 - a span has two backticks
        return line
    outside = [part for place, part in enumerate(parts) if place % 2 == 0 or place == len(parts) - 1]
    return "`".join(outside)
