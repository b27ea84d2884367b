"""How a handoff is shown to a reader."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from batonpass.brief import show as shown
from batonpass.brief.announce import announce
from batonpass.brief.artifact import artifact
from batonpass.brief.block import block
from batonpass.brief.pinned import pinned
from batonpass.brief.returned import encoded
from batonpass.brief.summary import summary
from batonpass.brief.switch import outgoing, switch
from batonpass.brief.views import VIEWS
from batonpass.compact.text import shorten
from batonpass.flow import abbreviate, capsules, phase_residue, returns
from batonpass.flow.outcome import Opened, reading_tokens
from batonpass.flow.retry import of_handoff
from batonpass.flow.role_files import own_fields, role_file
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound

Group = shown.Group


def view(setup: Setup, opened: Opened, name: str, width: int = 0) -> str:
    """Return one of the named views."""
    if name not in SHOWN:
        raise NotFound(f"no view {name!r}", wanted=f"one of {', '.join(VIEWS)}")
    return SHOWN[name](setup, opened, width)


SHOWN: Mapping[str, Callable[[Setup, Opened, int], str]] = MappingProxyType(
    {
        "manifest": lambda _, opened, __: opened.data.decode("utf-8", "replace"),
        "announce": lambda setup, opened, _: announce(
            opened.manifest, opened.handoff.manifest, setup.meter.count
        ),
        "artifact": lambda _, opened, __: artifact(opened.manifest, opened.proof),
        "capsule": lambda setup, opened, width: capsules.of_handoff(setup, opened, width=width) + "\n",
        "pinned": lambda setup, opened, _: pinned(opened.manifest, (), setup.meter.count, shorten),
        "abbreviated": lambda setup, opened, _: abbreviate.of_handoff(setup, opened),
        "retry": lambda setup, opened, _: of_handoff(setup, opened) + "\n",
        "switch": lambda setup, opened, _: switch(
            outgoing(opened.manifest), opened.manifest, setup.meter.count, shorten
        ),
        "return": lambda setup, opened, _: encoded(returns.of_handoff(setup, opened).value) + "\n",
        "summary": lambda setup, opened, _: summary(opened.manifest, setup.meter.count),
        "handoff": lambda setup, opened, _: role_file(setup, opened.handoff),
        "residue": lambda setup, opened, _: phase_residue.view(setup, opened),
        "brief": lambda setup, opened, _: _brief(setup, opened),
    }
)


def _brief(setup: Setup, opened: Opened) -> str:
    role, costs = own_fields(setup, opened.handoff), reading_tokens(setup, opened)
    return block(opened.manifest, opened.proof, setup.meter.count, costs, role=role)


def groups(opened: Opened) -> tuple[Group, ...]:
    """Return a handoff as titled rows, for a person to read."""
    return shown.show(opened.manifest, opened.proof)


def receipt(opened: Opened) -> tuple[Group, ...]:
    """Return what the compaction did as titled rows, nothing where there is no proof."""
    return shown.receipt_rows(opened.proof.receipt) if opened.proof else ()
