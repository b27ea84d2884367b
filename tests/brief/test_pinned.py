from batonpass.brief.pinned import Pin, pinned
from batonpass.compact.text import shorten
from tests.brief.sample import size

OWN = {
    "instructions": ["Move tokens into cookies.", "Keep\nthe old API.", "Never touch src/legacy."],
    "blockers": ["No staging key"],
    "key_decisions": [{"decision": "Use httpOnly cookies.", "rationale": "scripts cannot read them."}],
    "summary": {"constraints": ["Node 20 stays"]},
    "next_steps": ["Try the login"],
    "files_modified": ["src/a.ts", "src/b.ts"],
}


def pin(number: int) -> Pin:
    manifest = {
        "from_agent": f"dev-{number}",
        "id": f"{number:012d}",
        "scope": "Part " * 30,
        "blockers": ["Port taken"],
    }
    return Pin(f"artifacts/dev-{number}/manifest.json", manifest, 700)


def test_what_holds_is_said_in_the_order_it_is_read() -> None:
    assert pinned(OWN, [pin(1)], size, shorten, progress="phase 3 of 8").splitlines() == [
        "# Pinned: what holds on",
        "phase 3 of 8",
        "Demanded by the user:",
        "> Move tokens into cookies.",
        "> Keep the old API.",
        "> Never touch src/legacy.",
        "Blocked: No staging key",
        "Blocked: Port taken",
        "Must hold: Node 20 stays",
        "Decided: Use httpOnly cookies (scripts cannot read them)",
        "Next: Try the login",
        "Files changed: src/a.ts, src/b.ts",
        "Handoffs (read the manifest; `baton expand ID /pointer` opens the lines behind an item):",
        f"- dev-1 000000000001: {'Part ' * 15}Part… (artifacts/dev-1/manifest.json, 700 tokens)",
    ]


def test_it_keeps_its_limit_and_drops_the_oldest_handoffs_before_demands_and_blockers() -> None:
    told = pinned(OWN, [pin(number) for number in range(40)], size, shorten)
    assert size(told) <= 500
    assert all(text in told for text in ("Never touch src/legacy.", "No staging key", "dev-39 "))
    assert "dev-0 " not in told


def test_one_endless_demand_does_not_take_the_place_of_all_else() -> None:
    told = pinned({**OWN, "instructions": ["Do this and that, " * 500]}, [pin(1)], size, shorten)
    assert size(told) <= 500
    assert "Blocked: No staging key" in told
    assert "dev-1 " in told


def test_same_handoffs_same_bytes() -> None:
    assert pinned(OWN, [pin(1), pin(2)], size, shorten) == pinned(dict(OWN), [pin(1), pin(2)], size, shorten)
