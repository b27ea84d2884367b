"""What holds for every document."""

from hypothesis import given, settings
from hypothesis import strategies as st

from batonpass.extract.facts import extract
from batonpass.extract.nothing import says_nothing
from batonpass.model.fact import CHECKABLE, KINDS
from batonpass.model.source import Source, digest_of
from batonpass.read.parse import parse_text

LINES = st.sampled_from(
    [
        "# Login plan", "## Risks", "## Decisions", "### High", "## Goals / Non-Goals", "**Goals:**", "**Files:**",
        "- Create: `src/a.py`", "- [x] done `b.ts` → `c.ts`", "- [ ] open", "- **D-01:** Use X — because Y",
        "  - **Rationale:** why", "None.", "- None", "> quoted must not", "| File | Change |", "|---|---|",
        "| `a.py` | new |", "| Risk | Mitigation |", "```", "├── src/", "│   └── a.py (NEW)", "Status: Rejected",
        "~~struck~~", "We chose A over B because of C. 12 of 15 tests passed.", "必须使用 SQLite。", "<files>a.py</files>",
        'Chosen option: "A", because', "", "", "p95 is 20 ms", "---", "status: superseded", "[NEEDS CLARIFICATION: what?]",
    ]
)  # fmt: skip
DOCUMENTS = st.lists(LINES | st.text(max_size=40), max_size=40).map("\n".join)


def read(text: str) -> Source:
    return parse_text(text, "x.md", redact=lambda t: t)


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS)
def test_every_fact_is_proven_and_says_something(text: str) -> None:
    source = read(text)
    for fact in extract(source):
        assert fact.kind in KINDS
        assert fact.text.strip()
        assert not says_nothing(fact.text)
        assert 0 < fact.confidence <= 1
        assert 0 <= fact.emphasis <= 1
        assert fact.spans
        for span in fact.spans:
            assert digest_of(source.data[span.start : span.end]) == span.digest


@settings(max_examples=50, deadline=None)
@given(DOCUMENTS)
def test_the_same_input_gives_the_same_facts_in_document_order(text: str) -> None:
    facts = extract(read(text))
    assert facts == extract(read(text))
    assert [f.spans[0].start for f in facts] == sorted(f.spans[0].start for f in facts)


def test_basis_follows_the_kind() -> None:
    text = "## Original request\n\n- Keep the API\n\n## Files created\n\n- `a.py`\n\n## Risks\n\n- Data may be lost\n"
    bases = {f.kind: f.basis for f in extract(read(text))}
    assert bases["instruction"] == "user"
    assert bases["file"] == "asserted"
    assert bases["risk"] == "verbatim"
    assert "file" in CHECKABLE


def test_what_is_said_twice_is_one_fact_with_both_places() -> None:
    text = "## Risks\n\n- Keys leak\n\n## Known issues\n\n- Keys leak\n"
    (risk,) = extract(read(text))
    assert [span.first for span in risk.spans] == [3, 7]


def test_an_empty_document_and_one_without_facts_give_none() -> None:
    assert extract(read("")) == ()
    assert extract(read("# Title\n\n**Date:** today\n")) == ()
