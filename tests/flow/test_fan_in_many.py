"""However many agents ran side by side: who passed, who was lost, and one handoff that a reader can hold."""

from pathlib import Path

import pytest

from batonpass.flow.check import check_manifests
from batonpass.flow.fan_in import fan_in
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import Outcome
from batonpass.flow.setup import Setup
from batonpass.flow.take_over import take_over
from batonpass.flow.workflow import start
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.exchange import Rule
from batonpass.model.handoff import Selection
from batonpass.model.terms import Terms
from tests.flow.project import opened

PART = """\
# Part {n}

## Overview

Part {n} of the shop takes orders of kind {n} and keeps them apart from all others.

## Decisions

- **Decision**: Keep carts for {days} days.
  - **Rationale**: Part {n} was asked to.

## Insights

- Orders of kind {n} arrive {n} times an hour on a usual day.
- Kind {n} has {n} fields that no other kind has.
- The form of kind {n} was written by hand and never tested.

## Files created

- `src/part{n}/orders{n}.py`: takes orders of kind {n}

## Files modified

- `src/routes{shared}.py`: mounts part {n}
"""
BLOCKED = (
    "\n## Blockers\n\n- Service {n} has no key in staging.\n\n## Open questions\n\n- Who owns kind {n}?\n"
)
TERMS = Terms(agent="planner")


def part(n: int, *, days: int = 30, shared: int = 0, blocked: bool = False) -> str:
    return (PART + (BLOCKED if blocked else "")).format(n=n, days=days, shared=shared)


def hand(setup: Setup, n: int, text: str, agent: str = "") -> str:
    terms = Terms(agent=agent or f"builder_{n}", workflow="w", session="s", group=f"G{n}")
    return hand_over(setup, terms, texts={"notes.md": text}).opened.handoff.id


def merged(setup: Setup, count: int, policy: Rule | None = None, **said: object) -> Outcome:
    names = [hand(setup, n, part(n, shared=n, blocked=n == 1)) for n in range(count)]
    return fan_in(setup, names, TERMS, policy=policy, **said)  # type: ignore[arg-type]


def rules(told: Outcome) -> dict[str, str]:
    return {p.rule: p.message for p in told.problems}


@pytest.mark.parametrize(
    ("policy", "enough", "status"),
    [
        (None, True, ""),
        ("all_must_pass", False, "STOP"),
        ("any_pass", True, "PROCEED"),
        ("majority_pass", True, "PROCEED"),
    ],
)
def test_a_policy_says_whether_enough_passed(
    tmp_path: Path, policy: Rule | None, *, enough: bool, status: str
) -> None:
    told = merged(opened(tmp_path), 3, policy)
    assert told.together
    assert (told.together.passed, told.together.enough) == (2, enough)
    assert told.opened.handoff.status == status
    if policy:
        assert told.opened.manifest["summary"]["gates"] == [f"{policy}: 2 of 3 passed"]


def test_half_is_no_majority(tmp_path: Path) -> None:
    told = merged(opened(tmp_path), 2, "majority_pass")
    assert told.together
    assert not told.together.enough


def test_why_one_did_not_pass_is_its_blocker_and_not_its_question(tmp_path: Path) -> None:
    told = merged(opened(tmp_path), 3, "all_must_pass")
    assert told.together
    assert [one.why for one in told.together.ended if not one.passed] == [
        ("Service 1 has no key in staging.",)
    ]
    assert told.opened.manifest["blockers"] == ["Service 1 has no key in staging."]
    assert told.opened.manifest["questions"] == ["Who owns kind 1?"]


@pytest.mark.parametrize("status", ["FAIL", "BLOCKED", "CHANGES_REQUESTED"])
def test_an_agent_that_says_so_did_not_pass(tmp_path: Path, status: str) -> None:
    setup = opened(tmp_path)
    terms = Terms(agent="builder", status=status)
    name = hand_over(setup, terms, texts={"notes.md": part(1)}).opened.handoff.id
    told = fan_in(setup, [name, hand(setup, 2, part(2, shared=2))], TERMS, policy="all_must_pass")
    assert told.together
    assert told.together.ended[0].why == (f"it ended with {status}",)


