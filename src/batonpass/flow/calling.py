"""A prompt calls an agent: one persona ends, another takes over. The slow branch of a prompt."""

import os
from collections.abc import Sequence

from msgspec.structs import replace

from batonpass.decide.addressed import is_command, rest_of
from batonpass.flow import loading
from batonpass.flow.domains import Looked
from batonpass.flow.keeping import keep, most
from batonpass.flow.policy import Policy
from batonpass.flow.resuming import of_left
from batonpass.flow.setup import Setup, open_project
from batonpass.flow.so_far import main_agent
from batonpass.flow.switching import Change, Switched, place_of, switch
from batonpass.model.named import plain
from batonpass.read.agents import definitions
from batonpass.read.held import Held
from batonpass.read.part import size
from batonpass.store import notes, personas, switches
from batonpass.store.personas import Persona
from batonpass.tables import load

RULE = "switch"  # whose mode says what may be done
REFUSED = "agent.refused"


class Turned:
    """What a prompt is answered: more to read for the model, or why it is dropped."""

    __slots__ = ("context", "refused")

    def __init__(self, context: str = "", refused: str = "") -> None:
        """Hold one of the two."""
        self.context, self.refused = context, refused


class Prompt:
    """A prompt, the session it was typed in, and what is known of that."""

    __slots__ = ("kept", "policy", "root", "session", "text", "transcript")

    def __init__(self, root: str, policy: Policy, session: str, transcript: str, text: str) -> None:
        """Look up what the session's context holds."""
        self.root, self.policy, self.session = root, policy, session
        self.transcript, self.text = transcript, text
        self.kept = personas.get(root, session)

    @property
    def told(self) -> bool:
        """Say whether anybody is to be told of a switch."""
        return self.policy.mode_of(RULE) != "observe"


def turned(prompt: Prompt, called: str, looked: Looked | None) -> Turned:
    """Return what follows where an agent is called, or other domains of rules are active than at the prompt before."""
    changed = looked is not None and looked.changed
    if changed and called and not prompt.kept.active:
        prompt.kept.active = main_agent()  # what was done without a persona is left to the first one
    persona = prompt.kept.active
    if looked is not None and looked.called:
        told, called = call(prompt, looked.called, typed=False), looked.called
    else:
        told = call(prompt, called) if called else Turned()
    said = [told.context]
    if looked is not None and changed and (not called or called == persona):
        said.append(domains_changed(prompt, looked.now))
    if looked is not None and looked.bracket and prompt.told:
        left = f"{looked.left * 100:.1f}"
        said.append(load.text("switch-bracket.md").format(bracket=looked.bracket, left=left).strip())
    return Turned("\n\n".join(part for part in said if part), told.refused)


def call(prompt: Prompt, called: str, *, typed: bool = True) -> Turned:
    """Let a persona begin, or take over from the one before it; refuse a profile more than a context may hold.

    A prompt in which nobody is called (`typed` is False) is never dropped.
    """
    kept = prompt.kept
    if typed and is_command(prompt.text) and called not in kept.commands:
        kept.commands = [*kept.commands, called]
        personas.put(prompt.root, prompt.session, kept)
    if called == kept.active:
        return Turned()
    setup = open_project(prompt.root)
    if not kept.active:
        return _begin(setup, prompt, called) if not kept.left_by else _begin_again(setup, prompt, called)
    held = Held(prompt.transcript)
    kept.inside = [name for name in kept.inside if _is_inside(prompt, held, name)]
    personas.sweep(prompt.root, setup.playbook.retention_days)
    full = [name for name in kept.inside if name != called]
    refused = (
        typed
        and prompt.policy.mode_of(RULE) == "enforce"
        and called not in kept.inside
        and len(full) >= prompt.policy.personas
    )
    apart = held.ran_apart(kept.active, kept.since) and not _stands(prompt, held, kept.active)
    done = switch(setup, replace(change_of(kept, called, prompt), apart=apart))
    keep(kept, done)
    if refused:
        kept.pending, kept.own = called, done.name
        kept.commands = [name for name in kept.commands if name != called]
        said = Turned(refused=_refusal(setup, prompt, called, done, full))
    else:
        said = _go_on(setup, prompt, called, done)
    personas.put(prompt.root, prompt.session, kept)
    loading.prepare(setup, prompt.session, called, kept, rest_of(prompt.text, called) if refused else "")
    return said


def domains_changed(prompt: Prompt, now: Sequence[str]) -> str:
    """Write the artifact of a change of domains under the same persona; return what the model is told of it."""
    kept, setup = prompt.kept, open_project(prompt.root)
    giver = kept.active or main_agent()
    done = switch(setup, change_of(kept, giver, prompt, giver=giver, why="domains"))
    keep(kept, done)
    kept.own = done.name
    personas.put(prompt.root, prompt.session, kept)
    loading.prepare(setup, prompt.session, giver, kept)
    words = {"now": ", ".join(now) or "only those that always are", "path": done.path}
    return load.text("switch-domains.md").format(**words).strip() if prompt.told else ""


