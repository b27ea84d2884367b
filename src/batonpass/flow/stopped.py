"""A subagent wants to end: its work is kept, and one in the background may be asked to say it shorter."""

from batonpass.flow.again import FAILED
from batonpass.flow.agent_ended import Ended, ended
from batonpass.flow.going_back import Back, going_back
from batonpass.flow.handing import remember
from batonpass.flow.launched import BACKGROUND
from batonpass.flow.on_demand import opened
from batonpass.flow.policy import Policy
from batonpass.flow.retry import has_failed
from batonpass.flow.setup import Setup, open_project
from batonpass.store import notes, runs

ASKED_MOST = {"observe": 0, "warn": 1, "enforce": 2}
RULE = "return"


def stopped(root: str, policy: Policy, what: Ended, *, again: bool = False) -> str:
    """Hand over what an agent left; return what it is asked to answer instead, "" where it may end.

    `again` is the client's word that a hook has sent it back already: then only the length of its words is looked at.
    A background agent that will not say it shorter gets its report through, and the journal says so.
    """
    known = runs.get(root, what.session, what.run)
    runs.put(root, what.session, what.run, agent=what.agent, ended=runs.now())
    setup = open_project(root)
    times = _whole(known.get("asked")) if again else 0
    if times and known.get("text"):
        said = setup.meter.count(what.message)
        if said <= _whole(known.get("allowed")):
            return ""
        back = Back(
            str(known["text"]), said, _whole(known.get("allowed")), str(known["full"]), str(known["manifest"])
        )
    else:
        back = _kept(setup, policy, what)
    return _asked(root, policy, what, back, times) if back.text else ""


def late(root: str, policy: Policy, what: Ended) -> str:
    """Hand over an agent whose end nobody noted; return what goes back in place of its words, "" for nothing."""
    runs.put(root, what.session, what.run, agent=what.agent, ended=runs.now())
    return _kept(open_project(root), policy, what).text


def _kept(setup: Setup, policy: Policy, what: Ended) -> Back:
    left = ended(setup, what).opened
    back = going_back(setup, what.agent, what.message, left)
    failed = policy.product_of(what.agent) != "answer" and has_failed(what.message, left.manifest)
    text = back.text if _mode(policy) != "observe" else ""
    runs.put(
        setup.root,
        what.session,
        what.run,
        text=text,
        allowed=back.allowed,
        full=back.full,
        manifest=back.manifest,
        asked=0,
        **{FAILED: failed},
    )
    remember(setup.root, what.session, setup)
    taken = opened(setup.root, policy, what.session, what.agent, what.run, what.transcript)
    _record(
        setup.root,
        policy,
        "agent.ended",
        what,
        back,
        background=runs.is_marked(setup.root, what.session, what.run, BACKGROUND),
        opened=taken,
    )
    return Back(text, back.said, back.allowed, back.full, back.manifest)


def _asked(root: str, policy: Policy, what: Ended, back: Back, times: int) -> str:
    """Return what a background agent is asked for, as often as the mode allows."""
    if not runs.is_marked(root, what.session, what.run, BACKGROUND):
        return ""  # who waits for it gets the short text by PostToolUse, at no further turn
    if times >= ASKED_MOST[_mode(policy)]:
        _record(root, policy, "return.unheeded", what, back, background=True)
        return ""
    runs.put(root, what.session, what.run, asked=times + 1)
    return (
        f"Your last message has {back.said} tokens, and {back.allowed} may go back. All of it is kept in "
        f"{back.full}. Answer now with exactly the text below, nothing before it and nothing behind it:\n\n{back.text}"
    )


def _record(
    root: str, policy: Policy, name: str, what: Ended, back: Back, *, background: bool, opened: int = 0
) -> None:
    told: dict[str, object] = {
        "agent": what.agent,
        "session": what.session,
        "run": what.run,
        "said": back.said,
        "allowed": back.allowed,
        "background": background,
        "opened": opened,
        "manifest": back.manifest,
    }
    notes.note(root, name, policy.line_bytes, told)


def _mode(policy: Policy) -> str:
    return policy.mode_of(RULE)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
