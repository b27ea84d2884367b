"""The policy of a project: configuration, playbook and tables as plain values in one file."""

import os
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from batonpass._version import __version__
from batonpass.flow.room import room_of
from batonpass.flow.setup import CONFIG
from batonpass.flow.team import contracts, products, sources_of
from batonpass.model.errors import StorageFailed
from batonpass.model.modes import Modes
from batonpass.model.named import plain
from batonpass.model.playbook import Playbook
from batonpass.read.personas import personas, watched
from batonpass.read.rewriters import looked_into, rewriters
from batonpass.read.synapse import domains, manifests
from batonpass.store import compiled, files
from batonpass.tables import load

TABLES = ("hosts", "levels", "limits", "models", "switch", "words/excuses")


def compile_policy(root: str, path: str) -> dict[str, object]:
    """Return the policy and keep it for the next hook; a project that cannot be written to goes without."""
    settings = os.path.join(root, CONFIG)
    made_from = {
        settings: compiled.stamp(settings)
    }  # before reading: what changes meanwhile is seen next time
    config = load.config(settings)
    playbook = load.playbook(config.playbook, root)
    made_from |= {name: compiled.stamp(name) for name in (*sources_of(root), *looked_into(root))}
    made_from |= {name: compiled.stamp(name) for name in _playbooks(root, config.playbook)}
    made_from |= {name: compiled.stamp(name) for name in (*watched(root), *manifests(root))}
    made_from |= {name: compiled.stamp(name) for name in load.built_in_files(*TABLES)}
    profiles, host = personas(root), load.table("hosts")
    called = {*playbook.agents, *config.agents, *profiles} - {*host["agents"], host["main"]}
    modes = Modes.of(config, playbook)
    told: dict[str, object] = {
        "version": __version__,
        compiled.MADE_FROM: made_from,
        "playbook": playbook.name,
        "mode": modes.project,
        "rules": modes.rules,
        "levels": msgspec.to_builtins(load.levels(playbook)),
        "models": load.table("models"),
        "window": playbook.budgets.window,
        "background": config.background or ("foreground" if modes.project == "enforce" else "allow"),
        "fail_closed": config.fail_closed,
        "handoff": playbook.budgets.handoff,
        "artifacts": config.artifacts or playbook.artifacts,
        "contracts": contracts(playbook),
        "products": products(root, playbook),
        "excuses": load.words("excuses"),
        "agents": _called(playbook, called),
        "profiles": profiles,
        "domains": domains(root),
        "brackets": [[one["name"], one["left"]] for one in load.table("switch")["bracket"]],
        "personas": load.table("switch")["personas"],
        "first_chars": load.table("hosts")["claude_code"]["start"]["first_chars"],
        "start_chars": load.table("hosts")["claude_code"]["start"]["chars"],
        "rewriters": rewriters(root),
        "names": load.agent_names(playbook),
        "priors": {
            agent: [(prior.one_of, prior.required) for prior in priors]
            for agent, priors in playbook.taking_over.priors.items()
        },
        "sessionwide": playbook.handoffs.sessionwide,
        "rooms": {agent: room_of(playbook, agent) for agent in playbook.taking_over.shares},
        "line_bytes": load.limits()["journal"]["line_bytes"],
    }
    with suppress(StorageFailed), files.storing(path):
        files.save(path, msgspec.json.encode(told, order="sorted"))
    return told


def _called(playbook: Playbook, names: Iterable[str]) -> dict[str, str]:
    """Return plain name → agent, of all whom a prompt may call: by their own names, and by other names of the team."""
    others = {plain(other): agent for agent, told in playbook.team.called.items() for other in told}
    return others | {plain(name): name for name in sorted(names)}


def _playbooks(root: str, name: str) -> list[str]:
    """Return the files of a playbook, and the one that would come before ours if somebody wrote it."""
    own = os.path.join(root, load.OWN_PLAYBOOKS, f"{name}.toml")
    return [own, *load.playbook_files(name, root)]
