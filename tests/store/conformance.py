"""What every store must do: one check, one promise. Each gets a fresh, empty store."""

from collections.abc import Callable

import pytest

from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.event import Event
from batonpass.model.handoff import Kept, Reading, Selection
from batonpass.model.reasoning import Thought
from batonpass.model.roles import Slot
from batonpass.store.contract import Store
from tests.store.sample import TIME, handoff_id, ids, manifest, proof, publish, stage

LATER = "2026-03-02T10:00:00Z"
ALL = Selection()


def staged_is_not_visible(store: Store) -> None:
    stage(store)
    assert store.by_key(handoff_id("one")) is None
    assert store.open_handoffs(ALL) == ()


def published_is_visible_with_all_its_files(store: Store) -> None:
    handoff = publish(store, files={"docs/api.md": b"# API\n"}).handoff
    assert store.by_key(handoff.id) == handoff
    assert store.names(handoff) == ("brief.md", "docs/api.md", "full-plan.md", "manifest.json", "proof.json")
    assert store.read(handoff, "docs/api.md") == b"# API\n"
    assert store.read(handoff, "brief.md") == b"# one\n"


def handoff_says_what_manifest_and_proof_say(store: Store) -> None:
    handoff = publish(store, to_agents=["coder"], workflow_id="w", session_id="s", group_id="g").handoff
    assert (handoff.agent, handoff.to, handoff.type, handoff.scope) == (
        "planner",
        ("coder",),
        "plan",
        "scope one",
    )
    assert (handoff.at, handoff.workflow, handoff.session, handoff.group) == (TIME, "w", "s", "g")
    assert (handoff.manifest_tokens, handoff.source_tokens, handoff.brief_tokens) == (120, 4000, 90)
    assert handoff.directory == store.place("planner", "scope one", handoff.id, TIME)
    assert handoff.manifest == f"{handoff.directory}manifest.json"


def publishing_an_id_again_doubles_nothing(store: Store) -> None:
    first = publish(store)
    second = publish(store, at=LATER)
    assert (first.new, second.new) == (True, False)
    assert second.handoff.directory == first.handoff.directory
    assert len(store.handoffs(ALL)) == len(store.events("handoff.published")) == 1


def last_word_on_proof_and_brief_counts(store: Store) -> None:
    published = store.publish(stage(store), proof(standing="rejected"), b"# rejected\n")
    assert published.handoff.standing == "rejected"
    assert store.read(published.handoff, "brief.md") == b"# rejected\n"
    assert len(store.events("handoff.rejected")) == 1


def discarding_leaves_nothing_and_may_be_repeated(store: Store) -> None:
    staged = stage(store)
    store.discard(staged)
    store.discard(staged)
    assert store.handoffs(ALL) == ()
    published = stage(store)
    store.publish(published)
    store.discard(published)
    assert store.by_key(handoff_id("one"))


def found_by_id_prefix_agent_latest_and_path(store: Store) -> None:
    publish(store, "one")
    new = publish(store, "two", at=LATER).handoff
    for what in (new.id, new.id[:6], "planner", "planner/latest", new.directory, new.manifest):
        assert store.find(what).id == new.id, what
    assert store.find(f"{new.directory}full-plan.md").id == new.id


def latest_is_the_newest_not_the_last_published(store: Store) -> None:
    publish(store, "new", at=LATER)
    publish(store, "old", at=TIME)
    assert store.find("planner/latest").id == handoff_id("new")


def rejected_is_kept_but_neither_open_nor_latest(store: Store) -> None:
    publish(store, "good")
    bad = publish(store, "bad", at=LATER, standing="rejected").handoff
    assert store.find("planner").id == handoff_id("good")
    assert ids(store.open_handoffs(ALL)) == [handoff_id("good")]
    assert store.find(bad.id).standing == "rejected"


def unknown_is_not_found(store: Store) -> None:
    publish(store)
    for what in ("nobody", "0123456789", "no/such/path", ""):
        with pytest.raises(NotFound):
            store.find(what)


def ambiguous_prefix_names_the_candidates(store: Store) -> None:
    numbered = {handoff_id(str(i))[:4]: str(i) for i in range(2000)}
    pair = next(
        (str(i), numbered[handoff_id(str(i))[:4]])
        for i in range(2000)
        if numbered[handoff_id(str(i))[:4]] != str(i)
    )
    for name in pair:
        publish(store, name)
    with pytest.raises(WrongUse, match=handoff_id(pair[0])):
        store.find(handoff_id(pair[0])[:4])


