"""The confusion matrix of gates: no wrong decision, and a wrong ladder would be noticed."""

from collections import Counter
from pathlib import Path

from evaluation.gate_states import FORMS, UNKNOWN, states
from evaluation.gates import Project, judged


def test_no_decision_is_wrong_and_none_changes() -> None:
    found = judged(every=11)
    assert found.states >= 200
    assert (found.wrong, found.moved) == (0, 0)
    assert {right for right, _ in found.matrix} == {"OK", "SHOULD", "MUST", "BLOCKED", "UNKNOWN"}


def test_there_are_enough_states_of_every_form() -> None:
    forms = Counter(state.form for state in states())
    assert forms.total() >= 2000
    assert set(forms) == {*FORMS, *UNKNOWN}


def test_a_wrong_edge_is_noticed(tmp_path: Path) -> None:
    (tmp_path / ".baton").mkdir()
    project = Project(str(tmp_path))
    for step in project.policy.ladder.step:
        step["share"] = float(step["share"]) + 1e-6
    for state in list(states())[:17]:
        project.judge(state)
    assert project.wrong > 0
    assert any(right != decided for right, decided in project.matrix)
