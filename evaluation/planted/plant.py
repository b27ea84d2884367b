"""One long document with all facts of an author in it, under telling headings or where no heading helps."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal

from evaluation.planted.noise import Noise
from evaluation.planted.wordings import Author

Form = Literal["structured", "scattered"]
FORMS: tuple[Form, ...] = ("structured", "scattered")
LINES = 2000
AROUND = 3  # noise items beside the planted ones of a mixed list, noise rows beside a planted row


def document(author: Author, form: Form, seed: int, noise: Noise) -> str:
    """Return a document of LINES lines; the same arguments give the same text."""
    random = Random(f"{author.author} {form} {seed}")
    planted = structured(author) if form == "structured" else scattered(author, seed, random, noise)
    random.shuffle(planted)
    return _mixed(planted, LINES, random, noise)


def structured(author: Author) -> list[str]:
    """Return every fact and distractor under its own heading."""
    worded = [fact.structured for fact in author.fact] + [d.structured for d in author.distractor]
    return [f"## {one.heading}\n\n{one.text}" for one in worded]


def scattered(author: Author, seed: int, random: Random, noise: Noise) -> list[str]:
    """Return paragraphs, mixed lists and tables; with another seed each fact comes in another of these forms."""
    paragraphs: list[str] = []
    items: list[str] = []
    tables: list[str] = []
    for index, fact in enumerate(author.fact):
        form = (index + seed) % 3
        if form == 0:
            paragraphs.append(fact.scattered.paragraph)
        elif form == 1:
            items.append(fact.scattered.item)
        else:
            tables.append(_table(fact.scattered.header, fact.scattered.row, random, noise))
    for distractor in author.distractor:
        (items if distractor.scattered.startswith("- ") else paragraphs).append(distractor.scattered)
    return [*paragraphs, *_lists(items, random, noise), *tables]


def _lists(items: Sequence[str], random: Random, noise: Noise) -> Iterator[str]:
    """Yield lists of a few planted items among items of other documents."""
    waiting = list(items)
    random.shuffle(waiting)
    while waiting:
        taken, waiting = waiting[:2], waiting[2:]
        mixed = [*taken, *(f"- {item}" for item in random.sample(noise.items, AROUND))]
        random.shuffle(mixed)
        yield "\n".join(mixed)


def _table(header: str, row: str, random: Random, noise: Noise) -> str:
    columns = header.strip().strip("|").count("|") + 1
    fitting = [cells for cells in noise.rows if len(cells) == columns]
    others = [f"| {' | '.join(cells)} |" for cells in random.sample(fitting, min(AROUND, len(fitting)))]
    rows = [row, *others]
    random.shuffle(rows)
    return "\n".join([header, "|" + "---|" * columns, *rows])


def _mixed(planted: Sequence[str], lines: int, random: Random, noise: Noise) -> str:
    """Put the planted texts between runs of noise at places spread over the document."""
    room = lines - sum(text.count("\n") + 2 for text in planted)
    around: list[str] = []
    runs = noise.runs(random)
    while room > 0:
        block = next(runs)
        around.append(block)
        room -= block.count("\n") + 2
    places = sorted(random.sample(range(1, len(around)), len(planted)))
    after = dict(zip(places, planted, strict=True))
    told = ["# Work report"]
    number = 0
    for at, block in enumerate(around):
        heads = not block.strip("#")
        telling = after.get(at, "").startswith("#")
        if at in after:
            told.append(after[at])
        if heads or telling:  # what follows stands under a heading of its own, which tells nothing
            number += 1
            told.append(f"{'##' if telling else block} Part {number}")
        if not heads:
            told.append(block)
    return "\n\n".join(told) + "\n"