def test_who_died_is_named_and_counts_as_not_passed(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    told = merged(setup, 1, "majority_pass", missing=["builder_7: timed out after 300 s"])
    assert told.together
    assert (told.together.passed, len(told.together.ended), told.together.enough) == (1, 2, False)
    assert rules(told)["child-lost"] == "builder_7 was lost: timed out after 300 s"
    assert "builder_7: timed out after 300 s" in told.opened.manifest["blockers"]
    gaps = setup.store.events("gap.found")
    assert [(e.data["agent"], e.data["why"]) for e in gaps] == [("builder_7", "timed out after 300 s")]


def test_what_is_absent_or_torn_is_an_agent_that_was_lost(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    there, torn = hand(setup, 1, part(1)), hand(setup, 2, part(2))
    path = next(tmp_path.glob("artifacts/builder_2/*/manifest.json"))
    path.write_bytes(path.read_bytes()[:200])
    told = fan_in(setup, [there, str(path), "builder_9"], TERMS, policy="any_pass")
    assert told.together
    assert torn
    assert [one.lost for one in told.together.ended] == [False, True, True]
    assert told.together.enough


def test_where_nothing_at_all_is_there_it_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="builder_9"):
        fan_in(opened(tmp_path), ["builder_9"], TERMS)
    with pytest.raises(WrongUse, match="nothing to merge"):
        fan_in(opened(tmp_path), [], TERMS)


def test_a_workflow_names_its_own_and_who_of_its_plan_left_nothing(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    start(setup, "shop", ["builder_0", "builder_1", "builder_2", "planner", "reviewer"], "w")
    for n in (0, 2):
        hand(setup, n, part(n, shared=n))
    told = fan_in(setup, [], Terms(agent="planner", workflow="w"), policy="all_must_pass")
    assert told.together
    assert {one.name: one.lost for one in told.together.ended} == {
        "builder_0": False,
        "builder_2": False,
        "builder_1": True,
    }


def test_agents_of_one_name_are_told_apart_by_their_groups(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    names = [hand(setup, n, part(n, days=30 - n * 23), agent="builder") for n in range(2)]
    said = rules(fan_in(setup, names, TERMS))
    assert said["conflict-file"] == "src/routes0.py was changed by builder (G0) and builder (G1)"
    assert said["conflict-decision"].startswith(
        "builder (G0) decided “Keep carts for 30 days.”, builder (G1)"
    )


def test_the_next_agent_reads_conflicts_in_the_manifest_itself(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    names = [hand(setup, n, part(n, days=30 - n * 23)) for n in range(2)]
    told = fan_in(setup, names, TERMS)
    manifest = told.opened.manifest
    assert any("builder_0 decided “Keep carts for 30 days.”" in q for q in manifest["questions"])
    assert "src/routes0.py was changed by builder_0 and builder_1" in manifest["summary"]["risks"]
    checked = check_manifests(setup, [told.opened.handoff.id])[0]
    assert [p for p in checked.problems if p.rule == "proof"] == [], "the report proves them"


@pytest.mark.parametrize("count", [2, 9, 40])
def test_it_is_bounded_whatever_their_number_is(tmp_path: Path, count: int) -> None:
    setup = opened(tmp_path)
    names = [hand(setup, n, part(n, days=n + 1, shared=n % 3, blocked=n % 2 == 0)) for n in range(count)]
    told = fan_in(setup, names, TERMS, policy="majority_pass", missing=[f"gone_{n}" for n in range(count)])
    assert told.opened.handoff.manifest_tokens <= 1000
    assert len(told.problems) <= 60
    report = (tmp_path / told.opened.handoff.directory / "fan-in.md").read_text("utf-8")
    assert all(f"gone_{n}: it left nothing" in report for n in range(count)), "the report has all of them"
    assert all(f"builder_{n} " in report for n in range(count))


def test_each_has_its_share_of_the_budget_before_any_takes_more(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    more = "".join(f"- Orders of kind 0 cost {n} euros by `rate_{n}` of v{n}.{n}.\n" for n in range(60))
    loud = part(0).replace("## Insights\n\n", f"## Insights\n\n{more}")
    names = [hand(setup, 0, loud), *(hand(setup, n, part(n, shared=n)) for n in range(1, 6))]
    told = fan_in(setup, names, TERMS)
    insights = " ".join(told.opened.manifest["summary"]["insights"])
    assert all(f"kind {n} " in insights for n in range(6)), insights
    assert told.together
    assert told.together.share == 1000 // 6


def test_merging_again_doubles_nothing_and_a_new_loss_is_another_handoff(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    names = [hand(setup, n, part(n, shared=n)) for n in range(2)]
    first = fan_in(setup, names, TERMS, policy="any_pass")
    again = fan_in(setup, names, TERMS, policy="any_pass")
    lost = fan_in(setup, names, TERMS, policy="any_pass", missing=["builder_5"])
    assert (first.new, again.new, lost.new) == (True, False, True)
    assert again.together == first.together


def test_who_takes_over_all_reads_the_merged_one_and_who_works_on_a_group_its_own(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    names = [hand(setup, n, part(n, shared=n)) for n in range(3)]
    fan_in(setup, names, Terms(agent="planner", workflow="w"))
    whole = take_over(setup, "reviewer", Selection(workflow="w"))
    assert "1 handoff from the agents before you" in whole
    own = take_over(setup, "reviewer", Selection(workflow="w", group="G1"))
    assert "Part 1 of the shop" in own
    assert "## builder_1" in own


def test_a_later_handoff_stands_beside_the_merged_one(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    fan_in(setup, [hand(setup, n, part(n, shared=n)) for n in range(2)], Terms(agent="planner", workflow="w"))
    hand(setup, 7, part(7, shared=7))
    told = take_over(setup, "reviewer", Selection(workflow="w"))
    assert "2 handoffs from the agents before you" in told
    assert "## builder_7" in told
