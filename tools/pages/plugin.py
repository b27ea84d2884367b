"""The plugin's manifest and hooks, from the same table as those of `baton init`."""

import json
from collections.abc import Callable

from batonpass._version import __version__
from batonpass.surfaces.hosts.claude_code.installation import hooks
from batonpass.tables import load

ABOUT = "Small checked handoffs between subagents: what they leave becomes a manifest, what returns is a few lines"


def manifest() -> str:
    """Return what the plugin says of itself."""
    return _json(
        {
            "name": "batonpass",
            "version": __version__,
            "description": ABOUT,
            "author": {"name": "batonpass maintainers"},
            "license": "Apache-2.0",
            "keywords": ["handoff", "context", "subagents", "compaction"],
        }
    )


def hook_table() -> str:
    """Return every event with the command that answers it."""
    return _json({"description": ABOUT, "hooks": hooks(load.table("hosts")["claude_code"])})


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "plugin/.claude-plugin/plugin.json": manifest,
    "plugin/hooks/hooks.json": hook_table,
}