def open_handoffs_are_selected(store: Store) -> None:
    publish(store, "all", session_id="s")
    publish(store, "coder", at=LATER, to_agents=["coder"], session_id="s", group_id="g")
    publish(store, "other", "tester", "2026-03-03T10:00:00Z", to_agents=["lead"], workflow_id="w")
    everyone, coder, other = (handoff_id(n) for n in ("all", "coder", "other"))
    assert ids(store.open_handoffs(ALL)) == [everyone, coder, other]
    assert ids(store.open_handoffs(Selection(to="coder"))) == [everyone, coder]
    assert ids(store.open_handoffs(Selection(to="lead", agent="tester"))) == [other]
    assert ids(store.open_handoffs(Selection(session="s", group="g"))) == [everyone, coder]
    assert ids(store.open_handoffs(Selection(group="h"))) == [everyone, other]
    assert ids(store.open_handoffs(Selection(workflow="w"))) == [other]


def superseded_is_not_open(store: Store) -> None:
    publish(store, "old")
    publish(store, "new", at=LATER, supersedes=handoff_id("old"))
    assert ids(store.open_handoffs(ALL)) == [handoff_id("new")]
    assert len(store.handoffs(ALL)) == 2


def rejected_supersedes_nothing(store: Store) -> None:
    publish(store, "old")
    publish(store, "new", at=LATER, standing="rejected", supersedes=handoff_id("old"))
    assert ids(store.open_handoffs(ALL)) == [handoff_id("old")]


def missing_file_says_what_is_there(store: Store) -> None:
    handoff = publish(store).handoff
    with pytest.raises(NotFound, match=r"full-plan\.md"):
        store.read(handoff, "no-such.md")


def correction_keeps_the_version_before(store: Store) -> None:
    handoff = publish(store).handoff
    before = store.read(handoff, "manifest.json")
    edited = store.correct(handoff, manifest(scope="mended"), proof(), at=LATER, brief=b"# mended\n")
    assert (edited.scope, edited.edits) == ("mended", 1)
    assert store.read(handoff, "manifest.1.json") == before
    assert store.read(handoff, "brief.md") == b"# mended\n"
    assert store.find(handoff.id).scope == "mended"
    again = store.correct(edited, manifest(scope="twice"), proof(), at=LATER)
    assert again.edits == 2
    assert store.handoffs(ALL)[0].scope == "twice"
    assert store.read(again, "manifest.1.json") == before
    assert len(store.events("handoff.edited", handoff=handoff.id)) == 2


def events_come_back_in_the_order_of_their_times(store: Store) -> None:
    store.record(Event("gap.found", LATER, {"agent": "b", "workflow": "w"}))
    store.record(Event("gap.found", TIME, {"agent": "a", "workflow": "v"}))
    store.record(Event("workflow.started", TIME, {"workflow": "w"}))
    assert [e.data["agent"] for e in store.events("gap.found")] == ["a", "b"]
    assert [e.name for e in store.events(workflow="w")] == ["workflow.started", "gap.found"]


def event_with_an_id_is_recorded_once(store: Store) -> None:
    for _ in range(3):
        store.record(Event("workflow.started", TIME, {"workflow": "w"}, "started:w"))
    assert len(store.events()) == 1


def reading_is_recorded_per_agent(store: Store) -> None:
    handoff = publish(store).handoff
    read = Reading(handoff=handoff.id, reader="coder", at=TIME, tokens=90)
    detail = Reading(
        handoff=handoff.id, reader="lead", what="full-plan.md", at=LATER, tokens=12, first=3, last=9
    )
    store.record_read(detail)
    store.record_read(read)
    assert store.reads(handoff=handoff.id) == (read, detail)
    assert store.reads(reader="lead") == (detail,)
    assert store.find(handoff.id).readers == ("coder", "lead")
    assert store.open_handoffs(ALL)[0].readers == ("coder", "lead")


def workflow_tells_its_course(store: Store) -> None:
    store.record(Event("workflow.started", TIME, {"workflow": "w", "project": "shop", "agents": ["a", "b"]}))
    (started,) = store.workflows()
    assert (started.project, started.agents, started.started, started.success) == (
        "shop",
        ("a", "b"),
        TIME,
        None,
    )
    store.record(Event("workflow.completed", LATER, {"workflow": "w", "success": True, "duration_s": 5.5}))
    (done,) = store.workflows()
    assert (done.completed, done.success, done.duration_s, done.agents) == (LATER, True, 5.5, ("a", "b"))


def search_finds_words_with_file_and_line(store: Store) -> None:
    text = b"# Notes\n\nNothing here.\nThe refreshToken rotates daily.\n"
    handoff = publish(store, files={"notes.md": text}).handoff
    (hit,) = store.search("rotates")
    assert (hit.handoff, hit.path, hit.line) == (handoff.id, f"{handoff.directory}notes.md", 4)
    assert "refreshToken" in hit.snippet
    assert store.search("nowhere-to-be-found") == ()
    assert store.search("") == ()


