"""What personas before the last ones left, in one line each: nothing that was decided is out of reach."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from batonpass.brief.sections import listed, said
from batonpass.tables import load

HEAD = "## Earlier, the oldest first; `baton show ID` opens all of it"


def earlier(artifacts: Sequence[Mapping[str, Any]], shorten: Callable[[str, int], str]) -> str:
    """Return who decided what and what was in the way, "" where nobody left anything."""
    lines = [_line(one, shorten) for one in artifacts]
    return "\n".join([HEAD, "", *filter(None, lines)]) if any(lines) else ""


def _line(one: Mapping[str, Any], shorten: Callable[[str, int], str]) -> str:
    most: int = load.table("switch")["earlier_chars"]
    told = [*listed(one, "decisions"), *(f"blocked: {text}" for text in listed(one, "blockers"))]
    if not told:
        return ""
    each = most // len(told)
    texts = "; ".join(shorten(text.rstrip("."), each) for text in told)
    handle = said(one.get("full_handoff"))
    return f"- {said(one.get('from_agent'))}{f' {handle}' if handle else ''}: {texts}"
