import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batonpass.brief.capsule import capsule
from batonpass.brief.width import columns
from tests.brief.sample import PROOF, handoff, item, seed


def test_it_is_the_whole_story_in_one_line() -> None:
    assert capsule(handoff(), PROOF, width=200) == (
        "✗ backend-architect · implementation · Login with OAuth2 and PKCE · The token endpoint checks the PKCE "
        "verifier before it issues anything. · 47 passed? · 1 error · 540 tokens · 48× · READY_FOR_QA"
    )


def test_ascii_for_terminals_that_know_nothing_else() -> None:
    manifest = handoff() | {"scope": "Größe prüfen → 漢字"}
    line = capsule(manifest, PROOF, width=200, ascii_only=True)
    assert line.isascii()
    assert line.startswith("x backend-architect | implementation | Große".replace("ß", "?")[:30])
    assert "48x" in line


@given(width=st.integers(10, 150), scope=st.text(max_size=60), ascii_only=st.booleans())
def test_it_never_takes_more_columns_than_there_are(width: int, scope: str, *, ascii_only: bool) -> None:
    line = capsule(handoff() | {"scope": scope}, PROOF, width=width, ascii_only=ascii_only)
    assert columns(line) <= width
    assert "\n" not in line


def test_wide_letters_count_twice() -> None:
    assert columns("漢字") == 4
    assert columns("é") == 1
    assert columns("e\u0301") == 1


def test_figures_give_way_to_words_from_the_last() -> None:
    line = capsule(handoff(), PROOF, width=100)
    assert "47 passed?" in line
    assert "READY_FOR_QA" not in line
    assert "The token endpoint" in line


def test_the_sign_says_how_it_stands() -> None:
    clean = replace(PROOF, problems=())
    assert capsule(handoff(), clean).startswith("✓")
    assert capsule(handoff(), replace(PROOF, problems=PROOF.problems[:1])).startswith("!")
    assert capsule(handoff(), replace(clean, standing="rejected")).startswith("✗")
    assert capsule(seed("plan")).startswith("!"), "nothing proves a foreign manifest"


def test_a_blocker_is_the_result() -> None:
    manifest = handoff() | {"blockers": ["No staging database"]}
    assert "blocked: No staging database" in capsule(manifest, PROOF, width=200)


def test_a_guess_is_no_result() -> None:
    manifest = handoff() | {"blockers": ["Perhaps the staging database"]}
    proof = replace(PROOF, items=PROOF.items | {"/blockers/0": item(7, 7, "blocker", confidence=0.3)})
    assert "blocked" not in capsule(manifest, proof, width=200)


@pytest.mark.parametrize("sign", ["\x1b[31m", "\x07"])
def test_nothing_in_it_commands_the_terminal(sign: str) -> None:
    assert sign[0] not in capsule(handoff() | {"scope": f"red {sign} alert"}, PROOF)
