"""Last messages of agents as several authors worded them, one file each, with the status every message states."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from batonpass.model.returns import Understood

FOLDER = Path(__file__).parent / "voices"
HEAD = re.compile(r"^=== (?P<agent>[\w-]+) \| (?P<statuses>[^|\n]*) \| (?P<understood>\w+)$", re.MULTILINE)
NOT_TUNED_ON = frozenset({"f"})  # nobody looks at their misses: they tell how unknown messages fare


class Said(Struct, frozen=True):
    """A message, who said it, which status it states ("" for none), and how it should be understood."""

    voice: str
    number: int
    agent: str
    text: str
    status: str
    understood: Understood

    @property
    def tuned(self) -> bool:
        """Say whether the rules were made with this author's messages in view."""
        return self.voice not in NOT_TUNED_ON


@cache
def said() -> tuple[Said, ...]:
    """Return every message of every author, each wording with each of its statuses."""
    return tuple(one for path in sorted(FOLDER.glob("*.txt")) for one in _of(path))


def _of(path: Path) -> Iterator[Said]:
    text = path.read_text("utf-8")
    heads = list(HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    for number, (head, end) in enumerate(zip(heads, ends, strict=True)):
        wording = text[head.end() + 1 : end].removesuffix("\n")
        for status in head["statuses"].split(","):
            filled = _filled(wording, status.strip())
            yield Said(path.stem, number, head["agent"], filled, status.strip(), head["understood"])  # type: ignore[arg-type]


def _filled(wording: str, status: str) -> str:
    """Return a wording with its status: as it is spelled, in lower case with blanks, as a title."""
    words = status.replace("_", " ")
    forms = {"{S}": status, "{s}": words.lower(), "{t}": words.title()}
    for mark, form in forms.items():
        wording = wording.replace(mark, form)
    return wording
