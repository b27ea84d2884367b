from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from batonpass.compact.build import Draft, build
from batonpass.compact.materials import Materials
from batonpass.compact.readings import RequiredFile
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import ManifestTooLargeError, NotFound
from batonpass.model.fact import Attributes, Fact, Kind
from batonpass.model.manifest import as_dict, decode
from batonpass.model.proof import SourceEntry
from batonpass.model.source import Span
from batonpass.model.terms import Stamp, Terms
from batonpass.tables import load

COUNT = Vocabulary().count
SOURCE = SourceEntry("a.md", "docs/a.md", "a.md", "markdown", "d" * 64, "d" * 64, 100, 20_000)
FILES = {
    "spec.yaml": RequiredFile("spec.yaml", "spec.yaml", 800),
    "huge.yaml": RequiredFile("huge.yaml", "huge.yaml", 1500),
}


def fact(kind: Kind, text: str, line: int = 1, **more: Any) -> Fact:
    about = {k: more.pop(k) for k in list(more) if k in Attributes.__struct_fields__}
    return Fact(
        kind, text, (Span("d" * 64, line, line, 0, 1, "e" * 64),), attributes=Attributes(**about), **more
    )


def built(
    facts: list[Fact], type_: str = "handoff", sources: tuple[SourceEntry, ...] = (SOURCE,), **terms: Any
) -> Draft:
    return build(
        Materials(
            facts=tuple(facts),
            sources=sources,
            profile=load.profile(type_),
            profile_digest=load.profile_digest(type_),
            terms=Terms(agent="a", type=type_, **terms),
            stamp=Stamp("abc123def456", "2026-01-01T00:00:00Z", "artifacts/a/x/"),
            budgets=load.playbook("oak").budgets,
            meter="o200k",
            size=COUNT,
            find=FILES.get,
        )
    )


def shown(draft: Draft) -> dict[str, Any]:
    return as_dict(draft.manifest)


def test_the_size_a_manifest_states_is_the_size_of_its_bytes() -> None:
    draft = built([fact("insight", "Sessions have no TTL")])
    assert draft.manifest.context_budget is not None
    assert draft.manifest.context_budget.manifest_tokens == COUNT(draft.data.decode())
    assert decode(draft.data) == msgspec.json.decode(msgspec.json.encode(shown(draft)))


def test_a_limit_holds_whatever_comes_in() -> None:
    facts = [
        fact("insight", f"Endpoint number {n} answers {n * 7} requests slower than its neighbour", n)
        for n in range(1, 400)
    ]
    for budget in (300, 500, 1000):
        assert COUNT(built(facts, budget=budget).data.decode()) <= budget


def test_many_sources_leave_room_for_what_they_say() -> None:
    names = [f"part-{n}-of-the-report.md" for n in range(1, 41)] + ["api.yaml", "notes"]
    sources = tuple(replace(SOURCE, stored=name, lines=10, tokens=100) for name in names)
    facts = [fact("insight", f"Service {n} has no time-out of its own", n) for n in range(1, 10)]
    made = built(facts, "research", sources=sources)
    manifest = shown(made)
    assert len(manifest["summary"]["key_insights"]) == 5
    assert manifest["detail_files"] == [*names[:5], "*.md", "api.yaml", "notes"]
    assert manifest["optional_context"][5] == {
        "file": "*.md",
        "description": "35 more full texts: 350 lines, 3500 tokens",
    }
    assert len(made.proof.sources) == len(names), "the proof names every one"
    assert shown(built(facts, sources=sources[:5]))["detail_files"] == names[:5]


def test_sources_of_many_formats_are_named_by_one_pattern() -> None:
    sources = tuple(replace(SOURCE, stored=f"a.{n}") for n in range(30))
    assert shown(built([], sources=sources))["detail_files"][5:] == ["*"]


def test_caps_of_the_profile_hold_and_the_best_stay() -> None:
    facts = [fact("risk", f"Risk {n} is here", n, severity="low") for n in range(1, 9)]
    facts.append(fact("risk", "Tokens leak into logs", 20, severity="critical"))
    risks = shown(built(facts, "research"))["summary"]["risks"]
    assert len(risks) == 3
    assert risks[0] == "Tokens leak into logs"


