"""batonpass into a project, and out of it again without a trace."""

from collections.abc import Sequence

from msgspec import Struct

from batonpass.flow import teaching
from batonpass.flow.setup import CONFIG, Setup
from batonpass.flow.switching import place_of
from batonpass.model.config import Background, Mode
from batonpass.model.edit import Edit
from batonpass.model.paths import relative
from batonpass.model.switch import VERSION
from batonpass.read import hosts, look
from batonpass.read.agents import definitions
from batonpass.store import edits, leftovers, settings, switches
from batonpass.store.edits import Applied
from batonpass.tables import load

RUNTIME = (
    ".baton/journal/",
    ".baton/ledger.db*",
    ".baton/cache/",
    ".baton/openings/",
    ".baton/progress/",
    ".baton/telemetry/",
    ".baton/switches/",
    ".baton/installed.json*",
    ".baton/*.lock",
)


class Wanted(Struct, frozen=True, kw_only=True):
    """What a person wants in the project."""

    agents: tuple[str, ...] = ()  # definitions to teach, by name, file or folder
    share: bool = False  # leave the handoffs to git
    playbook: str = ""  # how the team works from now on; its agents are told their parts
    mode: Mode | None = None
    background: Background | None = None
    host: tuple[Edit, ...] = ()  # what the host's own folder needs
    ignored: tuple[str, ...] = ()  # of those, what is of one machine only


def plan(setup: Setup, wanted: Wanted) -> Applied:
    """Return what `init` would change."""
    return edits.plan(setup.root, _edits(setup, wanted))


def init(setup: Setup, wanted: Wanted) -> Applied:
    """Put configuration, ignore lines, the host's hooks and the agents' sections in place; twice changes nothing."""
    return edits.apply(setup.root, _edits(setup, wanted))


def plan_uninstall(setup: Setup) -> Applied:
    """Return what `uninstall` would change."""
    return edits.plan(setup.root, [Edit(path=path, kind="remove") for path in edits.installed(setup.root)])


def uninstall(setup: Setup, *, purge: bool = False) -> Applied:
    """Take back everything that was put in place, to the byte, and what hooks made and can make again.

    With `purge` also what was handed over and recorded.
    """
    artifacts = setup.playbook.artifacts
    done = edits.uninstall(setup.root)
    find = leftovers.everything if purge else leftovers.made_again
    found = find(setup.root, artifacts)
    found += switches.paths(setup.root, place_of(setup)) if purge else ()
    leftovers.remove(setup.root, artifacts, found)
    return done


def handed_over(setup: Setup) -> tuple[str, ...]:
    """Return the folders of handoffs that stand in the project, relative to its root."""
    found = leftovers.handoffs(setup.root, setup.playbook.artifacts)
    return tuple(relative(setup.root, folder) for folder in found)


def is_new(setup: Setup) -> bool:
    """Tell whether nothing was ever chosen here."""
    return look.stat(setup.root, CONFIG) != "file"


def host_of(setup: Setup) -> str:
    """Return the client that is used here, "" where none shows."""
    return hosts.found(setup.root)


def program() -> tuple[str, ...]:
    """Return what starts the `baton` that is running now, past any shim before it."""
    return hosts.program()


def wants_status_line(setup: Setup) -> bool:
    """Tell whether nobody else shows something in the status line; ours may stand there already."""
    told = [
        s.values["statusLine"]
        for s in hosts.claude_settings(setup.root)
        if s.values and "statusLine" in s.values
    ]
    return all("hook statusline" in str(line) for line in told)


def is_allowed(setup: Setup, rules: Sequence[str]) -> bool:
    """Tell whether all of these rules stand in the project's shared settings: a person said so before."""
    told = (s.values for s in hosts.claude_settings(setup.root) if s.scope == "project")
    permissions = next((v.get("permissions") for v in told if v), None)
    allowed = permissions.get("allow") if isinstance(permissions, dict) else None
    return isinstance(allowed, list) and set(rules) <= {rule for rule in allowed if isinstance(rule, str)}


def known_agents(setup: Setup) -> dict[str, str]:
    """Return the definitions found in the project: agent name → file."""
    return definitions(setup.root)


def _edits(setup: Setup, wanted: Wanted) -> list[Edit]:
    kept = () if wanted.share else tuple(dict.fromkeys((f"{setup.playbook.artifacts}/", *_switches(setup))))
    found = [*_config(setup, wanted), *_personas(setup)]
    found.append(Edit(path=".gitignore", kind="lines", text="\n".join((*RUNTIME, *kept, *wanted.ignored))))
    return [*found, *wanted.host, *_lessons(setup, wanted)]


def _switches(setup: Setup) -> tuple[str, ...]:
    return (f"{setup.playbook.switches}/",) if setup.playbook.switches else ()


def _personas(setup: Setup) -> list[Edit]:
    """Return the rules and the form of what passes between personas, where the team's take turns."""
    if not setup.playbook.switches:
        return []
    told = load.table("switch")
    words = {**told, "folder": setup.playbook.switches, "version": VERSION}
    texts = {told["rules"]: "agent-handoff.md"}
    if look.stat(setup.root, told["template"]) != "file" or told["template"] in edits.installed(setup.root):
        texts[told["template"]] = "agent-handoff-tmpl.yaml"  # a team's own form stays theirs
    return [
        Edit(path=path, kind="write", text=load.text(name).format(**words)) for path, name in texts.items()
    ]


def _config(setup: Setup, wanted: Wanted) -> list[Edit]:
    """Return the configuration as it shall be; in one that stands already only what is wanted now changes."""
    chosen = {"playbook": wanted.playbook, "mode": wanted.mode, "background": wanted.background}
    there = look.data(setup.root, CONFIG)
    if there is None:
        share = "true" if wanted.share else "false"
        text = load.text("config.toml").format(
            playbook=wanted.playbook or setup.playbook.name, mode=_mode(setup, wanted), share=share
        )
    else:
        text = there.decode("utf-8", "replace").replace("\r\n", "\n")
        if not any(chosen.values()):
            return []
    for key, value in chosen.items():
        text = settings.put(text, key, value, place=CONFIG) if value else text
    return [Edit(path=CONFIG, kind="write", text=text)]


def _mode(setup: Setup, wanted: Wanted) -> str:
    """Return the line of the mode; where nobody chose one, rules of the playbook that are stricter hold as well."""
    if wanted.mode is None and setup.playbook.rules:
        return f'# mode = "{setup.mode}" # the playbook\'s, with modes of its own for {", ".join(setup.playbook.rules)}'
    return f'mode = "{wanted.mode or setup.mode}"'


def _lessons(setup: Setup, wanted: Wanted) -> list[Edit]:
    """Return the sections of the agents that are wanted, of the team that is chosen, and of those taught before."""
    team = teaching.team_of(setup) if wanted.playbook else ()
    told = (teaching.teach(setup, agent) for agent in (*wanted.agents, *team, *teaching.taught(setup)))
    return list({edit.path: edit for edit in told}.values())
