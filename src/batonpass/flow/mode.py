"""What a problem may do: shown, switched for a project, a playbook or a rule, and recorded."""

import os
from collections.abc import Iterator

from msgspec import Struct

from batonpass.flow.setup import CONFIG, Setup
from batonpass.model.config import Config, Mode
from batonpass.model.edit import Edit
from batonpass.model.errors import WrongUse
from batonpass.model.event import Event
from batonpass.model.modes import GATES, ORDER, Modes
from batonpass.read import look
from batonpass.store import edits, files, settings
from batonpass.store.lock import held
from batonpass.tables import load
from batonpass.validate.all import RULES


class Switched(Struct, frozen=True):
    """What held before a switch, and what holds now."""

    before: Modes
    after: Modes
    released: tuple[str, ...] = ()  # rules and playbooks that were stricter than the project is now


def rules() -> tuple[str, ...]:
    """Return everything that can have a mode of its own."""
    return (*GATES, *(rule.NAME for rule in RULES))


def switch(setup: Setup, mode: Mode, *, rule: str = "", playbook: str = "") -> Switched:
    """Write a mode into the project's configuration; it holds from the next question on.

    A project that is switched back leaves nothing stricter behind: rules and playbooks that would be are released.
    """
    if rule and rule not in rules():
        raise WrongUse(f"no rule {rule!r}", wanted=f"one of {', '.join(rules())}")
    if playbook:
        load.playbook(playbook, setup.root)  # refuses one that there is not
    path = os.path.join(setup.root, CONFIG)
    with held(os.path.join(setup.root, ".baton", "config.lock")):
        config = load.config(path)
        released = () if rule or playbook else stricter(config, mode)
        text = (look.data(setup.root, CONFIG) or b"").decode("utf-8").replace("\r\n", "\n")
        text = _written(text, mode, rule, playbook, released)
        _save(setup.root, path, text)
    before, after = Modes.of(config, setup.playbook), Modes.of(load.config(path), setup.playbook)
    released += tuple(r for r in _no_longer(before, after) if r not in released)
    setup.store.record(_event(setup, mode, rule, playbook, before.project, released))
    return Switched(before, after, released)


def stricter(config: Config, mode: Mode) -> tuple[str, ...]:
    """Return `table.key` of what a project has set stricter than this mode."""
    above = ORDER[ORDER.index(mode) + 1 :]
    told = {"rules": config.rules, "modes": config.modes}
    return tuple(
        f"{table}.{key}" for table, values in told.items() for key, own in values.items() if own in above
    )


def _no_longer(before: Modes, after: Modes) -> Iterator[str]:
    """Yield the rules that the playbook had made stricter, and that now follow what the project says."""
    for rule in sorted(before.rules.keys() - after.rules.keys()):
        if ORDER.index(before.of_rule(rule)) > ORDER.index(after.of_rule(rule)):
            yield f"rules.{rule}"


def _written(text: str, mode: Mode, rule: str, playbook: str, released: tuple[str, ...]) -> str:
    for name in released:
        table, _, key = name.partition(".")
        text = settings.put(text, key, None, table=table, place=CONFIG)
    if rule:
        return settings.put(text, rule, mode, table="rules", place=CONFIG)
    if playbook:
        return settings.put(text, playbook, mode, table="modes", place=CONFIG)
    return settings.put(text, "mode", mode, place=CONFIG)


def _save(root: str, path: str, text: str) -> None:
    if CONFIG in edits.installed(root):
        edits.apply(root, [Edit(path=CONFIG, kind="write", text=text)])  # so that it can still be taken back
        return
    with files.storing(path):
        files.save(path, text.encode())


def _event(
    setup: Setup, mode: Mode, rule: str, playbook: str, before: Mode, released: tuple[str, ...]
) -> Event:
    told: dict[str, object] = {"mode": mode, "before": before, "rule": rule, "playbook": playbook}
    return Event("mode.changed", f"{setup.clock():%Y-%m-%dT%H:%M:%SZ}", {**told, "released": list(released)})