def test_what_the_user_demanded_goes_last() -> None:
    demand = fact("instruction", "Never change the mobile token format", basis="user")
    facts = [
        fact("insight", f"Finding {n} about module m{n} with quite some words to say", n)
        for n in range(1, 60)
    ]
    assert shown(built([*facts, demand], budget=220))["instructions"] == [
        "Never change the mobile token format"
    ]


def test_only_current_facts_are_shown_and_the_rest_is_recoverable() -> None:
    draft = built([fact("decision", "Use Redis", standing="rejected"), fact("decision", "Use PostgreSQL", 2)])
    assert [d["decision"] for d in shown(draft)["key_decisions"]] == ["Use PostgreSQL"]
    assert [(left.text, left.why) for left in draft.proof.left_out] == [("Use Redis", "standing")]
    assert draft.proof.receipt.kinds["decision"] == msgspec.convert(
        {"found": 2, "kept": 1, "recoverable": 1}, type(draft.proof.receipt.kinds["decision"])
    )


def test_a_sixth_decision_of_a_handoff_stands_in_its_summary() -> None:
    facts = [
        fact("decision", f"Decide thing {n} by rule r{n}", n, rationale=f"reason {n}") for n in range(1, 8)
    ]
    manifest = shown(built(facts))
    assert len(manifest["key_decisions"]) == 5
    assert manifest["summary"]["decisions"] == [
        "Decide thing 6 by rule r6 — reason 6",
        "Decide thing 7 by rule r7 — reason 7",
    ]


def test_every_text_of_a_manifest_has_its_span() -> None:
    draft = built(
        [
            fact("overview", "One. Two.", 3),
            fact("decision", "Use A", 4, rationale="B"),
            fact("file", "`a.py`: made", 5, path="a.py", change="created"),
        ]
    )
    assert [
        draft.proof.items[p].spans[0].first
        for p in (
            "/summary/overview",
            "/key_decisions/0/decision",
            "/key_decisions/0/rationale",
            "/files_created/0",
        )
    ] == [3, 4, 4, 5]


def test_a_shortened_text_keeps_the_whole_original_in_the_proof() -> None:
    text = "Use the authorization code flow with PKCE, since implicit flow leaks tokens and the mobile team already ships a client for it"
    draft = built([fact("decision", text, rationale="because")], "plan")
    assert len(shown(draft)["key_decisions"][0]["decision"]) <= 100
    assert draft.proof.items["/key_decisions/0/decision"].text == text


def test_the_overview_takes_the_sentences_that_follow_it() -> None:
    facts = [
        fact("overview", f"Sentence {word}.", n) for n, word in enumerate(("one", "two", "three", "four"), 1)
    ]
    assert (
        shown(built(facts, "research"))["summary"]["system_overview"]
        == "Sentence one. Sentence two. Sentence three."
    )


def test_a_text_goes_on_with_its_own_paragraph_first() -> None:
    facts = [
        fact("approach", "Endpoints first.", 3),
        fact("approach", "Clients then.", 3, confidence=0.6),
        fact("approach", "History.", 5),
    ]
    assert shown(built(facts, "plan"))["summary"]["approach"] == "Endpoints first. Clients then."


def test_a_path_said_twice_is_one_file_and_done_beats_planned() -> None:
    facts = [
        fact("file", "a.py", 1, path="a.py", change="created", standing="planned"),
        fact("file", "a.py the parser", 9, path="a.py", change="created"),
        fact("file", "b.py", 3, path="b.py", change="modified"),
    ]
    manifest = shown(built(facts, "implementation"))
    assert manifest["files_created"] == ["a.py"]
    assert manifest["files_modified"] == ["b.py"]
    assert manifest["summary"]["files_created"] == 1
    assert manifest["summary"]["languages"] == ["Python"]


def test_planned_files_are_never_called_created() -> None:
    facts = [fact("file", "a.py", path="a.py", change="created", standing="planned")]
    manifest = shown(built(facts, "plan"))
    assert manifest["files_created"] == []
    assert manifest["summary"]["files_to_create"] == ["a.py"]


