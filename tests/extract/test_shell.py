"""Commands that write, move and delete: the cases in `shell/` read like the manual of what is understood."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batonpass.extract.evidence.deeds import done
from batonpass.extract.evidence.files import find
from batonpass.extract.shell.parse import parse
from batonpass.extract.shell.powershell import done_by_powershell
from batonpass.extract.shell.walk import deeds
from batonpass.model.act import Act
from batonpass.model.source import Block, Span
from tests.cases import Case, check, load_all
from tests.extract.sessions import became

CASES = load_all(Path(__file__).parent / "shell")
SHELL = st.text(alphabet=st.sampled_from("ab ./$`'\"\\(){}[]<>|&;#*?~=!-\n\t\u00e9"), max_size=60)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    check(case, became(case.parts["session"]))


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 40


def test_a_tool_that_is_powershell_is_read_as_such() -> None:
    span = Span("", 1, 1, 0, 1, "")
    command = r"Copy-Item -Path src\a.ts -Destination 'it''s.ts'"
    call = Act(call="1", named="PowerShell", tool="shell", command=command, folder=r"C:\shop")
    blocks = (Block("call", command, span, act=call), Block("result", "", span, act=Act(call="1", ok=True)))
    assert [fact.attributes.path for fact in find(tuple(done(blocks)), r"C:\shop")] == ["it's.ts"]


@given(SHELL)
def test_no_text_stops_the_reading(text: str) -> None:
    assert isinstance(parse(text), tuple)
    assert all(deed.path.startswith("/") or not deed.path for deed in deeds(text, "/project"))


@given(st.text(max_size=200))
def test_any_text_is_read_to_its_end(text: str) -> None:
    assert all(deed.path.startswith("/") or not deed.path for deed in deeds(text, "/project"))
    assert all(effect.how for effect in done_by_powershell(text))


@pytest.mark.parametrize(
    "opening", ["(", "{ ", "$(", "if x; then ", "`", "'", '"', "<<A\n", "((", "case x in a) "]
)
def test_deep_nesting_takes_no_time(opening: str) -> None:
    assert deeds(f"echo x > a.txt\n{opening * 5000}", "/project")[0].path == "/project/a.txt"


@given(st.from_regex(r"\A[a-z][a-z0-9_-]{0,8}(/[a-z][a-z0-9_-]{0,8}){0,2}\.(py|ts|md)\Z"))
def test_a_path_comes_out_however_it_is_quoted(path: str) -> None:
    for written in (path, f"'{path}'", f'"{path}"', path.replace("/", "\\/"), f'"./{path}"', f"${{D}}{path}"):
        assert [deed.path for deed in deeds(f"D=; echo x > {written}", "/p")] == [f"/p/{path}"]
