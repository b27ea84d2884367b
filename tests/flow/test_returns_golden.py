"""What agents say last, and the return that is made of it: the cases stand in `cases/returns.md`."""

from pathlib import Path

import pytest

from batonpass.flow.returns import understood
from batonpass.flow.setup import open_project
from tests.cases import Case, check, load

CASES = load(Path(__file__).parent / "cases" / "returns.md")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_this_return_is_made_of_it(case: Case, tmp_path: Path) -> None:
    setup = open_project(str(tmp_path), playbook="bazinga")
    told = understood(setup, case.parts["message"].encode(), agent=case.parts.get("agent", "").strip())
    lines = (f"{told.value.status} {told.understood}", *told.value.summary)
    check(case, "".join(f"{line}\n" for line in lines))
