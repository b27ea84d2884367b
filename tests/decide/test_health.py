"""What works in an installation, told from what was found there."""

from typing import Any

import pytest
from msgspec.structs import replace

from batonpass.decide.health import examine
from batonpass.model.event import Event
from batonpass.model.health import HostSettings, Installation

AT = "2026-01-31T10:00:00Z"
COMMAND = "baton hook Stop"
HOOKS = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": COMMAND}]}]}}
WELL = Installation(
    root="/p",
    configured=True,
    settings=(HostSettings("settings.json", "project", HOOKS),),
    wanted={"Stop": COMMAND},
    trusted=True,
    version="2.1.327",
    oldest="2.0.0",
    plugins=(),
    answers=True,
    starts=1.8,
    slow=4.0,
    events=(Event("gate.checked", AT, {}),),
    rewriters=(),
    windows=True,
)


def told(found: Installation) -> dict[str, str]:
    return {finding.name: finding.found for finding in examine(found) if finding.state != "good"}


def with_settings(values: Any, found: Installation = WELL) -> Installation:
    return replace(found, settings=(*found.settings, HostSettings("local.json", "local", values)))


def test_where_all_is_well_nothing_is_asked_of_anybody() -> None:
    assert told(WELL) == {}
    assert all(finding.todo == "" for finding in examine(WELL))


@pytest.mark.parametrize(
    ("found", "name", "says"),
    [
        (replace(WELL, configured=False), "project", "not set up"),
        (replace(WELL, settings=()), "hooks", "no hook of ours"),
        (replace(WELL, wanted={"Stop": COMMAND, "SessionEnd": "x"}), "hooks", "nobody answers SessionEnd"),
        (with_settings(None), "settings", "local.json is no JSON object"),
        (with_settings({"disableAllHooks": True}), "switched off", "disableAllHooks in local.json"),
        (with_settings({"env": {"CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS": "1"}}), "teams", "passes no hook"),
        (replace(WELL, plugins=("batonpass@market",)), "twice", "both the plugin"),
        (replace(WELL, trusted=None), "trust", "nobody has said"),
        (replace(WELL, version="1.0.128"), "client", "Claude Code 1.0.128"),
        (replace(WELL, version=""), "client", "not on the PATH"),
        (replace(WELL, answers=False), "start", "find no `baton`"),
        (replace(WELL, starts=8.1), "start", "8.1 times as long"),
        (replace(WELL, rewriters=("sh theirs.sh",)), "beside", "sh theirs.sh"),
        (replace(WELL, windows=False), "window", "model table"),
        (replace(WELL, events=()), "last seen", "no hook has run"),
    ],
)
def test_what_does_not_work_is_named_with_the_way_out(found: Installation, name: str, says: str) -> None:
    assert list(told(found)) == [name]
    assert says in told(found)[name]
    assert next(finding.todo for finding in examine(found) if finding.name == name)


def test_a_plugin_alone_answers_too() -> None:
    assert told(replace(WELL, settings=(), plugins=("batonpass@inline",))) == {}


def test_faults_and_agents_that_insisted_are_counted() -> None:
    fault = Event("hook.failed", AT, {"hook": "Stop", "error": "KeyError: 'x'", "place": "flow/turn.py:3"})
    gone = Event("return.unheeded", AT, {})
    found = told(replace(WELL, events=(fault, fault, gone)))
    assert found["faults"] == f"Stop failed at {AT}: KeyError: 'x' (flow/turn.py:3), and 1 more"
    assert found["background"] == "1 background agent sent its whole report although asked not to"


@pytest.mark.parametrize(
    "odd", [{"hooks": []}, {"hooks": {"Stop": "x"}}, {"hooks": {"Stop": [1, {"hooks": 2}]}}, {"env": 3}]
)
def test_settings_however_odd_stop_nobody(odd: Any) -> None:
    assert told(with_settings(odd)) == {}


def test_a_status_line_that_was_not_shown_yet_asks_for_nothing() -> None:
    ours = {"statusLine": {"type": "command", "command": "/p/.baton/cache/baton hook statusline"}}
    assert told(with_settings(ours, replace(WELL, windows=False))) == {}
