"""The documents noise is taken from: a folder of real ones, else the repository's own."""

from collections.abc import Iterator
from pathlib import Path

from evaluation.documents.case import rows

REPOSITORY = Path(__file__).resolve().parent.parent
OWN = ("docs/**/*.md", "evaluation/own/*.md", "*.md")
CLASSES = frozenset({"B", "C"})  # plans, reports, handoffs: what agents write


def texts(folder: Path | None) -> tuple[str, ...]:
    """Return the texts in a fixed order."""
    return tuple(path.read_text("utf-8", "replace") for path in _paths(folder))


def _paths(folder: Path | None) -> Iterator[Path]:
    if folder is None:
        yield from (path for pattern in OWN for path in sorted(REPOSITORY.glob(pattern)))
        return
    listed = rows(folder / "index.jsonl")
    yield from sorted(
        folder / row["file"] for row in listed if row["cls"] in CLASSES and row["file"].endswith(".md")
    )
