"""Rationalisations: what is said to get around a gate, and what it is answered. Plain values in, plain values out."""

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

FENCE = re.compile(r"^\s*(?:`{3,}|~{3,})")
CODE = re.compile(r"`[^`\n]*`")
QUOTED = re.compile(r"\"[^\"\n]{3,}\"|“[^”\n]{3,}”|«[^»\n]{3,}»|(?<!\w)'[^'\n]{8,}'(?!\w)")
ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)]|#{1,6})\s+")
END = re.compile(r"(?<=[.!?;])[)\"'*_]*\s+|\n{2,}")
NAME = re.compile(r"\{(\w+)\}")


class Excuse:
    """One rationalisation: its family, the words it was said in, and the reply."""

    __slots__ = ("family", "line", "quote", "reply")

    def __init__(self, family: str, quote: str, reply: str, line: int) -> None:
        """Hold what was said on which line of the text, from 1."""
        self.family, self.quote, self.reply, self.line = family, quote, reply, line


class Excuses:
    """The families of `tables/words/excuses.toml`, compiled."""

    __slots__ = ("closing", "families", "gate", "hints", "marks", "never")

    def __init__(
        self,
        *,
        closing: str,
        marks: list[str],
        never: list[str],
        groups: dict[str, str],
        family: list[dict[str, object]],
        hints: dict[str, str],
    ) -> None:
        """Compile the patterns; a text at a gate is searched for all of them, any other only where it speaks of one."""
        whole = _filled(groups)
        self.closing, self.marks = closing, marks
        self.never = re.compile("|".join(never), re.IGNORECASE)
        self.gate = re.compile(whole["gate"], re.IGNORECASE)
        self.families = [(one, _pattern(one["says"], whole)) for one in family]
        self.hints = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in hints.items()}

    def said_in(self, text: str, *, at_gate: bool = False) -> tuple[Excuse, ...]:
        """Return the excuses of a text, each family once, in the order they are said.

        `at_gate`: the text is a reason to pass a gate by, so whatever it says is said of that.
        """
        found: dict[str, Excuse] = {}
        for line, paragraph in paragraphs(text):
            about = at_gate or bool(self.gate.search(paragraph))
            for sentence in sentences(paragraph):
                if self.never.search(sentence):
                    continue
                for one, pattern in self.families:
                    name = str(one["name"])
                    meant = name not in found and _applies(one, about=about, at_gate=at_gate)
                    if meant and pattern.search(sentence):
                        found[name] = Excuse(name, sentence, str(one["reply"]), line)
        if at_gate and not found:
            found.update(self._hinted(text))
        return tuple(found.values())

    def _hinted(self, text: str) -> "Iterator[tuple[str, Excuse]]":
        """Yield what a reason amounts to whose words are none of those known."""
        for line, paragraph in paragraphs(text):
            for sentence in sentences(paragraph):
                name = next((name for name, pattern in self.hints.items() if pattern.search(sentence)), "")
                if name and not self.never.search(sentence):
                    reply = next(str(one["reply"]) for one, _ in self.families if one["name"] == name)
                    yield name, Excuse(name, sentence, reply, line)
                    return

    def answer(self, excuses: tuple[Excuse, ...]) -> str:
        """Return what an agent is told that made these excuses, "" where there are none."""
        if not excuses:
            return ""
        replies = " ".join(dict.fromkeys(excuse.reply for excuse in excuses))
        return f"{replies} {self.closing}"


def _applies(one: dict[str, object], *, about: bool, at_gate: bool) -> bool:
    """Tell whether a family can be meant: some words are excuses only beside talk of a gate, some only at one."""
    if at_gate:
        return not one.get("never_at_gate")
    return not one.get("only_at_gate") and (about or not one.get("needs_gate"))


def _pattern(says: object, groups: dict[str, str]) -> re.Pattern[str]:
    listed = says if isinstance(says, list) else []
    return re.compile("|".join(_put(str(one), groups) for one in listed), re.IGNORECASE)


def _filled(groups: dict[str, str]) -> dict[str, str]:
    """Return the groups with those in them spelled out; each may use the ones above it."""
    made: dict[str, str] = {}
    for name, pattern in groups.items():
        made[name] = _put(pattern, made)
    return made


def _put(pattern: str, groups: dict[str, str]) -> str:
    named = NAME.sub(lambda found: groups.get(found[1], found[0]), pattern)
    return named.replace("{{", "{").replace("}}", "}")


def paragraphs(text: str) -> "Iterator[tuple[int, str]]":
    """Yield line and text of what is said in own words: no code, no quotation, no table."""
    run: list[str] = []
    first, fenced = 0, False
    for number, raw in enumerate([*text.replace("’", "'").splitlines(), ""], 1):
        is_fence = bool(FENCE.match(raw))
        fenced ^= is_fence
        own = not (fenced or is_fence) and bool(raw.strip()) and raw.lstrip()[:1] not in (">", "|")
        if run and (not own or ITEM.match(raw)):
            yield first, " ".join(run)
            run = []
        if own:
            first = first if run else number
            run.append(QUOTED.sub(" … ", CODE.sub(" … ", ITEM.sub("", raw))).strip())


def sentences(paragraph: str) -> "Iterator[str]":
    """Yield the sentences of a paragraph."""
    yield from (piece for piece in END.split(paragraph) if piece.strip())
