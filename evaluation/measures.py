"""All measures. One more is a module with `scores(folder)` and a place in this list; its goals stand in goals.toml."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from evaluation.documents import measure as documents
from evaluation.planted import measure as planted
from evaluation.score import Score

# `folder` holds documents with ground truth; None where there is none.
ALL: Mapping[str, Callable[[Path | None], Iterator[Score]]] = MappingProxyType(
    {
        "planted": planted.scores,
        "documents": documents.scores,
    }
)


def scores(folder: Path | None, only: str = "") -> Iterator[Score]:
    """Yield the scores of all measures, or of one."""
    for name in (only,) if only else ALL:
        yield from ALL[name](folder)
