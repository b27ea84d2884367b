"""`baton pin` and `baton clean` as a person calls them."""

import pytest

from tests.cli.sample import baton, compact


@pytest.mark.usefixtures("project")
def test_what_is_pinned_is_listed_and_left_alone() -> None:
    assert baton("pin").out == "Nothing is pinned.\n"
    for scope in ("one", "two", "three", "four", "five"):
        compact("research", "--scope", scope, "--session", "s1")
    first = baton("show", "top-down-analyzer", "--json").json["handoff"]["id"]
    done = baton("pin", first[:6])
    assert (done.code, done.out) == (0, f"handoff {first}\n")
    assert "is kept from now on" in done.err
    assert baton("pin", "--session", "s1").out == f"handoff {first}\nsession s1\n"
    assert baton("clean", "--days", "0").out == "Nothing is past its time.\n"
    assert baton("pin", "--session", "s1", "--remove").out == f"handoff {first}\n"
    assert baton("pin", first, "--remove").out == "Nothing is pinned.\n"


@pytest.mark.usefixtures("project")
def test_wrong_use_says_what_was_wanted() -> None:
    assert baton("pin", "--remove").code == 2
    done = baton("pin", "--session", "s9")
    assert (done.code, done.out) == (2, "")
    assert "no session 's9'" in done.err
