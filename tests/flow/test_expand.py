"""The exact lines behind an item, whether the original still has them, and who opened them."""

from pathlib import Path

import pytest

from batonpass.flow.expand import expand
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import open_handoff
from batonpass.flow.setup import Setup
from batonpass.model.errors import BadContent, NotFound
from batonpass.model.manifest import spelled
from batonpass.model.terms import Terms
from tests.flow.project import RESEARCH, opened, put

LINE = "- Access tokens expire after 1 hour, and nothing refreshes them.\n"
LIST = "/summary/key_insights"


@pytest.fixture
def setup(tmp_path: Path) -> Setup:
    """Hand over one document of the project."""
    put(tmp_path, "notes/login.md", RESEARCH)
    setup = opened(tmp_path)
    hand_over(setup, Terms(agent="researcher", type="research", workflow="wf-1"), ["notes/login.md"])
    return setup


def pointer(setup: Setup) -> str:
    """Return where the manifest shows LINE: its place in the list is for the ranking to say."""
    shown = open_handoff(setup, "researcher").manifest["summary"]["key_insights"]
    return f"{LIST}/{shown.index(LINE.removeprefix('- ').strip())}"


def test_a_pointer_opens_exactly_its_lines(setup: Setup) -> None:
    (passage,) = expand(setup, "researcher", pointer(setup))
    assert passage.text == LINE
    assert (passage.file, passage.path, passage.state) == ("login.md", "notes/login.md", "verified")
    assert RESEARCH.splitlines(keepends=True)[passage.first - 1 : passage.last] == [LINE]


def test_a_pointer_to_a_list_opens_all_below_it(setup: Setup) -> None:
    texts = {passage.text for passage in expand(setup, "researcher", LIST)}
    assert texts == {LINE, "- Sessions are written to Redis without a TTL, so memory only grows.\n"}


def test_what_moved_in_the_original_is_found_there(setup: Setup, tmp_path: Path) -> None:
    put(tmp_path, "notes/login.md", f"A new first line.\n\n{RESEARCH}")
    (before,) = expand(setup, "researcher", pointer(setup))
    assert (before.state, before.moved_to) == ("moved", before.first + 2)
    assert before.text == LINE


def falsify(tmp_path: Path) -> None:
    """Write something else into the stored copy."""
    (copy,) = tmp_path.glob("artifacts/researcher/2*/login.md")
    copy.write_text(copy.read_text("utf-8").replace("1 hour", "9 hours"), "utf-8")


def test_a_falsified_copy_is_never_shown(setup: Setup, tmp_path: Path) -> None:
    place = pointer(setup)
    falsify(tmp_path)
    (passage,) = expand(setup, "researcher", place)
    assert (passage.text, passage.state) == (LINE, "verified")  # the original still has it
    assert LINE in expand(setup, "researcher", "login.md")[0].text
    put(tmp_path, "notes/login.md", RESEARCH.replace("1 hour", "2 hours"))
    for asked in (place, "login.md", "login.md#L7"):
        with pytest.raises(BadContent, match=r"login\.md: the stored copy is not what was read any more"):
            expand(setup, "researcher", asked)


def test_a_copy_that_is_gone_is_read_from_the_original(setup: Setup, tmp_path: Path) -> None:
    place = pointer(setup)
    (copy,) = tmp_path.glob("artifacts/researcher/2*/login.md")
    copy.unlink()
    assert expand(setup, "researcher", place)[0].text == LINE


def test_what_was_changed_in_the_original_drifted_and_is_shown_as_it_was(
    setup: Setup, tmp_path: Path
) -> None:
    put(tmp_path, "notes/login.md", RESEARCH.replace("1 hour", "2 hours"))
    (passage,) = expand(setup, "researcher", pointer(setup))
    assert passage.state == "drifted"
    assert passage.text == LINE


