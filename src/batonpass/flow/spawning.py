"""Before a subagent starts: may it, and what does it start with? On the fast path."""

from batonpass.brief.join import Gap, Piece, join
from batonpass.decide.priors import agent_of, of_every_group, picked
from batonpass.flow.again import without_failed
from batonpass.flow.at_hand import open_handoffs
from batonpass.flow.checkpoint import Checkpoint, checkpoint
from batonpass.flow.policy import Policy
from batonpass.model.files import MANIFEST
from batonpass.model.named import plain
from batonpass.read.tail import of_agent
from batonpass.store import handed, notes, runs, underway
from batonpass.store.handed import Handed

JsonObject = dict[str, object]
RULE = "prior-handoff"
WAITS = "run_in_background"
UNNAMED = "general-purpose"  # who starts where the call names nobody


class Spawn:
    """One call of the tool that starts agents."""

    __slots__ = ("call", "caller", "input", "main", "session", "transcript")

    def __init__(self, given: JsonObject, *, session: str, transcript: str, caller: str, call: str) -> None:
        """Hold the tool's input, and who calls: "" is the main agent."""
        self.input, self.session, self.caller, self.call = given, session, caller, call
        self.main = transcript
        self.transcript = of_agent(transcript, caller) if caller else transcript

    @property
    def agent(self) -> str:
        """Return who is to start."""
        return str(self.input.get("subagent_type") or UNNAMED)

    @property
    def prompt(self) -> str:
        """Return what it is to do."""
        return str(self.input.get("prompt") or "")


def gate(root: str, policy: Policy, spawn: Spawn) -> Checkpoint:
    """Measure the caller's own context and decide whether it may start another agent: in a heavy phase, sooner not."""
    now = underway.get(root)
    return checkpoint(
        root,
        policy,
        spawn.transcript,
        moment="heavy" if now.get("heavy") else "spawn",
        agent=spawn.agent,
        phase=str(now.get("number") or ""),
        call=spawn.call,
    )


def rewritten(root: str, policy: Policy, spawn: Spawn) -> JsonObject:
    """Return the tool's input as the agent is to get it: behind its prompt its brief, and what its last words may be.

    What its prompt repeats of an attempt that failed gives way to a few lines on the failure.
    Where nobody may run in the background it is waited for: only then a hook can shorten what it says.
    Where another hook rewrites prompts nothing is changed, and what is added is kept for the agent's start: the client
    takes one of two rewritings, whichever comes last.
    """
    more = added(root, policy, spawn)
    if policy.rewriters:
        runs.pend(root, spawn.session, spawn.agent, spawn.call, more)
        return spawn.input
    prompt = without_failed(root, spawn.session, spawn.main, spawn.prompt)
    new = {**spawn.input, "prompt": joined(prompt, more)}
    if policy.background == "foreground" and new.get(WAITS) is not False:
        new[WAITS] = False
    return new


def added(root: str, policy: Policy, spawn: Spawn) -> str:
    """Return what an agent is told beside its prompt: its brief, and what its last words may be."""
    contract = policy.contracts[policy.product_of(spawn.agent) or "either"]
    return joined(brief_for(root, policy, spawn), "" if contract in spawn.prompt else contract)


def joined(*parts: str) -> str:
    """Return texts one below the other."""
    return "\n\n".join(part.strip("\n") for part in parts if part)


def brief_for(root: str, policy: Policy, spawn: Spawn) -> str:
    """Return the prompt block of the session's handoffs that are for this agent, and record that it was given.

    What the prompt names already is left to whoever wrote it.
    """
    mine, gaps = meant_for(policy, spawn.agent, open_handoffs(root, spawn.session))
    for gap in gaps:
        told: dict[str, object] = {"agent": gap.agent, "for": spawn.agent, "workflow": spawn.session}
        notes.note(root, "gap.found", policy.line_bytes, told)
    new = [one for one in mine if one.id not in spawn.prompt and one.directory not in spawn.prompt]
    blocks = [(one, handed.block_of(root, one)) for one in new]
    pieces = [
        Piece(one.id, one.agent, text, one.tokens, one.directory + MANIFEST) for one, text in blocks if text
    ]
    if not pieces and not gaps:
        return ""
    room = policy.rooms.get(agent_of(spawn.agent, policy.names), policy.handoff)
    text = join(pieces, gaps, spawn.agent, room, name_only=True)
    for piece in pieces:
        told = {"handoff": piece.id, "reader": spawn.agent, "what": MANIFEST}
        told["tokens"] = piece.tokens if piece.text.strip("\n") in text else 0  # 0: it was only named
        notes.note(root, "handoff.read", policy.line_bytes, {**told, "workflow": spawn.session})
    return text


def meant_for(policy: Policy, agent: str, left: list[Handed]) -> tuple[list[Handed], list[Gap]]:
    """Return the handoffs an agent is given, and the needed ones nobody left: by the playbook, else by the address."""
    priors = policy.priors.get(agent_of(agent, policy.names))
    if not priors:
        own = plain(agent)
        return [one for one in left if not one.to or own in map(plain, one.to)], []
    agents = [one.agent for one in left]
    if agent_of(agent, policy.names) in policy.sessionwide:
        found = of_every_group(priors, agents, [one.group for one in left], policy.names)
    else:
        found = picked(priors, agents, policy.names)
    return [left[at] for at in found.handoffs], [Gap(" or ".join(one_of)) for one_of in found.missing]


def lacking(root: str, policy: Policy, spawn: Spawn) -> str:
    """Return why an agent cannot start where handoffs are enforced: nobody left what it needs; "" where it can."""
    if policy.mode_of(RULE) != "enforce":
        return ""
    _, gaps = meant_for(policy, spawn.agent, open_handoffs(root, spawn.session))
    who = " and ".join(gap.agent for gap in gaps)
    todo = "let that agent end first, or hand over for it: `baton compact REPORT --agent … --session"
    return (
        f"{spawn.agent} needs the handoff of {who}, and there is none; {todo} {spawn.session}`"
        if gaps
        else ""
    )
