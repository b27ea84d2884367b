"""One persona ends and another takes over in the same session: what the first did becomes an artifact of 500 tokens."""

import os
import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batonpass.brief.switch import switch as shown
from batonpass.compact.text import sentences, shorten
from batonpass.flow.asked import Evidence
from batonpass.flow.hand_over import hand_over
from batonpass.flow.outcome import Opened, Outcome, opened
from batonpass.flow.setup import CONFIG, Setup
from batonpass.flow.so_far import Part, heard, of_source
from batonpass.flow.story import story_of
from batonpass.flow.transcripts import newest_if
from batonpass.model.errors import NotFound, WrongUse
from batonpass.model.event import Event
from batonpass.model.handoff import Selection
from batonpass.model.paths import slug
from batonpass.model.playbook import Playbook
from batonpass.model.source import Block
from batonpass.model.switch import StoryContext, Switch
from batonpass.model.terms import Terms
from batonpass.read import look
from batonpass.read.git.branch import branch
from batonpass.store import switches
from batonpass.tables import load

SWITCHED = "agent.switched"
DUE = "Go on with {task}"


class Change(Struct, frozen=True, kw_only=True):
    """Who ends, who takes over, and where what was done stands."""

    giver: str
    taker: str
    session: str = ""
    transcript: str = ""
    since: int = 0  # bytes of the transcript that are somebody else's
    story: str = ""  # path of the story, where it is known
    instead: str = ""  # the artifact that this one replaces: more of the same part is known now
    apart: bool = False  # the giver ran as a subagent: it handed over itself, in this session
    why: str = "agent"  # what made the change: agent, domains, person


class Switched(Struct, frozen=True, kw_only=True):
    """What became of it."""

    name: str  # of the artifact's file
    path: str  # relative to the root
    text: str
    tokens: int
    story: StoryContext
    handoff: str = ""  # the whole handoff behind it
    suggested: str = ""  # what the playbook has the next one run


def from_evidence(setup: Setup, change: Change) -> Switched:
    """Write the artifact that a person asks for: by the transcript they name, else by the project's newest."""
    for name in (change.giver, change.taker):
        if not slug(name).strip("-") or name != name.strip():
            raise WrongUse(f"an agent called {name!r}", wanted="a name such as dev or data-engineer")
    if change.giver == change.taker:
        raise WrongUse(f"from {change.giver} to itself", wanted="two personas")
    if change.story and look.stat(setup.root, change.story) != "file":
        raise NotFound(f"no story {change.story}", wanted="a file of the project")
    found = change.transcript or next(iter(newest_if(setup, look=True)), "")
    if not found and not branch(setup.root):
        raise NotFound(
            f"nothing shows what {change.giver} did: neither a transcript of this project nor git",
            wanted="one of the two",
            todo="name the session's transcript with --transcript",
        )
    return switch(setup, replace(change, transcript=found))


def switch(setup: Setup, change: Change) -> Switched:
    """Write the artifact of a change of personas from what the transcript, git and the story's file show."""
    part = Part(
        session=change.session,
        transcript=change.transcript,
        since=change.since,
        agent=change.giver,
        to=(change.taker,),
    )
    source = heard(setup, part)
    told = _own(setup, change) if change.apart else None
    if told is None:
        made = of_source(setup, part, source) if source is not None else of_git(setup, change)
        told = made.opened if made else None
    blocks = source.blocks if source is not None else ()
    story = story_of(setup, blocks, change.story)
    command = last_command(blocks)
    suggested = suggestion(setup.playbook, change.giver, change.taker, story, command)
    manifest = told.manifest if told else {}
    now = f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}"
    about = Switch(
        timestamp=now,
        from_agent=change.giver,
        to_agent=change.taker,
        story_context=story,
        next_action=_next(manifest, story, suggested),
        last_command=command,
    )
    text = shown(about, manifest, setup.meter.count, shorten)
    return _kept(setup, change, about, text, told, suggested)


def _own(setup: Setup, change: Change) -> Opened | None:
    """Return what the giver handed over itself, None where it did not."""
    found = setup.store.open_handoffs(Selection(agent=change.giver, session=change.session))
    return opened(setup, found[-1]) if found else None


def of_git(setup: Setup, change: Change) -> Outcome | None:
    """Hand over what git alone shows, where no transcript does; None where there is no git."""
    if not branch(setup.root):
        return None
    terms = Terms(agent=change.giver, to=(change.taker,), session=change.session, workflow=change.session)
    return hand_over(setup, terms, evidence=Evidence(since=""))


def last_command(blocks: Sequence[Block]) -> str:
    """Return what the user asked the persona to run last."""
    pattern = re.compile(load.table("switch")["command"])
    turns = (b for b in reversed(blocks) if b.kind == "turn" and b.act is not None and b.act.role == "user")
    found = (match["command"].strip() for b in turns for match in reversed([*pattern.finditer(b.text)]))
    return next(found, "")


def suggestion(playbook: Playbook, giver: str, taker: str, story: StoryContext, command: str = "") -> str:
    """Return what the playbook has an agent run where it takes over from another, whose last command is known."""
    rows = playbook.routes.of.get(giver, {})
    meant = playbook.routes.aliases.get(giver, {}).get(command.partition(" ")[0], "")
    likely = sorted(
        rows.items(), key=lambda row: row[0] != meant
    )  # the one its last command stands for comes first
    ways: list[tuple[str, str]] = []
    for _, row in likely:
        ways += [(row.to, row.command), *((other.to, other.command) for other in row.alternatives)]
    fitting = list(dict.fromkeys(command for to, command in ways if to == taker and command))
    said = [re.sub(r"\{[^}]*\}", lambda _: story.story_id, one).strip() for one in fitting]
    return f"{said[0]} (or {', '.join(said[1:])})" if len(said) > 1 else "".join(said)


def place_of(setup: Setup) -> str:
    """Return where the project keeps its artifacts."""
    configured = load.config(os.path.join(setup.root, CONFIG)).switches
    return switches.folder(setup.root, configured or setup.playbook.switches)


def _next(manifest: dict[str, Any], story: StoryContext, suggested: str) -> str:
    """Return what is due: as it was said, else the story's open task, else what the playbook has run."""
    steps = [str(step) for step in manifest.get("next_steps") or ()]
    most = load.table("switch")["sentences"]
    if steps:
        return sentences(" ".join(step.rstrip(". ") + "." for step in steps[:most]), most)
    if story.current_task:
        return sentences(DUE.format(task=story.current_task.rstrip(".")) + ".", most)
    return f"Run {suggested.partition(' (or ')[0]}." if suggested else ""


def _kept(
    setup: Setup, change: Change, about: Switch, text: str, told: Opened | None, suggested: str
) -> Switched:
    place = place_of(setup)
    name = switches.named(change.giver, change.taker, about.timestamp)
    one = switches.Kept(name=name, giver=change.giver, taker=change.taker, at=about.timestamp, text=text)
    path = switches.put(setup.root, place, one, change.instead)
    handoff = told.handoff.id if told else ""
    tokens = setup.meter.count(text)
    said: dict[str, object] = {"from": change.giver, "to": change.taker, "artifact": path, "tokens": tokens}
    said |= {"handoff": handoff, "session": change.session, "story": about.story_context.story_id}
    setup.store.record(Event(SWITCHED, about.timestamp, {**said, "why": change.why}))
    return Switched(
        name=name,
        path=path,
        text=text,
        tokens=tokens,
        story=about.story_context,
        handoff=handoff,
        suggested=suggested,
    )
