"""A prompt without the output of failed attempts: whatever it was wrapped, quoted or indented into."""

import re
from collections.abc import Iterable, Iterator

from batonpass.tables import load

WORD = re.compile(r"\w+")
ESCAPED = re.compile(
    r"\\(?:[nrtbf]|u(?P<code>[0-9a-fA-F]{4})|x[0-9a-fA-F]{2})"
)  # as JSON and shells write it
EMPTY_FENCE = re.compile(
    r"^[ \t>]*(`{3,}|~{3,})[^\n`]*\n(?:[ \t>]*\n)*[ \t>]*\1[ \t]*(?:\n|\Z)", re.MULTILINE
)
SPAN = tuple[int, int]


def without(prompt: str, output: str, instead: str, *, asked: str = "") -> str:
    """Return a prompt with `instead` where it first repeats an output, and nothing where it does again.

    What the output itself repeats of the prompt it answered, `asked`, may stay.
    """
    pieces = repeated(prompt, output, asked)
    if not pieces:
        return prompt
    made, at = "", 0
    for start, end in pieces:
        made += prompt[at:start] + (f"{instead}\n" if at == 0 and not made.endswith(instead) else "")
        at = end
    return EMPTY_FENCE.sub("", made + prompt[at:])


def repeated(prompt: str, output: str, asked: str = "") -> list[SPAN]:
    """Return where a prompt repeats an output, as whole lines where nothing else stands in them."""
    views = load.limits()["views"]
    row: int = views["retry_row"]
    told = list(WORD.finditer(ESCAPED.sub(_as_long, prompt)))
    words = [word[0].casefold() for word in told]
    again, task = (_covered(words, set(_rows(_words(text), row)), row) for text in (output, asked))
    covered = [is_again and not is_task for is_again, is_task in zip(again, task, strict=True)]
    runs = (
        run for run in _runs(covered, views["retry_gap"]) if _counted(covered, run) >= views["retry_repeated"]
    )
    return _joined(_lines(prompt, told[first].start(), told[last].end()) for first, last in runs)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(ESCAPED.sub(_as_long, text))]


def _as_long(escaped: re.Match[str]) -> str:
    """Return what is meant, in as many characters: every word stays where it is."""
    meant = chr(int(escaped["code"], 16)) if escaped["code"] else " "
    return (meant if meant.isalnum() else " ").ljust(len(escaped[0]))


def _rows(words: list[str], length: int) -> Iterator[tuple[str, ...]]:
    return zip(*(words[at:] for at in range(length)), strict=False)


def _covered(words: list[str], said: set[tuple[str, ...]], row: int) -> list[bool]:
    """Return of every word whether it stands in a row of words that the output has too."""
    covered = [False] * len(words)
    for at, one in enumerate(_rows(words, row)):
        if one in said:
            covered[at : at + row] = [True] * row
    return covered


def _runs(covered: list[bool], gap: int) -> Iterator[SPAN]:
    """Yield first and last word of everything that is covered, over gaps of a few words."""
    first = last = -1
    for at, is_covered in enumerate(covered):
        if not is_covered:
            continue
        if first >= 0 and at - last > gap:
            yield first, last
            first = -1
        first, last = at if first < 0 else first, at
    if first >= 0:
        yield first, last


def _counted(covered: list[bool], run: SPAN) -> int:
    return sum(covered[run[0] : run[1] + 1])


def _lines(prompt: str, start: int, end: int) -> SPAN:
    """Return a piece with the marks around it: to the ends of its lines where no other word stands there."""
    begin = prompt.rfind("\n", 0, start) + 1
    stop = prompt.find("\n", end)
    stop = len(prompt) if stop < 0 else stop + 1
    start = start if WORD.search(prompt, begin, start) else begin
    return start, end if WORD.search(prompt, end, stop) else stop


def _joined(pieces: Iterable[SPAN]) -> list[SPAN]:
    joined: list[SPAN] = []
    for start, end in pieces:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
