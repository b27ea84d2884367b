"""What is given back when a manifest turns out too large: demands last, then what its profile requires."""

from batonpass.compact.fit import Fitting
from batonpass.compact.slots import assign
from batonpass.model.fact import Fact
from batonpass.model.profile import Profile, Slot
from batonpass.model.tokens import Tokens

SLOTS = (
    Slot("risk", "summary.risks", value=9.0),
    Slot("constraint", "summary.constraints", value=2.0, required=True),
    Slot("instruction", "instructions", value=1.0),
)
PROFILE = Profile("p", "about", Tokens(500), Tokens(1000), 1, 0.0, 0.0, "full.md", SLOTS)
FACTS = (
    Fact("risk", "A second worker would send every mail of the outbox twice", ()),
    Fact("constraint", "The provider of mail takes ten requests a second at most", ()),
    Fact("constraint", "No table may be locked for longer than two seconds by day", ()),
    Fact("instruction", "Nobody who waits for a mail may be left without it tonight", ()),
)


def test_the_only_item_of_a_required_slot_outlives_all_but_demands() -> None:
    fitting = Fitting(PROFILE, lambda text: len(text.split()), used=0, target=500, limit=1000)
    fitting.fill(assign(FACTS, PROFILE).by_slot)
    order = []
    while fitting.chosen:
        before = list(fitting.chosen)
        fitting.drop_least()
        gone = next(one for one in before if one not in fitting.chosen)
        order.append(SLOTS[gone.slot].kind)
    assert order == ["constraint", "risk", "constraint", "instruction"]
