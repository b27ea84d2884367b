import msgspec

from batonpass.brief.show import Group, Row, as_text, receipt_rows, show
from batonpass.model.proof import Item, SourceEntry
from tests.brief.sample import PROOF, handoff, item, seed


def group(title: str, groups: tuple[Group, ...]) -> Group:
    return next(g for g in groups if g.title == title)


def test_every_line_says_where_it_stands_and_what_to_think_of_it() -> None:
    shown = show(handoff(), PROOF)
    assert group("Tests", shown).rows == (
        Row("47 passed, 0 failed, by jest", "report.md:91", "unconfirmed", "/tests"),
    )
    assert group("Risks", shown).rows[0].note == "a guess"
    assert group("Quality gates", shown).rows[0].note == "from evidence"
    assert group("Must be read", shown).rows[0].note == "said by the user, named by --require"
    decision = group("Decisions", shown).rows[0]
    assert decision.text == "Keep code challenges in Redis for 10 minutes — They clean up themselves"
    assert (decision.place, decision.pointer) == ("report.md:60-62", "/key_decisions/0")


def test_problems_come_with_what_to_do() -> None:
    rows = group("Problems", show(handoff(), PROOF)).rows
    assert rows[1] == Row(
        "error, files: api-spec.yaml is gone", "/required_reading/0", "restore it", "/required_reading/0"
    )


def test_what_was_left_out_says_why() -> None:
    rows = group("Found and left out", show(handoff(), PROOF)).rows
    assert rows[2] == Row("Store challenges in Postgres", "report.md:63", "decision, rejected, standing")


def test_sources_of_one_name_are_told_apart() -> None:
    first = PROOF.sources[0]
    twin = SourceEntry("report.md", "", "report-2.md", "markdown", "b" * 64, "b" * 64, 5, 50)
    proof = msgspec.structs.replace(PROOF, sources=(first, twin))
    assert group("Tests", show(handoff(), proof)).rows[0].place == "implementation-notes.md:91"


def test_a_span_of_an_unknown_source_is_named_by_its_digest() -> None:
    lost = Item(spans=(msgspec.structs.replace(item(3, 3).spans[0], source="c" * 64),))
    proof = msgspec.structs.replace(PROOF, items={"/tests/passed": lost})
    assert group("Tests", show(handoff(), proof)).rows[0].place == "cccccccccccc:3"


def test_without_a_proof_it_says_so() -> None:
    assert group("Handoff", show(seed("plan"))).rows[-1].text == "proof: none"


def test_as_text_it_is_readable_in_a_pipe() -> None:
    text = as_text(show(handoff(), PROOF))
    assert text.startswith("Handoff\n  from: backend-architect\n  to: qa-specialist\n")
    assert "\nRisks\n  Refresh tokens are not rotated yet  [report.md:120-124; a guess]\n" in text


def test_groups_are_json_too() -> None:
    data = msgspec.json.encode(show(handoff(), PROOF))
    assert msgspec.json.decode(data, type=tuple[Group, ...]) == show(handoff(), PROOF)


def test_the_receipt_says_what_became_of_every_kind() -> None:
    receipt, kinds = receipt_rows(PROOF.receipt)
    assert receipt.rows[0] == Row("26000 → 540 tokens", note="48.15 times smaller")
    assert kinds.rows[0] == Row("decision", note="found 2, kept 1, recoverable 1")