def test_required_reading_fits_its_own_budget() -> None:
    told = [
        fact("file", f"Read {name} first: the contract", path=name, change="read", standing="planned")
        for name in ("spec.yaml", "huge.yaml", "missing.yaml")
    ]
    draft = built(told, "plan")
    assert [r.stored for r in draft.readings] == ["spec.yaml"]
    assert shown(draft)["context_budget"]["required_reading_tokens"] == 800


def test_a_required_file_that_is_missing_is_an_error() -> None:
    with pytest.raises(NotFound, match=r"missing\.yaml"):
        built([], require=("missing.yaml",))


def test_fixed_fields_alone_above_the_limit_are_an_error() -> None:
    with pytest.raises(ManifestTooLargeError, match="fixed fields"):
        built([], to=tuple(f"agent-{n}" for n in range(500)))


def test_the_same_facts_give_the_same_bytes() -> None:
    facts = [fact("insight", f"Module m{n} is slow", n) for n in range(1, 50)]
    assert built(facts).data == built(list(facts)).data


def test_absent_fields_stay_empty() -> None:
    manifest = shown(built([]))
    assert manifest["summary"] == {}
    assert "blockers" not in manifest


def test_where_not_all_fits_more_is_told_in_fewer_words() -> None:
    facts = [
        fact("insight", f"Relay r_{n} opens after {n * 7} ms, as everybody had hoped", n)
        for n in range(1, 61)
    ]
    alone = shown(built(facts[:1]))["summary"]["insights"]
    crowd = shown(built(facts))["summary"]["insights"]
    assert alone == ["Relay r_1 opens after 7 ms, as everybody had hoped"]
    assert "Relay r_2 opens after 14 ms…" in crowd


def test_what_the_user_demanded_stays_word_for_word_in_a_crowd() -> None:
    demand = fact("instruction", "Keep port 8443 open, whatever the others may say", basis="user")
    crowd = [fact("insight", f"Relay r_{n} opens after {n * 7} ms, as hoped", n) for n in range(1, 91)]
    assert shown(built([demand, *crowd]))["instructions"] == [demand.text]


def test_a_budget_is_used_up() -> None:
    facts = [fact("insight", f"Relay r_{n} opens after {n * 7} ms", n) for n in range(1, 201)]
    budget = shown(built(facts))["context_budget"]
    assert 980 <= budget["manifest_tokens"] <= 1000


def test_what_a_section_says_comes_before_what_was_only_heard() -> None:
    said = [fact("risk", f"The pump {n} may run dry within a night of frost", n) for n in range(1, 13)]
    heard = [fact("metric", f"{n} ms now", n, confidence=0.4) for n in range(100, 200)]
    assert len(shown(built([*said, *heard]))["summary"]["risks"]) == 12


def test_the_whole_number_a_source_says_counts_where_it_lists_key_files_only() -> None:
    said = [
        fact("file", "src/api.ts", 1, path="src/api.ts", change="created"),
        fact("metric", "files created: 12", 2, name="files created", value=12.0),
        fact("metric", "total lines: 1500", 3, name="total_lines", value=1500.0),
    ]
    summary = shown(built(said, "implementation"))["summary"]
    assert (summary["files_created"], summary["total_lines"]) == (12, 1500)
    measured = fact("file", "b.ts", 4, path="b.ts", change="created", lines_added=7, basis="derived")
    summary = shown(built([*said, measured], "implementation"))["summary"]
    assert (summary["files_created"], summary["total_lines"]) == (2, 7)


def test_a_decision_that_a_transcript_tells_again_stands_once() -> None:
    text = "Keep tokens in httpOnly cookies."
    told = [fact("decision", text, 3, rationale="No script can read them."), fact("decision", text, 90)]
    other = fact("decision", "Keep tokens in httpOnly cookies for 30 days.", 5)
    assert [one["decision"] for one in shown(built([*told, other]))["key_decisions"]].count(text) == 1
    assert len(shown(built([*told, other]))["key_decisions"]) == 2