def clean_removes_only_what_is_old_and_not_needed(store: Store) -> None:
    for day in range(1, 6):
        publish(store, f"n{day}", at=f"2026-01-0{day}T00:00:00Z")
    publish(store, "referred", "tester", "2026-01-01T00:00:00Z")
    referred = store.by_key(handoff_id("referred"))
    assert referred
    publish(
        store, "refers", "tester", at=LATER, optional_context=[{"file": f"{referred.directory}full-plan.md"}]
    )
    pinned = Kept(handoffs=frozenset({handoff_id("n2")}))

    def clean(*, dry_run: bool) -> list[str]:
        done = store.clean(now=LATER, days=30, keep_newest=1, pinned=pinned, dry_run=dry_run)
        assert done.bytes > 0
        return ids(done.removed)

    going = [handoff_id(name) for name in ("n1", "n3", "n4")]
    assert clean(dry_run=True) == going
    assert store.by_key(going[0])
    assert clean(dry_run=False) == going
    assert store.by_key(going[0]) is None
    assert store.find("planner").id == handoff_id("n5")
    assert handoff_id("referred") in ids(store.open_handoffs(ALL))
    assert [e.data["handoff"] for e in store.events("handoff.removed")] == going
    with pytest.raises(NotFound, match="removed"):
        store.find(going[0])


def removed_handoffs_still_count_in_reports(store: Store) -> None:
    publish(store, "old", at="2026-01-01T00:00:00Z", workflow_id="w")
    publish(store, "new", at=LATER, workflow_id="w")
    store.clean(now=LATER, days=30, keep_newest=1)
    assert ids(store.handoffs(Selection(workflow="w"))) == [handoff_id("old"), handoff_id("new")]


def thought(name: str, at: str = TIME, **said: str) -> Thought:
    given = {"session": "s", "agent": "planner", "phase": "risks", "text": name} | said
    return Thought(id=handoff_id(name), at=at, references=("a.py",), confidence="low", **given)


def reasoning_is_kept_once_and_told_in_order(store: Store) -> None:
    late, early = thought("late", LATER, group="g"), thought("early", group="g")
    for one in (late, early, late):
        store.save_reasoning(one)
    assert store.reasoning() == (early, late)


def reasoning_of_a_group_is_also_what_speaks_to_all(store: Store) -> None:
    own, all_groups = thought("own", group="g"), thought("all", LATER)
    for one in (own, all_groups, thought("other", group="h"), thought("elsewhere", session="t")):
        store.save_reasoning(one)
    assert store.reasoning(session="s", group="g") == (own, all_groups)


def rebuilding_changes_no_answer(store: Store) -> None:
    publish(store, "one")
    handoff = publish(store, "two", at=LATER, to_agents=["coder"], workflow_id="w").handoff
    store.record_read(Reading(handoff=handoff.id, reader="coder", at=LATER))
    store.save_reasoning(thought("why"))
    before = store.handoffs(ALL), store.reads(), store.workflows(), store.search("whole plan")
    assert store.rebuild().handoffs == 2
    assert before == (store.handoffs(ALL), store.reads(), store.workflows(), store.search("whole plan"))
    assert store.reasoning() == (thought("why"),)


def rounds_of_a_role_file_stay(store: Store) -> None:
    slot = Slot("s", "g", "developer", ("handoff_implementation",))
    first, second = store.rounds.put(slot, b"one"), store.rounds.put(slot, b"two")
    assert store.rounds.put(slot, b"one") == first
    assert store.rounds.all(slot) == (second, first)
    assert store.rounds.read(first.path) == b"one"
    assert store.rounds.read(store.rounds.place(slot)) == b"two"
    assert store.rounds.put_details(slot, "tests", b"# Output").number == 1
    assert store.rounds.read(store.rounds.details_place(slot, "tests")) == b"# Output"
    with pytest.raises(NotFound):
        store.rounds.read(store.rounds.place(Slot("s", "g", "nobody")))


CHECKS: tuple[Callable[[Store], None], ...] = (
    staged_is_not_visible,
    rounds_of_a_role_file_stay,
    published_is_visible_with_all_its_files,
    handoff_says_what_manifest_and_proof_say,
    publishing_an_id_again_doubles_nothing,
    last_word_on_proof_and_brief_counts,
    discarding_leaves_nothing_and_may_be_repeated,
    found_by_id_prefix_agent_latest_and_path,
    latest_is_the_newest_not_the_last_published,
    rejected_is_kept_but_neither_open_nor_latest,
    unknown_is_not_found,
    ambiguous_prefix_names_the_candidates,
    open_handoffs_are_selected,
    superseded_is_not_open,
    rejected_supersedes_nothing,
    missing_file_says_what_is_there,
    correction_keeps_the_version_before,
    events_come_back_in_the_order_of_their_times,
    event_with_an_id_is_recorded_once,
    reading_is_recorded_per_agent,
    workflow_tells_its_course,
    search_finds_words_with_file_and_line,
    clean_removes_only_what_is_old_and_not_needed,
    removed_handoffs_still_count_in_reports,
    reasoning_is_kept_once_and_told_in_order,
    reasoning_of_a_group_is_also_what_speaks_to_all,
    rebuilding_changes_no_answer,
)
