"""How a handoff is shown to a reader."""

from batonpass.brief import show as shown
from batonpass.brief.announce import announce
from batonpass.brief.artifact import artifact
from batonpass.brief.block import block
from batonpass.brief.capsule import capsule
from batonpass.brief.pinned import pinned
from batonpass.brief.views import VIEWS
from batonpass.compact.text import shorten
from batonpass.flow.outcome import Opened, reading_tokens
from batonpass.flow.setup import Setup
from batonpass.model.errors import NotFound

Group = shown.Group
NAMES = tuple(VIEWS)


def view(setup: Setup, opened: Opened, name: str, width: int = 0) -> str:
    """Return one of the named views."""
    match name:
        case "manifest":
            return opened.data.decode("utf-8", "replace")
        case "announce":
            return announce(opened.manifest, opened.handoff.manifest, setup.meter.count)
        case "artifact":
            return artifact(opened.manifest, opened.proof)
        case "capsule":
            return capsule(opened.manifest, opened.proof, width=width) + "\n"
        case "pinned":
            return pinned(opened.manifest, (), setup.meter.count, shorten)
        case "brief":
            return block(opened.manifest, opened.proof, setup.meter.count, reading_tokens(setup, opened))
    raise NotFound(f"no view {name!r}", wanted=f"one of {', '.join(VIEWS)}")


def groups(opened: Opened) -> tuple[Group, ...]:
    """Return a handoff as titled rows, for a person to read."""
    return shown.show(opened.manifest, opened.proof)


def receipt(opened: Opened) -> tuple[Group, ...]:
    """Return what the compaction did as titled rows, nothing where there is no proof."""
    return shown.receipt_rows(opened.proof.receipt) if opened.proof else ()
