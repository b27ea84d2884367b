"""One line below the prompt: how full the context is, and what lies open. On the fast path."""

import json
import os

from batonpass.decide.gate import gate
from batonpass.flow.at_hand import open_handoffs
from batonpass.flow.policy import Policy
from batonpass.model.usage import Usage
from batonpass.read.statusline import FOLDER
from batonpass.store import runs

JsonObject = dict[str, object]
THOUSAND = 1000


def status_line(root: str, policy: Policy, session: str, told: JsonObject) -> str:
    """Keep what the client says of its window, which no hook is told, and return the line."""
    runs.keep(os.path.join(root, FOLDER, f"{session}.json"), json.dumps(told).encode())
    open_ones = open_handoffs(root, session)
    used = _usage(told)
    count = f"{len(open_ones)} handoff{'' if len(open_ones) == 1 else 's'} open" if open_ones else ""
    return " · ".join(part for part in ("baton", _context(policy, used), count, _ahead(policy, used)) if part)


def _usage(told: JsonObject) -> Usage | None:
    """Return how full the context is by the client's word, None before its first answer."""
    about = told.get("context_window")
    about = about if isinstance(about, dict) else {}
    window = _whole(about.get("context_window_size"))
    now = about.get("current_usage")
    used = {name: _whole(value) for name, value in now.items()} if isinstance(now, dict) else {}
    tokens = sum(count for name, count in used.items() if name != "output_tokens")
    return Usage(tokens, window) if tokens and window else None


def _context(policy: Policy, used: Usage | None) -> str:
    if used is None:
        return ""
    level = gate(used, policy.ladder, "turn").level
    return f"{used.tokens * 100 // used.window} % {level} · {_short(used.tokens)} of {_short(used.window)}"


def _ahead(policy: Policy, used: Usage | None) -> str:
    """Return the next gate: the share of the window from which something is asked for."""
    step = policy.ladder.above(used.share, used.window) if used else None
    return f"next gate at {float(step['share']) * 100:g} %" if step else ""


def _short(tokens: int) -> str:
    return f"{round(tokens / THOUSAND)}k" if tokens >= THOUSAND else str(tokens)


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
