"""`baton hook statusline`: one line for people, and the window's size for all other hooks. On the fast path."""

from batonpass.flow.status import status_line
from batonpass.surfaces.hosts.claude_code.asked import Asked


def answer(asked: Asked) -> str:
    """Return the line the client shows."""
    return status_line(asked.root, asked.policy, asked.session, asked.told)