def change_of(kept: Persona, taker: str, prompt: Prompt, giver: str = "", why: str = "agent") -> Change:
    """Return the change from the persona that is active; a later one of the same part replaces an earlier one."""
    return Change(
        giver=giver or kept.active,
        taker=taker,
        session=prompt.session,
        transcript=prompt.transcript,
        since=kept.since,
        story=kept.story,
        instead=kept.own,
        why=why,
    )


def _begin(setup: Setup, prompt: Prompt, called: str) -> Turned:
    """Let the first persona of a session begin with what was left for it and nobody was given."""
    kept, place = prompt.kept, place_of(setup)
    left = [
        one
        for one in switches.active(prompt.root, place)
        if plain(one.taker) == plain(called) and not one.consumed
    ]
    left = left[-most() :]
    kept.active, kept.inside, kept.since = called, [called], size(prompt.transcript)
    kept.artifacts = [one.name for one in left]
    personas.put(prompt.root, prompt.session, kept)
    loading.prepare(setup, prompt.session, called, kept)
    if not left or not prompt.told:
        return Turned()
    for one in left:
        switches.consume(prompt.root, place, one)
    head = load.text("switch-left.md").format(taker=called).strip()
    return Turned("\n\n".join([head, *(loading.fenced(one.text) for one in left)]))


def _begin_again(setup: Setup, prompt: Prompt, called: str) -> Turned:
    """Let a persona begin in a cleared context with what was done before that."""
    kept = prompt.kept
    kept.active = kept.left_by
    done = of_left(setup, kept, prompt.session, called)
    keep(kept, done)
    said = _go_on(setup, prompt, called, done)
    personas.put(prompt.root, prompt.session, kept)
    loading.prepare(setup, prompt.session, called, kept)
    return said


def _go_on(setup: Setup, prompt: Prompt, called: str, done: Switched) -> Turned:
    """Make the called one active, and return what it is given."""
    kept, giver = prompt.kept, prompt.kept.active
    kept.active, kept.since, kept.pending, kept.own = called, size(prompt.transcript), "", ""
    kept.inside = [*(name for name in kept.inside if name != called), called]
    again = giver == called
    if not prompt.told:
        return Turned()
    place = place_of(setup)
    switches.consume(prompt.root, place, switches.find(prompt.root, place, done.name))
    head = (
        load.text("switch-own.md" if again else "switch-head.md")
        .format(taker=called, giver=giver, path=done.path)
        .strip()
    )
    return Turned("\n\n".join([head, loading.fenced(done.text), *_advice(setup, prompt, called, done)]))


def _advice(setup: Setup, prompt: Prompt, called: str, done: Switched) -> list[str]:
    """Return what follows the artifact: what the playbook has run, and how the context stays small."""
    said = [f"Suggested: {done.suggested}"] if done.suggested else []
    if called in definitions(setup.root) and not is_command(prompt.text):
        said.append(load.text("switch-subagent.md").format(taker=called).strip())
    if len(prompt.kept.inside) > 1:
        names = _listed(prompt.kept.inside)
        said.append(load.text("switch-full.md").format(profiles=names, taker=called).strip())
    return said


def _refusal(setup: Setup, prompt: Prompt, called: str, done: Switched, full: list[str]) -> str:
    """Return why a prompt is dropped, for the person who typed it, and note it."""
    told: dict[str, object] = {
        "session": prompt.session,
        "agent": called,
        "holds": full,
        "artifact": done.path,
    }
    notes.note(prompt.root, REFUSED, prompt.policy.line_bytes, told)
    words = {"profiles": _listed(full), "taker": called, "giver": prompt.kept.active, "path": done.path}
    text = load.text("switch-refused.md").format(**words).strip()
    if not set(full) & set(prompt.kept.commands):
        text += "\n" + load.text("switch-refused-compact.md").format(**words).strip()
    if called in definitions(setup.root):
        text += "\n" + load.text("switch-refused-subagent.md").format(**words).strip()
    return text


def _is_inside(prompt: Prompt, held: Held, name: str) -> bool:
    """Say whether a persona counts as a profile in this context: not where it only ran as a subagent."""
    return _stands(prompt, held, name) or not held.ran_apart(name)


def _stands(prompt: Prompt, held: Held, name: str) -> bool:
    path = prompt.policy.profiles.get(name, "")
    return path != "" and held.holds(os.path.join(prompt.root, path))


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
