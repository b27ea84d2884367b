"""How the kind of passages is measured where their headings are hidden."""

from evaluation.documents.case import Case
from evaluation.documents.hidden import f1, note, passages

DOCUMENT = b"""# Ferry office

## Open Questions

- Who owns the tide gauge?
- None

## Risks

**Mitigation:** call the harbour

- The gauge could freeze and silently report the last value
- The printed almanac is cited by the insurers
"""


def test_only_what_a_heading_alone_files_is_a_passage() -> None:
    found = list(passages(Case("ferry.md", "town/ferry", "handoff", {}, DOCUMENT)))
    assert [passage.told for passage in found] == ["question", "risk", "risk"]
    assert found[0].taken == "question"


def test_a_kind_is_scored_by_what_is_taken_for_it() -> None:
    found = list(passages(Case("ferry.md", "town/ferry", "handoff", {}, DOCUMENT)))
    told = {passage.told for passage in found}
    assert f1("question", [p._replace(taken=p.told) for p in found]) == 1.0
    assert f1("question", [p._replace(taken="insight") for p in found]) == 0.0
    assert told == {"question", "risk"}
    assert note("question", [p._replace(taken="insight") for p in found]) == "insight 1"
