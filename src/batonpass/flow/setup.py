"""The composition root: the only place that builds stores and meters."""

import os
from collections.abc import Callable
from datetime import UTC, datetime

from msgspec import Struct

from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.config import Mode
from batonpass.model.modes import Modes
from batonpass.model.playbook import Playbook
from batonpass.model.tokens import Meter
from batonpass.read import root as roots
from batonpass.read.agents import definitions
from batonpass.read.redact import redact
from batonpass.store.contract import Store
from batonpass.store.local import LocalStore
from batonpass.tables import load

CONFIG = ".baton/config.toml"


class Setup(Struct, frozen=True):
    """What every flow works with, chosen once."""

    root: str
    clock: Callable[[], datetime]
    ids: Callable[[], str]  # eight fresh hex digits, for workflows
    meter: Meter
    redact: Callable[[str], str]
    store: Store
    playbook: Playbook
    modes: Modes
    agents: frozenset[str]  # the registry
    max_source: int

    @property
    def mode(self) -> Mode:
        """Return the project's mode; a rule may have its own: `modes.of_rule`."""
        return self.modes.project


def now() -> datetime:
    """Return the time, UTC."""
    return datetime.now(UTC)


def fresh_id() -> str:
    """Return eight hex digits nobody has used."""
    return os.urandom(4).hex()


def unchanged(text: str) -> str:
    """Return a text as it is: what `redact = false` asks for."""
    return text


def log(message: str) -> None:
    """Say something to whoever listens to the logger; a command line prints it instead."""
    import logging  # noqa: PLC0415 - costs a start more than all else here

    logging.getLogger("batonpass").warning(message)


def find_root(folder: str) -> str:
    """Return the root of the project around a folder, the folder itself where there is none."""
    return roots.around(folder)


def open_project(
    root: str = ".",
    *,
    artifacts: str = "",
    playbook: str = "",
    clock: Callable[[], datetime] = now,
    ids: Callable[[], str] = fresh_id,
    say: Callable[[str], None] = log,
) -> Setup:
    """Return the setup of the project at `root`, as its configuration and playbook say.

    `artifacts` is another folder for published handoffs than theirs, relative to the root or absolute; `playbook` is
    another way of working than the project's, for this once.
    """
    root = os.path.realpath(root)
    config = load.config(os.path.join(root, CONFIG))
    table, hosts = load.playbook(playbook or config.playbook, root), load.table("hosts")
    return Setup(
        root=root,
        clock=clock,
        ids=ids,
        meter=Vocabulary(),
        redact=redact if config.redact else unchanged,
        store=LocalStore(root, say=say, artifacts=artifacts or config.artifacts or table.artifacts),
        playbook=table,
        modes=Modes.of(config, table),
        agents=frozenset(
            {*table.agents, *config.agents, *definitions(root), *hosts["agents"], hosts["main"]}
        ),
        max_source=config.max_source_bytes or load.limits()["source"]["max_bytes"],
    )
