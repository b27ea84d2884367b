"""What failed, in a few lines: read out of the output, the transcript or the report of an attempt."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from batonpass.extract.evidence.deeds import done
from batonpass.extract.evidence.errors import is_error, matter
from batonpass.extract.evidence.gates import short
from batonpass.extract.phrases import Lexicon, entries_of, tokens_of
from batonpass.extract.sentences import sentences
from batonpass.model.deed import Done
from batonpass.model.failure import Failure
from batonpass.model.source import Block
from batonpass.tables.load import words

COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FENCE = re.compile(r"^\s*(?:```|~~~)")
FEWEST_WORDS = 4  # of a sentence that says what was tried
LONGEST_SENTENCE = 400  # characters; what is longer is a log, no sentence
LONGEST_LINE = 2000  # characters of a line that are searched: the rest is data


def in_text(text: str) -> Failure:
    """Return what a text tells of a failure: the output of a command, or an agent's own report."""
    lines = [line for raw in text.splitlines() if (line := COLOUR.sub("", raw).strip()[:LONGEST_LINE])]
    first, last = error_lines(lines)
    numbers = re.findall(words("failures")["attempt"]["number"], text)
    return Failure(
        error_class=class_of((first, last, *lines)),
        command=command_in(lines),
        first=first,
        last=last,
        ruled_out=tuple(dict.fromkeys(ruled_out(text))),
        attempt=max((int(n) for n in numbers), default=1) or 1,
    )


def in_blocks(blocks: Sequence[Block]) -> Failure | None:
    """Return the last failure of a transcript or a report, None where nothing failed in it."""
    if any(block.act is not None for block in blocks):
        return _in_deeds(blocks)
    failed = [block for block in blocks if block.kind == "case"]
    if not failed:
        return None
    told = in_text("\n".join(block.text for block in failed))
    first, last = _line(failed[0].text), _line(failed[-1].text)
    return Failure(error_class=told.error_class, first=first, last=last if last != first else "")


def _in_deeds(blocks: Sequence[Block]) -> Failure | None:
    everything = tuple(done(blocks))
    failed = next((one for one in reversed(everything) if is_error(one)), None)
    said = [b for b in blocks if b.kind == "turn" and b.act is not None and b.act.role == "agent"]
    tried = dict.fromkeys(sentence for block in said for sentence in ruled_out(block.text))
    if failed is None:
        return None
    told = in_text(failed.answer)
    return Failure(
        error_class=told.error_class,
        command=short(failed.act.command) or failed.call.text.partition("\n")[0][:LONGEST_LINE],
        first=told.first,
        last=told.last,
        ruled_out=tuple(tried),
        attempt=_attempts(everything, failed),
    )


def _attempts(everything: Sequence[Done], failed: Done) -> int:
    """Return how often in a row the same failed, the last time included."""
    count = 0
    for one in everything:
        if one.act.agent == failed.act.agent and matter(one) == matter(failed):
            count = count + 1 if is_error(one) else 0
        if one is failed:
            break
    return count


def has_failed(text: str) -> bool:
    """Tell whether a text surely tells of an error; nothing is said of one that only may."""
    return any(_tells(COLOUR.sub("", line).strip()[:LONGEST_LINE], "surely") for line in text.splitlines())


def error_lines(lines: Sequence[str]) -> tuple[str, str]:
    """Return the first line that tells of an error and the last other one; without any the first and last line."""
    surely, perhaps = ([line for line in lines if _tells(line, how)] for how in ("surely", "perhaps"))
    told = surely or perhaps or [*lines[:1], *lines[-1:]]
    if not told:
        return "", ""
    first = _line(told[0])
    last = next((line for line in map(_line, reversed([*perhaps, *told])) if line != first), "")
    return first, last


def _tells(line: str, how: str) -> bool:
    tells, never = _patterns(how), _patterns("never")
    return bool(tells.search(line)) and not never.search(line)


@cache
def _patterns(how: str) -> re.Pattern[str]:
    listed = words("failures")["error"][how]
    return re.compile("|".join(f"(?i:{p[4:]})" if p.startswith("(?i)") else f"(?:{p})" for p in listed))


def _line(text: str) -> str:
    return " ".join(text.split())


def class_of(lines: Sequence[str]) -> str:
    """Return the class of an error: as it is named in the lines, else as people call it."""
    table = words("failures")["class"]
    for line in lines:
        for pattern in table["named"]:
            if found := re.search(pattern, line):
                return str(found[1])
    return next(
        (name for line in lines for name, pattern in table["spoken"].items() if re.search(pattern, line)), ""
    )


def command_in(lines: Sequence[str]) -> str:
    """Return the command a text says has failed, the last one of the surest kind."""
    for pattern in words("failures")["command"]["lines"]:
        found = [match for line in lines if (match := re.search(pattern, line))]
        if found:
            return short(found[-1]["command"].strip())
    return ""


def ruled_out(text: str) -> Iterator[str]:
    """Yield the sentences that say what was tried in vain, or is not the cause."""
    for paragraph in _prose(text):
        for sentence in sentences(paragraph):
            said = sentence.strip("*-#> ").strip()
            if len(said) <= LONGEST_SENTENCE and len(said.split()) >= FEWEST_WORDS and _is_in_vain(said):
                yield said


def _is_in_vain(sentence: str) -> bool:
    return any(True for _ in _vain().found(sentence, tokens_of(sentence)))


@cache
def _vain() -> Lexicon[str]:
    return Lexicon(entries_of(words("failures")["ruled_out"], "ruled out"))


def _prose(text: str) -> Iterator[str]:
    """Yield runs of lines that are sentences, not output: an item of a list is one of its own."""
    run: list[str] = []
    fenced = False
    for raw in text.splitlines():
        line = COLOUR.sub("", raw)
        fenced ^= bool(FENCE.match(line))
        prose = not fenced and bool(line.strip()) and not line.startswith(("    ", "\t", "E  ", "|"))
        starts = bool(re.match(r"\s*(?:[-*•]|\d+[.)]|#{1,6})\s", line))
        if run and (starts or not prose):
            yield "\n".join(run)
            run = []
        if prose and not FENCE.match(line) and not _tells(line.strip()[:LONGEST_LINE], "surely"):
            run.append(line)
    if run:
        yield "\n".join(run)
