"""Signs that a context has begun to rot: each is shown by its places, and a healthy session shows none."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from batonpass.flow.signs import signs_of
from batonpass.model.sign import Sign
from tests.flow.project import opened
from tests.flow.session import START, Session

LONG = "I have looked at the parser and at the lexer, and the tests of both of them pass now, so what is left is the printer, for which I will write a new test first."
FILE = "\n".join(f"line {n} of the module that holds prices and taxes" for n in range(30))


def healthy(session: Session) -> None:
    session.says(
        "Add a function that adds up prices. Never edit `src/legacy/`, and use pnpm instead of `npm`."
    )
    session.calls("Read", FILE, file_path="src/cart.py").answers("I add `total` to the cart.")
    session.calls("Edit", "updated", file_path="src/cart.py", old_string="a", new_string="b")
    session.calls("Read", FILE + "\nmore", file_path="src/cart.py")
    session.calls("Bash", "1 failed", failed=True, command="pnpm test").answers("One fails: I mend it.")
    session.calls("Edit", "updated", file_path="src/cart.py", old_string="b", new_string="c")
    session.calls("Bash", "4 passed", command="pnpm test").answers("All 4 tests pass now.")
    session.says("Thanks. Shall it round up?").answers(
        "It rounds half up. Should `total` take a currency as well?"
    )


def repeats_itself(session: Session) -> None:
    for _ in range(3):
        session.answers(LONG)


def calls_again(session: Session) -> None:
    for _ in range(4):
        session.calls("Bash", "1 failed: test_total", failed=True, command="pytest -q tests/test_cart.py")


def reads_again(session: Session) -> None:
    for _ in range(4):
        session.calls("Read", FILE, file_path="src/cart.py").answers("I see.")


def asks_again(session: Session) -> None:
    session.answers("Which currency do the prices in the cart have, euro or dollar?").says("Euro.")
    session.answers("Done with that.").answers("Which currency do prices in the cart have: euro or dollar?")


def is_told_again(session: Session) -> None:
    session.says("As I already said, prices are in euro.")


def does_what_is_forbidden(session: Session) -> None:
    session.calls("Edit", "updated", file_path="/shop/src/legacy/tax.py", old_string="a", new_string="b")


def runs_what_is_forbidden(session: Session) -> None:
    session.calls("Bash", "added", command="cd shop && npm install left-pad")


def is_corrected(session: Session) -> None:
    session.says("I told you not to touch the tax table!")


def replaces_what_is_not_there(session: Session) -> None:
    for n in range(2):
        session.calls("Edit", "String to replace not found in file.", failed=True, file_path=f"src/{n}.py")


def opens_what_nobody_named(session: Session) -> None:
    for name in ("billing_engine", "tax_service"):
        session.calls("Read", "File does not exist.", failed=True, file_path=f"src/{name}.py")


def calls_what_does_not_exist(session: Session) -> None:
    for name in ("sum_up", "grand_total"):
        said = f"AttributeError: 'Cart' object has no attribute '{name}'"
        session.calls("Bash", said, failed=True, command="python demo.py")


def gets_slower(session: Session) -> None:
    at = START + timedelta(hours=1)
    for n in range(24):
        session.says(f"Question number {n}.")
        session.lines[-1]["timestamp"] = at.isoformat().replace("+00:00", "Z")
        at += timedelta(seconds=5 + 3 * n)
        session.answers(f"Answer {n}.")
        session.lines[-1]["timestamp"] = at.isoformat().replace("+00:00", "Z")
        at += timedelta(seconds=60)


SHOWING: dict[Callable[[Session], None], str] = {
    repeats_itself: "repeated",
    calls_again: "repeated",
    reads_again: "reread",
    asks_again: "asked-again",
    is_told_again: "asked-again",
    does_what_is_forbidden: "drift",
    runs_what_is_forbidden: "drift",
    is_corrected: "drift",
    replaces_what_is_not_there: "invented",
    opens_what_nobody_named: "invented",
    calls_what_does_not_exist: "invented",
    gets_slower: "slower",
}


def shown(folder: Path, *parts: Callable[[Session], None]) -> tuple[Sign, ...]:
    session = Session(folder)
    for part in parts:
        part(session)
    session.save(folder / "s1.jsonl")
    return signs_of(opened(folder), str(folder / "s1.jsonl"))[1]


@pytest.mark.parametrize("part", SHOWING, ids=lambda part: part.__name__)
def test_a_sign_is_seen_with_its_places(tmp_path: Path, part: Callable[[Session], None]) -> None:
    found = shown(tmp_path, healthy, part)
    assert [sign.name for sign in found] == [SHOWING[part]]
    lines = (tmp_path / "s1.jsonl").read_text("utf-8").splitlines()
    assert all(1 <= place.line <= len(lines) and place.turn >= 1 for place in found[0].shown)
    assert found[0].todo


def test_a_healthy_session_shows_none(tmp_path: Path) -> None:
    assert shown(tmp_path, healthy) == ()
    assert opened(tmp_path).store.events("signs.seen") == ()


def test_what_was_before_a_compaction_does_not_count(tmp_path: Path) -> None:
    session = Session(tmp_path)
    healthy(session)
    reads_again(session)
    session.lines.append(
        {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"postTokens": 9}}
    )
    session.add("user", {"role": "user", "content": "This session is continued: …"}, isCompactSummary=True)
    session.calls("Read", FILE, file_path="src/cart.py")
    session.save(tmp_path / "s1.jsonl")
    assert signs_of(opened(tmp_path), str(tmp_path / "s1.jsonl"))[1] == ()


def test_a_false_claim_is_enough_alone(tmp_path: Path) -> None:
    session = Session(tmp_path).says("Make the tests pass.")
    session.calls("Bash", "2 failed, 3 passed in 0.2s", failed=True, command="pytest -q")
    session.answers("All 5 tests pass.")
    session.save(tmp_path / "s1.jsonl")
    setup = opened(tmp_path)
    (sign,) = signs_of(setup, str(tmp_path / "s1.jsonl"))[1]
    assert (sign.name, sign.action) == ("invented", "emergency")
    assert "claimed" in sign.shown[0].text
    signs_of(setup, str(tmp_path / "s1.jsonl"))
    assert len(setup.store.events("signs.seen")) == 1
