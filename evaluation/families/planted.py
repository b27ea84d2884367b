"""The planted documents, as what their readers should get."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from evaluation.families.case import Expected, Piece
from evaluation.handed import Shown
from evaluation.planted.judge import CHANGES, holds, shows
from evaluation.planted.measure import trials
from evaluation.planted.wordings import Planted


def expected(folder: Path | None) -> Iterator[Expected]:
    """Yield every trial; the author stands where others have a repository."""
    for trial in trials(folder):
        yield Expected(
            f"planted, {trial.form}",
            trial.author.author,
            trial.name,
            trial.text,
            tuple(_piece(fact, wording) for fact, wording in trial.worded),
            tuple(partial(_shows, d.value) for d in trial.author.distractor),
        )


def _shows(values: tuple[str, ...], said: str) -> bool:
    return shows(said, values)


def _piece(fact: Planted, wording: str) -> Piece:
    place = CHANGES[fact.change] if fact.change else ""

    def there(said: str) -> bool:
        return holds(Shown(fact.kind, place, said), fact, wording)

    return Piece(fact.kind, wording, there)
