"""Where documents with known contents come from. One more source is a module with `expected(folder)`, listed here."""

from collections.abc import Callable, Iterator
from pathlib import Path

from evaluation.families import corpus, own, planted
from evaluation.families.case import Expected

# `folder` holds documents with ground truth; None where there is none.
ALL: tuple[Callable[[Path | None], Iterator[Expected]], ...] = (
    planted.expected,
    own.expected,
    corpus.expected,
)


def expected(folder: Path | None) -> Iterator[Expected]:
    """Yield every document of every source."""
    for source in ALL:
        yield from source(folder)
