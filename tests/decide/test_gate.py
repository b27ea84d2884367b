"""The ladder: `>=` at every edge, four moments, larger windows, nobody knowing, and just after a compaction."""

from pathlib import Path

import msgspec
import pytest

from batonpass.decide.gate import gate, used
from batonpass.decide.ladder import Ladder
from batonpass.model.errors import WrongUse
from batonpass.model.levels import Levels
from batonpass.model.usage import Usage
from batonpass.tables import load

TOLD = msgspec.to_builtins(load.levels(load.playbook("oak")))
LADDER = Ladder(**TOLD)
WINDOW = 200_000


@pytest.mark.parametrize(
    ("tokens", "level", "turn", "phase", "spawn", "heavy"),
    [
        (0, "OK", "go", "go", "go", "go"),
        (149_999, "OK", "go", "go", "go", "go"),
        (150_000, "SHOULD", "advise", "advise", "advise", "advise"),
        (159_999, "SHOULD", "advise", "advise", "advise", "advise"),
        (160_000, "MUST", "compact", "compact", "compact", "block"),
        (169_999, "MUST", "compact", "compact", "compact", "block"),
        (170_000, "BLOCKED", "compact", "block", "block", "block"),
        (250_000, "BLOCKED", "compact", "block", "block", "block"),
    ],
)
def test_every_step_begins_at_its_edge(
    tokens: int, level: str, turn: str, phase: str, spawn: str, heavy: str
) -> None:
    moments = ("turn", "phase", "spawn", "heavy")
    verdicts = [gate(Usage(tokens, WINDOW), LADDER, moment) for moment in moments]
    assert {verdict.level for verdict in verdicts} == {level}
    assert [verdict.answer for verdict in verdicts] == [turn, phase, spawn, heavy]


@pytest.mark.parametrize("window", [8_192, 128_000, 200_000, 1_000_000, 1_048_576])
@pytest.mark.parametrize(
    ("percent", "name"), [(60, "note"), (75, "should"), (80, "must"), (85, "blocked"), (95, "emergency")]
)
def test_one_token_below_an_edge_is_below_it(window: int, percent: int, name: str) -> None:
    edge = -(-window * percent // 100)
    assert gate(Usage(edge, window), LADDER, "spawn").step == name
    assert gate(Usage(edge - 1, window), LADDER, "spawn").step != name


def test_a_share_is_never_said_to_be_at_an_edge_it_has_not_reached() -> None:
    assert used(Usage(169_999, WINDOW)) == "84.9 %"
    assert used(Usage(170_000, WINDOW, exact=False)) == "about 85 %"


def test_larger_windows_may_have_shares_of_their_own() -> None:
    wide = Ladder(**{**TOLD, "window": [{"tokens": 1_000_000, "share": {"must": 0.5, "blocked": 0.6}}]})
    assert gate(Usage(500_000, 1_000_000), wide, "spawn").answer == "compact"
    assert gate(Usage(600_000, 1_000_000), wide, "spawn").answer == "block"
    assert gate(Usage(500_000, 999_999), wide, "spawn").answer == "go"


@pytest.mark.parametrize("unknown", ["go", "advise", "block"])
def test_what_nobody_knows_is_said_and_follows_the_playbook(unknown: str) -> None:
    ladder = Ladder(**{**TOLD, "unknown": unknown})
    for usage in (None, Usage(190_000, 0)):
        verdict = gate(usage, ladder, "spawn")
        assert (verdict.level, verdict.answer) == ("UNKNOWN", unknown)
        assert "nobody knows" in verdict.reasons[0]


@pytest.mark.parametrize(
    ("tokens", "grown", "answer"),
    [
        (155_000, 0, "go"),
        (165_000, 9_999, "advise"),
        (165_000, 10_000, "compact"),
        (165_000, None, "compact"),
        (175_000, 0, "block"),
    ],
)
def test_a_compaction_that_helped_little_is_not_asked_for_again_at_once(
    tokens: int, grown: int | None, answer: str
) -> None:
    assert gate(Usage(tokens, WINDOW), LADDER, "spawn", grown=grown).answer == answer


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"step": [*TOLD["step"], TOLD["step"][0]]}, "names of their own"),
        ({"step": list(reversed(TOLD["step"]))}, "above the one before"),
        ({"step": [{**TOLD["step"][0], "share": 1.2}]}, "at most 1"),
        ({"window": [{"tokens": 1, "share": {"nowhere": 0.5}}]}, "no step 'nowhere'"),
        ({"unknown": "compact"}, "compact"),
    ],
)
def test_a_ladder_that_leads_nowhere_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        load.convert({**TOLD, **change}, Levels, "", "levels.toml")


def test_a_playbook_changes_of_the_ladder_what_it_names(tmp_path: Path) -> None:
    own = tmp_path / ".baton" / "playbooks" / "mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text(
        'extends = "oak"\n[levels]\nunknown = "block"\n[[levels.window]]\ntokens = 1\nshare = { must = 0.77 }\n',
        "utf-8",
    )
    ladder = Ladder(**msgspec.to_builtins(load.levels(load.playbook("mine", str(tmp_path)))))
    assert gate(None, ladder, "spawn").answer == "block"
    assert gate(Usage(154_000, WINDOW), ladder, "heavy").answer == "block"
    assert gate(Usage(153_999, WINDOW), ladder, "heavy").answer == "advise"
    assert gate(Usage(170_000, WINDOW), ladder, "spawn").answer == "block"
