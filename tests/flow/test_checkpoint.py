"""A checkpoint measures, decides and records; what it knows of a project is compiled once."""

import json
from pathlib import Path

import pytest

from batonpass.flow.checkpoint import checkpoint
from batonpass.flow.mode import switch
from batonpass.flow.policy import PATH, policy
from tests.flow.project import opened, put
from tests.flow.sessions import answer, boundary, session

AT = "2026-03-01T10:00:00Z"


@pytest.mark.parametrize(
    ("lines", "tokens", "answered"),
    [
        ([answer(169_999)], 169_999, "compact"),
        ([answer(170_000)], 170_000, "block"),
        ([answer(180_000), answer(20_000, "side", isSidechain=True)], 180_000, "block"),
        ([answer(189_000), boundary(preTokens=189_000, postTokens=2_900)], 2_900, "go"),
        ([answer(189_000), boundary(preTokens=189_000), answer(30_000)], 30_000, "go"),
        ([answer(189_000), boundary(preTokens=189_000), answer(164_000), answer(165_000)], 165_000, "advise"),
        (
            [answer(189_000), boundary(preTokens=189_000), answer(150_000), answer(165_000)],
            165_000,
            "compact",
        ),
        ([answer(189_000), boundary(preTokens=189_000)], None, "advise"),
        ([answer(600_000, model="claude-opus-5")], 600_000, "go"),
        ([], None, "advise"),
    ],
)
def test_it_decides_by_what_the_client_counted(
    tmp_path: Path, lines: list[dict[str, object]], tokens: int | None, answered: str
) -> None:
    opened(tmp_path)
    path = session(tmp_path / "s1.jsonl", *lines)
    found = checkpoint(str(tmp_path), policy(str(tmp_path)), path, moment="spawn", at=AT)
    assert (found.usage.tokens if found.usage else None) == tokens
    assert found.verdict.answer == answered


def test_it_denies_only_in_enforce_and_records_what_enforce_would_have_done(tmp_path: Path) -> None:
    setup, root = opened(tmp_path), str(tmp_path)
    path = session(tmp_path / "s1.jsonl", answer(171_000))
    told = []
    for mode in ("observe", "warn", "enforce"):
        switch(setup, mode)
        told.append(checkpoint(root, policy(root), path, moment="spawn", agent="builder", at=AT).denied)
    assert told == [False, False, True]
    events = setup.store.events("gate.checked")
    assert [event.data["answer"] for event in events] == ["block"] * 3
    assert {event.data["session"] for event in events} == {"s1"}


def test_a_calm_turn_leaves_no_trace(tmp_path: Path) -> None:
    setup, root = opened(tmp_path), str(tmp_path)
    checkpoint(root, policy(root), session(tmp_path / "s1.jsonl", answer(1_000)), at=AT)
    assert setup.store.events("gate.checked") == ()


def test_a_rule_has_its_own_mode(tmp_path: Path) -> None:
    opened(tmp_path, config='mode = "enforce"\n[rules]\nspawn = "warn"\n')
    root, path = str(tmp_path), session(tmp_path / "s1.jsonl", answer(171_000))
    assert not checkpoint(root, policy(root), path, moment="spawn", at=AT).denied
    assert checkpoint(root, policy(root), path, moment="phase", at=AT).denied


def test_the_policy_is_made_again_when_the_configuration_changed(tmp_path: Path) -> None:
    opened(tmp_path)
    assert policy(str(tmp_path)).mode == "warn"
    kept = (tmp_path / PATH).read_bytes()
    assert policy(str(tmp_path)).mode == "warn"
    assert (tmp_path / PATH).read_bytes() == kept
    put(tmp_path, ".baton/config.toml", 'mode = "enforce"\n')
    assert policy(str(tmp_path)).mode == "enforce"
    put(tmp_path, PATH, "{torn")
    assert policy(str(tmp_path)).mode == "enforce"


def test_the_policy_is_made_again_when_a_release_of_ours_changed_a_table(tmp_path: Path) -> None:
    policy(str(tmp_path))
    path = tmp_path / ".baton/cache/policy.json"
    kept = json.loads(path.read_text("utf-8"))
    (table,) = (name for name in kept["made_from"] if Path(name).name == "excuses.toml")
    kept["made_from"][table] = [1, 1]  # as another release had it
    kept["excuses"] = {}
    path.write_text(json.dumps(kept), "utf-8")
    assert policy(str(tmp_path)).excuses["family"]
