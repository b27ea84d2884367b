"""Real prose around the planted facts: runs of blocks from other documents, their headings made to say nothing."""

import re
from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
HEADING = re.compile(r"^(#{1,6})\s+\S.*$")
BOLD_LINE = re.compile(r"^\*\*[^*]+\*\*:?\s*$")  # a heading in all but name
FENCE = re.compile(r"^\s*(`{3,}(?!.*`)|~{3,})(.*)$")
TAG = re.compile(r"^\s*</?[A-Za-z!][^>]*>?\s*$|<!--|-->")
ITEM = re.compile(r"^[-*] (?!\[.\])(\S.{20,160})$")
ROW = re.compile(r"^\|(?!\s*:?-)(.+)\|\s*$")
RUN = (6, 18)  # blocks taken from one place of one document
FEWEST = 40  # a document of fewer lines offers no run


class Noise(Struct, frozen=True):
    """What documents have to offer: runs of blocks, and lone items and rows for mixed lists and tables."""

    documents: tuple[tuple[str, ...], ...]  # each as its blocks
    items: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # as cells

    def runs(self, random: Random) -> Iterator[str]:
        """Yield blocks without end: some from one document, then some from the next."""
        while True:
            order = list(self.documents)
            random.shuffle(order)
            for blocks in order:
                first = random.randrange(max(1, len(blocks) - RUN[0]))
                yield from blocks[first : first + random.randint(*RUN)]


def noise_of(texts: Sequence[str]) -> Noise:
    """Return what some documents offer; the same documents in the same order give the same noise."""
    documents = [blocks for text in texts if text.count("\n") >= FEWEST and (blocks := tuple(_blocks(text)))]
    lines = [line for blocks in documents for block in blocks for line in block.split("\n")]
    items = (m[1] for line in lines if (m := ITEM.match(line)))
    rows = (tuple(cell.strip() for cell in m[1].split("|")) for line in lines if (m := ROW.match(line)))
    return Noise(
        tuple(documents),
        tuple(dict.fromkeys(items)),
        tuple(dict.fromkeys(row for row in rows if len(row) in (2, 3) and all(row))),
    )


def _blocks(text: str) -> Iterator[str]:
    """Yield what stands between blank lines; a fence is one block, marks of markup are left out."""
    block: list[str] = []
    fence = ""
    for raw in FRONT_MATTER.sub("", text.replace("\r\n", "\n"), count=1).split("\n"):
        line = raw.rstrip()
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
        elif not fence and (not line or HEADING.match(line) or TAG.search(line)):
            yield from _whole(block)
            block = []
            if heading := HEADING.match(line):
                yield heading[1]
            continue
        block.append(line)
    if not fence:
        yield from _whole(block)


def _whole(block: Sequence[str]) -> Iterator[str]:
    if block and not (len(block) == 1 and BOLD_LINE.match(block[0])):
        yield "\n".join(block)
