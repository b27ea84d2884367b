"""What works in this installation and what does not: look, then judge."""

from collections.abc import Mapping

from batonpass.decide import health
from batonpass.flow.setup import CONFIG, Setup
from batonpass.model.health import Finding, Installation
from batonpass.read import hosts, look, statusline
from batonpass.read.rewriters import rewriters
from batonpass.tables import load


def doctor(setup: Setup, wanted: Mapping[str, str]) -> tuple[Finding, ...]:
    """Return what was found; `wanted` is the command each event of the host should be answered by."""
    host = load.table("hosts")["claude_code"]
    answers, starts = hosts.start(wanted[host["harmless"]], setup.root)
    return health.examine(
        Installation(
            root=setup.root,
            configured=look.stat(setup.root, CONFIG) == "file",
            settings=hosts.claude_settings(setup.root),
            wanted=dict(wanted),
            trusted=hosts.claude_trusts(setup.root),
            version=hosts.claude_version(),
            oldest=host["oldest"],
            plugins=hosts.claude_plugins(setup.root),
            answers=answers,
            starts=starts,
            slow=host["slow_start"],
            events=setup.store.events(*health.HOOKED),
            rewriters=rewriters(setup.root),
            windows=statusline.seen(setup.root),
        )
    )