def test_an_original_that_is_gone_is_missing_and_its_copy_is_shown(setup: Setup, tmp_path: Path) -> None:
    (tmp_path / "notes" / "login.md").unlink()
    (passage,) = expand(setup, "researcher", pointer(setup))
    assert (passage.state, passage.text) == ("missing", LINE)


def test_text_without_an_original_is_looked_up_in_its_copy(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    hand_over(setup, Terms(agent="researcher", type="research"), texts={"login.md": RESEARCH})
    assert expand(setup, "researcher", pointer(setup))[0].state == "verified"


def test_lines_of_a_stored_file_can_be_asked_for(setup: Setup) -> None:
    (passage,) = expand(setup, "researcher", "login.md#L1-L2")
    assert passage.text == "# How login works today\n\n"
    (passage,) = expand(setup, "researcher", "login.md#L1")
    assert passage.text == "# How login works today\n"


def test_lines_of_a_project_file_can_be_asked_for(setup: Setup) -> None:
    (passage,) = expand(setup, "notes/login.md#L1-L1")
    assert (passage.file, passage.text) == ("notes/login.md", "# How login works today\n")


@pytest.mark.parametrize("file", ["artifacts/researcher/latest/login.md", "{directory}login.md"])
def test_lines_of_a_handoffs_file_by_its_path_are_its_own(setup: Setup, file: str) -> None:
    handoff = setup.store.find("researcher")
    (passage,) = expand(setup, f"{file.format(directory=handoff.directory)}#L1", reader="planner")
    assert passage.text == "# How login works today\n"
    assert [(r.what, r.first, r.last) for r in setup.store.reads(handoff=handoff.id)] == [("login.md", 1, 1)]


def test_what_is_opened_on_demand_is_recorded_with_its_tokens(setup: Setup) -> None:
    expand(setup, "researcher", pointer(setup), reader="planner")
    expand(setup, "researcher", "login.md#L1-L5", reader="planner")
    expand(setup, "researcher", pointer(setup))
    reads = setup.store.reads(reader="planner", workflow="wf-1")
    assert [(r.what, r.first, r.last) for r in reads] == [("login.md", 9, 9), ("login.md", 1, 5)]
    assert reads[0].tokens == setup.meter.count(LINE)


def test_secrets_of_the_original_are_not_opened(tmp_path: Path) -> None:
    put(tmp_path, "notes/keys.md", "# Keys\n\nAKIAIOSFODNN7EXAMPLE\n")
    assert "AKIAIOSFODNN7EXAMPLE" not in expand(opened(tmp_path), "notes/keys.md#L1-L3")[0].text


@pytest.mark.parametrize(
    ("what", "place", "said"),
    [
        ("nobody", f"{LIST}/0", "no handoff 'nobody'"),
        ("researcher", "/summary/poems", r"nothing at /summary/poems.*wanted a pointer such as /"),
        ("researcher", "login.md#L900", r"no line 900; wanted lines between 1 and \d+"),
        ("researcher", "login.md#L0-L2", "no lines 0 to 2"),
        ("researcher", "gone.md", "no file 'gone.md'"),
        ("gone.md#L1-L2", "", "no file gone.md"),
        ("../../etc/passwd#L1", "", "no file"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(setup: Setup, what: str, place: str, said: str) -> None:
    with pytest.raises(NotFound, match=said):
        expand(setup, what, place)


def test_a_manifest_without_a_proof_has_nothing_to_expand_but_its_files(tmp_path: Path) -> None:
    put(tmp_path, "foreign/manifest.json", spelled({"from_agent": "builder", "summary": {"x": "y"}}).decode())
    put(tmp_path, "foreign/notes.md", "one\ntwo\n")
    with pytest.raises(NotFound, match="no proof"):
        expand(opened(tmp_path), "foreign/manifest.json", "/summary/x")
    assert expand(opened(tmp_path), "foreign/manifest.json", "notes.md#L2")[0].text == "two\n"
