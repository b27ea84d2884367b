"""A subagent begins: what is noted of its run until it ends. On the fast path."""

from batonpass.read.tail import of_agent
from batonpass.store import runs

BACKGROUND = "background"


def begun(root: str, session: str, run: str, agent: str) -> str:
    """Note that an agent began, and return what was kept to tell it; one that goes on with a new task begins anew."""
    runs.put(root, session, run, agent=agent, started=runs.now(), ended=None, asked=0, text="")
    return runs.pending(root, session, agent)


def in_background(root: str, session: str, run: str) -> None:
    """Note that nobody waits for a run: its last words go back as they are, no later hook can change them."""
    runs.mark(root, session, run, BACKGROUND)


def instead(root: str, session: str, run: str) -> str | None:
    """Return what goes back in place of an agent's own words, "" for nothing; None: nobody noted that it ended."""
    known = runs.get(root, session, run)
    return str(known.get("text") or "") if known.get("ended") else None


def transcript_of(transcript: str, run: str) -> str:
    """Return where a subagent's own transcript lies, given the main one's."""
    return of_agent(transcript, run)
