"""The section that teaches an agent's definition to hand over."""

import re
import shlex
from collections.abc import Iterator

from batonpass.tables import load

DEFAULT = "handoff"
# Of 108 public agent definitions, one word alone decided about ten wrongly; two words decided 62 of them,
# and wrongly only where a description advertises what its agent is not for.
CLEAR = 2
FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
DESCRIPTION = re.compile(r"^description:(.*(?:\n(?:[ \t].*|[ \t]*))*)", re.MULTILINE)
# Descriptions often go on with sample dialogues, which speak of everything.
EXAMPLES = re.compile(r"<example|\bexamples?:", re.IGNORECASE)
WORD = re.compile(r"[\w']+")


def section(agent: str, definition: str) -> str:
    """Return the section for an agent, its name and the type of its artifacts filled in."""
    text = load.text("agent-section.md")
    return text.replace("{agent}", shlex.quote(agent)).replace("{type}", artifact_type(agent, definition))


def artifact_type(agent: str, definition: str) -> str:
    """Return what the definition clearly says its agent leaves, else the general type.

    Clearly: at least two words for it, and twice as many as for anything else; its name counts twice.
    """
    table = load.words("agent_types")
    negations = frozenset(table["not"]["words"])
    named = set(_affirmed(agent.replace("_", " "), negations))
    said = named | set(_affirmed(description(definition), negations))
    counts = {
        kind: len(said.intersection(words)) + len(named.intersection(words))
        for kind, words in table["types"].items()
    }
    first, second, *_ = sorted(counts, key=lambda kind: -counts[kind])
    return first if counts[first] >= max(CLEAR, CLEAR * counts[second]) else DEFAULT


def description(definition: str) -> str:
    """Return what a definition says of itself: its front matter's description, else its first paragraph."""
    definition = definition.replace("\r\n", "\n")
    front = FRONT_MATTER.match(definition)
    if front:
        found = DESCRIPTION.search(front.group(1))
        if found:
            return EXAMPLES.split(" ".join(found.group(1).replace("\\n", " ").split()))[0].strip(" |>\"'")
    body = definition[front.end() :] if front else definition
    paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n", body))
    return next((text for text in paragraphs if text and not text.startswith("#")), "")


def _affirmed(text: str, negations: frozenset[str]) -> Iterator[str]:
    """Yield the words of a text that no negation stands before."""
    before = ""
    for word in WORD.findall(text.casefold()):
        if before not in negations:
            yield word
        before = word
