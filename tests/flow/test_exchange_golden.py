"""What must be done with answers, and which summaries help the next phase: the cases stand in `cases/`."""

from pathlib import Path

import pytest

from batonpass.flow.exchange import Written, answer, found, judge, read
from batonpass.flow.setup import open_project
from batonpass.model.problem import Problem
from tests.cases import Case, check, load

FOLDER = Path(__file__).parent / "cases"
ANSWERS, SUMMARIES = load(FOLDER / "responses.md"), load(FOLDER / "summaries.md")
OF_SUMMARIES = ("essentials", "narration", "raw-code", "summary-size")


def told(problems: tuple[Problem, ...]) -> list[str]:
    return [
        f"{problem.severity} {problem.rule} {problem.pointer or '/'} {problem.message}"
        for problem in problems
    ]


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: case.id)
def test_this_is_what_must_be_done(case: Case, tmp_path: Path) -> None:
    request = read(case.parts["request"]) if "request" in case.parts else None
    said = answer(open_project(str(tmp_path)), found(case.parts["response"]), request)
    step = said.action
    lines = (f"{step.do} {step.phase}".strip(), *step.reasons, *step.questions, *told(said.judged.problems))
    check(case, "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize("case", SUMMARIES, ids=lambda case: case.id)
def test_this_is_wrong_with_a_summary(case: Case, tmp_path: Path) -> None:
    phase, summary = case.parts["phase"].strip(), case.parts["summary"].strip()
    fields = {"task_id": "t", "phase": phase, "context_summary": summary, "findings": {}}
    problems = judge(open_project(str(tmp_path)), "response", Written("", fields)).problems
    lines = told(tuple(problem for problem in problems if problem.rule in OF_SUMMARIES)) or ["fine"]
    check(case, "".join(f"{line}\n" for line in lines))
