import subprocess
import sys

import pytest

from batonpass.brief.block import block
from batonpass.brief.join import Gap, Piece, join
from batonpass.model.errors import HandoffTooLargeError
from tests.brief.sample import PROOF, handoff, seed, size

SLOW = {
    "click",
    "collections",
    "dataclasses",
    "json",
    "msgspec",
    "re",
    "rich",
    "splintr",
    "tomllib",
    "typing",
}


def piece(name: str, tokens: int = 400) -> Piece:
    text = f"## {name}-agent, plan: {name}\n\n**Strategy**: {name} first\n"
    return Piece(f"id{name}", f"{name}-agent", text, tokens, f"artifacts/{name}-agent/x/brief.md")


def test_the_handoffs_stand_one_after_the_other() -> None:
    assert join([piece("auth"), piece("api")], [], "qa", 2000) == (
        "# Brief for qa\n\n"
        "2 handoffs from the agents before you (800 tokens). Open details only where you need them.\n\n"
        "## auth-agent, plan: auth\n\n**Strategy**: auth first\n\n"
        "## api-agent, plan: api\n\n**Strategy**: api first\n"
    )


def test_where_an_agent_left_no_manifest_its_artifacts_are_named() -> None:
    gap = Gap(
        "state-analyzer",
        (("artifacts/state-analyzer/notes.md", 25000), ("artifacts/state-analyzer/a.json", 0)),
    )
    text = join([piece("auth")], [gap, Gap("ux-designer")], "qa", 0)
    assert text.endswith(
        "## No handoff from state-analyzer\n\n"
        "It left no manifest; these are its full artifacts, read what you need of them:\n\n"
        "- artifacts/state-analyzer/notes.md (25000 tokens)\n"
        "- artifacts/state-analyzer/a.json\n\n"
        "## No handoff from ux-designer\n\n"
        "It left no manifest and no artifacts: nothing of its work is known here.\n"
    )


def test_nobody_before_is_said_too() -> None:
    assert join([], [], "qa", 100) == "# Brief for qa\n\nNo agent before you left a handoff.\n"


def test_over_budget_is_an_error_that_names_each_handoff_and_what_to_drop() -> None:
    pieces = [piece("auth", 300), piece("api", 900), piece("ui", 500)]
    with pytest.raises(HandoffTooLargeError) as raised:
        join(pieces, [], "qa", 1000)
    sentence = str(raised.value)
    assert "auth-agent idauth 300, api-agent idapi 900, ui-agent idui 500" in sentence
    assert "wanted at most 1000" in sentence
    assert sentence.endswith("or leave out api-agent idapi (900 tokens) with --without")


def test_what_to_drop_is_as_little_as_possible() -> None:
    pieces = [piece("auth", 300), piece("api", 900), piece("ui", 500)]
    with pytest.raises(
        HandoffTooLargeError,
        match=r"leave out api-agent idapi \(900 tokens\) and ui-agent idui \(500 tokens\)",
    ):
        join(pieces, [], "qa", 500)


def test_a_hook_names_each_handoff_instead_and_says_so() -> None:
    text = join([piece("auth", 300), piece("api", 900)], [Gap("ux")], "qa", 1000, name_only=True)
    assert "1000 were given, and none is ever shortened" in text
    assert "- artifacts/auth-agent/x/brief.md (from auth-agent, 300 tokens)\n" in text
    assert "- artifacts/api-agent/x/brief.md (from api-agent, 900 tokens)\n" in text
    assert "## No handoff from ux" in text
    assert "**Strategy**" not in text


def test_within_budget_a_hook_gives_the_whole() -> None:
    pieces = [piece("auth"), piece("api")]
    assert join(pieces, [], "qa", 2000, name_only=True) == join(pieces, [], "qa", 2000)


def test_the_sum_is_never_below_the_true_count() -> None:
    texts = [block(seed(name), None, size) for name in ("research", "plan", "implementation")]
    texts.append(block(handoff(), PROOF, size))
    pieces = [Piece(str(n), "a", text, size(text), "p") for n, text in enumerate(texts)]
    gaps = [
        Gap(
            "x-y",
            tuple((f"artifacts/x-y/2026-03-01T12{n}000Z-a-long-name-4f2a9c/full.md", n) for n in range(9)),
        )
    ]
    true = size(join(pieces, gaps, "security-auditor", 0))
    with pytest.raises(HandoffTooLargeError):
        join(pieces, gaps, "security-auditor", true - 1)
    assert join(pieces, gaps, "security-auditor", round(true * 1.1))


def test_joining_imports_next_to_nothing() -> None:
    code = "import sys; bare = set(sys.modules); import batonpass.brief.join; print(*set(sys.modules) - bare)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PATHS + code], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "batonpass.brief.join" in loaded
    assert loaded & SLOW == set()


PATHS = f"import sys; sys.path[:0] = {sys.path!r}; "
