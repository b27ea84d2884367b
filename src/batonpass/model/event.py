"""One line of the journal. On the fast path: no msgspec, no dataclasses, no typing."""

EVENTS = (
    "handoff.published",  # a manifest and its proof stand in the artifacts
    "handoff.rejected",  # published as rejected: `enforce` and an error
    "handoff.read",  # an agent was given a manifest, a file or its lines
    "handoff.edited",  # a person corrected a manifest
    "handoff.merged",  # it holds what others say: who takes over all of them reads it alone
    "handoff.removed",  # retention took it away
    "session.removed",  # retention took a session's folder away
    "pin.changed",  # a person keeps something, or keeps it no longer
    "reasoning.saved",  # an agent said why it does what it does
    "workflow.started",
    "workflow.completed",
    "gate.checked",  # how full a context was before a spawn, a phase or a turn, and what was answered
    "excuse.made",  # an agent reasoned its way around a gate, with the families of its excuses
    "signs.seen",  # a transcript showed that its context has begun to rot
    "limit.reached",  # an agent tried as often as it may: a person is to be asked
    "limit.extended",  # a person said to go on
    "phase.moved",  # a phase began, ended, was skipped, taken up or over; also what was refused
    "mode.changed",  # a person switched a project, a playbook or a rule
    "request.made",  # an orchestrator asked an agent for a phase
    "response.read",  # an agent answered
    "context.compacting",  # what must survive was written before a compaction
    "context.compacted",
    "context.emergency",  # nearly full: everything was handed over, and an opening prompt written
    "handoff.offered",  # a new session was told of the last open handoff
    "agent.switched",  # a persona took over from another in the same session
    "agent.refused",  # one profile more than a context may hold was asked for
    "domains.changed",  # other rules of the project hold from this prompt on
    "session.ended",  # of a host
    "agent.ended",  # a subagent of a host ended, with how much it said and how much may go back
    "return.unheeded",  # a background agent would not say it shorter: its report went through
    "hook.failed",  # a fault of ours in a hook; the work went on
    "gap.found",  # an agent left no manifest
)


class Event:
    """What happened, when, and its particulars."""

    __slots__ = ("at", "data", "id", "name")

    def __init__(self, name: str, at: str, data: dict[str, object], id: str = "") -> None:  # noqa: A002 - the journal's word
        """Hold one event; `id` makes it idempotent where the same thing may be said twice."""
        self.name, self.at, self.data, self.id = name, at, data, id

    def as_dict(self) -> dict[str, object]:
        """Return the journal's line as plain values."""
        return {"event": self.name, "at": self.at, "id": self.id, **self.data}
