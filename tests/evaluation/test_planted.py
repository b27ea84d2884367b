"""The benchmark can be lost and won: what it plants, what it counts as kept, what it counts as leaked."""

import pytest

from evaluation.handed import Shown
from evaluation.noise_sources import texts
from evaluation.planted.judge import CHANGES, holds, leaks
from evaluation.planted.measure import oracle
from evaluation.planted.noise import noise_of
from evaluation.planted.plant import FORMS, LINES, Form, document
from evaluation.planted.wordings import Author, Planted, authors
from evaluation.score import Score, averages, worst

AUTHORS = [pytest.param(author, id=author.author) for author in authors()]


def perfect(fact: Planted, wording: str) -> Shown:
    return Shown(fact.kind, CHANGES[fact.change] if fact.change else "", wording)


@pytest.mark.parametrize("author", AUTHORS)
@pytest.mark.parametrize("form", FORMS)
def test_the_same_seed_plants_the_same_document(author: Author, form: Form) -> None:
    noise = noise_of(texts(None))
    text = document(author, form, 0, noise)
    assert text == document(author, form, 0, noise)
    assert text != document(author, form, 1, noise)
    assert LINES <= text.count("\n") <= LINES * 1.15


@pytest.mark.parametrize("author", AUTHORS)
def test_every_value_stands_in_every_wording(author: Author) -> None:
    for fact in author.fact:
        for wording in (fact.structured.text, *(fact.scattered.form(n) for n in range(3))):
            assert holds(perfect(fact, wording), fact, wording), (fact.kind, fact.value)


@pytest.mark.parametrize("author", AUTHORS)
def test_all_of_an_author_fits_a_manifest(author: Author) -> None:
    assert len(author.fact) == 30
    assert len({fact.kind for fact in author.fact}) >= 8
    assert oracle(author) <= 500


def test_a_fact_is_kept_under_its_kind_only() -> None:
    fact = authors()[0].fact[0]
    wording = fact.structured.text
    assert fact.kind == "decision"
    assert holds(Shown("decision", "key_decisions", wording), fact, wording)
    assert not holds(Shown("risk", "summary.risks", wording), fact, wording)


def test_a_value_without_its_subject_is_not_kept() -> None:
    fact = authors()[0].fact[0]
    alone = " ".join(fact.value)
    assert not holds(Shown("decision", "key_decisions", alone), fact, fact.structured.text)


def test_a_deleted_file_is_not_kept_among_those_created() -> None:
    fact = next(fact for fact in authors()[0].fact if fact.change == "deleted")
    assert holds(Shown("file", "files_deleted", fact.value[0]), fact, "")
    assert not holds(Shown("file", "files_created", fact.value[0]), fact, "")


def test_what_is_planned_may_stand_among_what_comes_next() -> None:
    planned = next(d for d in authors()[0].distractor if d.standing == "planned")
    said = planned.scattered
    assert leaks([Shown("file", "files_created", said)], planned)
    assert not leaks([Shown("next_step", "next_steps", said)], planned)


def test_noise_tells_nothing_by_its_headings() -> None:
    noise = noise_of(["# Decisions\n\n" + "Some words.\n\n## Risks\n\n- One thing\n" * 20])
    text = document(authors()[0], "scattered", 0, noise) if len(noise.items) > 2 else str(noise)
    assert "Decisions" not in text
    assert "Risks" not in text


def test_repositories_count_alike_however_many_documents_they_have() -> None:
    many = [Score("m", "large", str(n), 1.0) for n in range(9)]
    (whole,) = averages([*many, Score("m", "small", "x", 0.0)])
    assert whole.macro == 0.5


def test_the_worst_documents_come_first() -> None:
    told = list(worst([Score("m", "r", "good", 1.0), Score("m", "r", "bad", 0.0, "what")], "m"))
    assert told == ["  0.00 bad", "       what", "  1.00 good"]


def test_nobody_is_told_the_misses_of_an_author_kept_apart() -> None:
    assert [author.author for author in authors() if not author.tuned] == ["c"]
