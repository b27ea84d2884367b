"""The planted facts: how many of each author's are kept in 1000 tokens, how many distractors leak."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean

from msgspec import Struct

from evaluation.handed import Handed, Shown, handed, project
from evaluation.noise_sources import texts
from evaluation.planted import losses
from evaluation.planted.judge import WORD, holds, leaks, plain
from evaluation.planted.noise import Noise, noise_of
from evaluation.planted.plant import FORMS, Form, document
from evaluation.planted.wordings import Author, Planted, authors
from evaluation.score import Score
from evaluation.timing import start

SEEDS = (0, 1, 2)


class Trial(Struct, frozen=True):
    """One document with planted facts, and what was handed over of it."""

    author: Author
    form: Form
    seed: int
    text: str
    handed: Handed

    @property
    def name(self) -> str:
        """Return what the trial is called in tables."""
        return f"planted/{self.author.author}-{self.form}-{self.seed}.md"

    @property
    def worded(self) -> list[tuple[Planted, str]]:
        """Return every fact with the wording that was planted."""
        return [(fact, self.wording(index)) for index, fact in enumerate(self.author.fact)]

    def wording(self, index: int) -> str:
        """Return the wording of one fact."""
        fact = self.author.fact[index]
        return fact.structured.text if self.form == "structured" else fact.scattered.form(index + self.seed)


def scores(folder: Path | None) -> Iterator[Score]:
    """Score every trial; the misses of authors nobody tunes on are never told."""
    for author in authors():
        yield Score("planted oracle tokens", author.author, author.author, float(oracle(author)))
    for trial in trials(folder):
        yield from _scored(trial)


@cache
def trials(folder: Path | None) -> tuple[Trial, ...]:
    """Return every author's facts in both forms, in several documents each."""
    noise = noise_of(texts(folder))
    return tuple(
        _trial(author, form, seed, noise) for author in authors() for form in FORMS for seed in SEEDS
    )


def _trial(author: Author, form: Form, seed: int, noise: Noise) -> Trial:
    text = document(author, form, seed, noise)
    return Trial(author, form, seed, text, handed(text))


def kept(trial: Trial, items: Sequence[Shown]) -> list[bool]:
    """Tell of every fact whether some item shows it."""
    return [any(holds(item, fact, wording) for item in items) for fact, wording in trial.worded]


def precision(trial: Trial, items: Sequence[Shown]) -> float:
    """Return the share of items that show a planted fact."""
    right = [any(holds(item, fact, wording) for fact, wording in trial.worded) for item in items]
    return fmean(right) if right else 0.0


def leaking(trial: Trial, items: Sequence[Shown]) -> list[bool]:
    """Tell of every distractor whether some item shows it as so."""
    return [leaks(items, distractor) for distractor in trial.author.distractor]


def _scored(trial: Trial) -> Iterator[Score]:
    about = (f"author {trial.author.author}", trial.name)
    items = trial.handed.items
    told = trial.author.tuned
    name = f"planted {trial.form}"
    found, leaked = kept(trial, items), leaking(trial, items)
    yield Score(
        f"{name}, {'tuned on' if told else 'not tuned on'}",
        *about,
        fmean(found),
        losses.lost(trial, found) if told else "",
    )
    yield Score(f"{name}, leaks", *about, fmean(leaked), losses.leaked(trial, leaked) if told else "")
    yield Score(f"{name}, precision", *about, precision(trial, items))
    yield Score("planted time, 2000 lines, in P", *about, trial.handed.ms / 1000 / start())


def oracle(author: Author) -> int:
    """Return the tokens of the least that shows all facts of an author: kind, value, two words of the subject."""
    count = project().meter.count
    return sum(count(f"{fact.kind}: {', '.join((*_subject(fact), *fact.value))}\n") for fact in author.fact)


def _subject(fact: Planted) -> Iterable[str]:
    own = plain(" ".join(fact.value))
    return [word for word in WORD.findall(plain(fact.structured.text)) if word not in own][:2]
