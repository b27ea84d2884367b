"""What is done instead: the overrides of a playbook, asked in their order."""

import re
from collections.abc import Mapping

from msgspec import Struct

from batonpass.decide.routing.names import telling
from batonpass.model.routes import ENDS, Override, Routes, Standing, When
from batonpass.model.routing import GroupState, Why

PART = re.compile(r"\{(\w+)\}")


class Asking(Struct, frozen=True):
    """What does not change while overrides are asked."""

    routes: Routes
    settings: Mapping[str, str]
    group: str
    state: GroupState
    agent: str
    status: str
    known: bool


class Done(Struct, frozen=True):
    """What would be done, and which overrides have made it so."""

    to: str
    action: str
    becomes: Standing | str = ""
    model: str = ""
    ended: bool = False  # an override ended what would have gone on
    why: tuple[Why, ...] = ()


def instead(asking: Asking, done: Done) -> Done:
    """Return what is done once every override was asked; each sees what those before it have made."""
    for name, override in asking.routes.overrides.items():
        if _is_about(override.when, asking, done) and _holds(override.when, asking):
            done = _changed(name, override, asking, done)
    return done


def _is_about(when: When, asking: Asking, done: Done) -> bool:
    return (
        (not when.by or asking.agent in when.by)
        and (not when.status or asking.status in when.status)
        and (not when.to or done.to in when.to)
        and (not when.action or done.action in when.action)
        and (not when.unknown or not asking.known)
    )


def _holds(when: When, asking: Asking) -> bool:
    if when.counter and asking.state.counters.get(when.counter, 0) < when.reaches:
        return False
    if when.flag and not has(asking.routes, when.flag, asking.group, asking.state):
        return False
    return all(
        setting(asking.routes, asking.settings, key) in values for key, values in when.settings.items()
    )


def has(routes: Routes, flag: str, group: str, state: GroupState) -> bool:
    """Say whether a group has a flag: as it was said of it, else as its name tells."""
    said = state.flags.get(flag)
    if said is not None:
        return said
    known = routes.flags.get(flag)
    return bool(group and known and telling(known, group))


def setting(routes: Routes, settings: Mapping[str, str], key: str) -> str:
    """Return what a setting is: the first of its values unless another was chosen."""
    values = routes.settings.get(key, ())
    return settings.get(key) or (values[0] if values else "")


def _changed(name: str, override: Override, asking: Asking, done: Done) -> Done:
    to = done.to if override.to is None else override.to
    action = override.action or done.action
    return Done(
        to=to,
        action=action,
        becomes=override.becomes or done.becomes,
        model=override.model or done.model,
        ended=done.ended or (action in ENDS and action != done.action),
        why=(*done.why, Why(_because(override, asking), ("overrides", name), instead=True)),
    )


def _because(override: Override, asking: Asking) -> str:
    """Return the reason with its numbers, and the word of the name that told a flag."""
    when = override.when
    values = {key: setting(asking.routes, asking.settings, key) for key in asking.routes.settings}
    values["count"] = str(asking.state.counters.get(when.counter, 0))
    said = PART.sub(lambda part: values.get(part[1], part[0]), override.because)
    flag = asking.routes.flags.get(when.flag)
    if flag is None or when.flag in asking.state.flags:
        return said
    return f"{said}: its name says {telling(flag, asking.group)!r}"
