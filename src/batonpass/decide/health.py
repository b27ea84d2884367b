"""What works in an installation and what does not: one function a question, in the order they are asked."""

from collections.abc import Iterator

from batonpass.model.event import Event
from batonpass.model.health import Finding, HostSettings, Installation

HOOKED = frozenset({"gate.checked", "agent.ended", "session.ended", "hook.failed", "return.unheeded"})
TEAMS = "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS"
PLUGIN = "batonpass"
STATUS_LINE = "hook statusline"
OFF = frozenset({"", "0", "false"})


def examine(found: Installation) -> tuple[Finding, ...]:
    """Return what every question came to."""
    return tuple(finding for ask in QUESTIONS for finding in ask(found))


def configured(found: Installation) -> Iterator[Finding]:
    """Whether this is a project of ours."""
    if found.configured:
        yield Finding("project", "good", "set up in .baton/config.toml")
    else:
        yield Finding("project", "bad", "batonpass is not set up here", "run `baton init`")


def readable(found: Installation) -> Iterator[Finding]:
    """Whether the client can read its settings."""
    for settings in found.settings:
        if settings.values is None:
            yield Finding(
                "settings", "bad", f"{settings.path} is no JSON object", "mend it: the client skips it whole"
            )


def installed(found: Installation) -> Iterator[Finding]:
    """Whether our hooks stand in the settings, as this version writes them."""
    told = [_commands(settings) for settings in found.settings]
    missing = [
        event for event, command in found.wanted.items() if not any(command in t.get(event, ()) for t in told)
    ]
    if not missing:
        yield Finding("hooks", "good", f"all {len(found.wanted)} events are answered")
    elif _plugged(found):
        yield Finding("hooks", "good", "the plugin answers them")
    elif len(missing) == len(found.wanted):
        yield Finding(
            "hooks", "bad", "no hook of ours is in the settings", "run `baton init --host claude-code`"
        )
    else:
        yield Finding("hooks", "bad", f"nobody answers {', '.join(missing)}", "run `baton init` again")


def twice(found: Installation) -> Iterator[Finding]:
    """Whether we are asked twice."""
    ours = any(
        "hook" in c for s in found.settings for cs in _commands(s).values() for c in cs if "baton" in c
    )
    if ours and _plugged(found):
        yield Finding(
            "twice",
            "warning",
            "both the plugin and this project's settings call our hooks",
            "keep one: `baton uninstall` removes the project's",
        )


def switched_on(found: Installation) -> Iterator[Finding]:
    """Whether anything switches hooks off."""
    for settings in found.settings:
        values = settings.values or {}
        if values.get("disableAllHooks"):
            yield Finding(
                "switched off", "bad", f"disableAllHooks in {settings.path}", "take it out, or no hook runs"
            )
        if values.get("allowManagedHooksOnly"):
            yield Finding(
                "switched off",
                "bad",
                f"allowManagedHooksOnly in {settings.path}",
                "ask who manages this machine",
            )


def trusted(found: Installation) -> Iterator[Finding]:
    """Whether the folder was trusted."""
    if found.trusted:
        yield Finding("trust", "good", "this folder is trusted")
    else:
        yield Finding(
            "trust",
            "warning",
            "nobody has said yet that this folder is trusted: hooks run, allow rules and agents' own hooks do not",
            "start `claude` here once and accept",
        )


def version(found: Installation) -> Iterator[Finding]:
    """Whether the client is one that we know."""
    if not found.version:
        yield Finding(
            "client", "warning", "`claude` is not on the PATH", "nothing to do if you start it another way"
        )
    elif _numbers(found.version) < _numbers(found.oldest):
        yield Finding(
            "client", "bad", f"Claude Code {found.version}", f"update it: {found.oldest} or newer is needed"
        )
    else:
        yield Finding("client", "good", f"Claude Code {found.version}")


def starting(found: Installation) -> Iterator[Finding]:
    """Whether the installed command finds us, and quickly."""
    if not found.answers:
        yield Finding(
            "start",
            "bad",
            "the hooks find no `baton`, and are silent",
            "run `baton init` again on this machine; for a plugin put `baton` on the PATH, as pipx and uv do",
        )
    elif found.starts >= found.slow:
        yield Finding(
            "start",
            "warning",
            f"a hook takes {found.starts:.1f} times as long to start as Python itself",
            "run `baton init` again: it goes past shims such as pyenv's",
        )
    else:
        yield Finding("start", "good", f"a hook starts in {found.starts:.1f} times the time of a bare Python")


def teams(found: Installation) -> Iterator[Finding]:
    """Whether agent teams are on, whose messages no hook sees."""
    for settings in found.settings:
        env = (settings.values or {}).get("env")
        if isinstance(env, dict) and str(env.get(TEAMS, "")).lower() not in OFF:
            yield Finding(
                "teams",
                "warning",
                f"{TEAMS} in {settings.path}: what teammates write to each other passes no hook",
                "subagents are covered all the same; use them where context is short",
            )


def running(found: Installation) -> Iterator[Finding]:
    """Whether a hook has ever run."""
    last = next((event for event in reversed(found.events) if event.name in HOOKED), None)
    if last:
        yield Finding("last seen", "good", f"a hook ran at {last.at}")
    else:
        yield Finding(
            "last seen", "warning", "no hook has run here yet", "start `claude` here and spawn an agent"
        )


def faults(found: Installation) -> Iterator[Finding]:
    """Whether we failed in a hook."""
    failed = [event for event in found.events if event.name == "hook.failed"]
    if failed:
        last = failed[-1]
        told = f"{last.data.get('hook')} failed at {last.at}: {last.data.get('error')} ({last.data.get('place')})"
        more = f", and {len(failed) - 1} more" if len(failed) > 1 else ""
        yield Finding("faults", "warning", told + more, "the work went on without us; please report it")


def unheeded(found: Installation) -> Iterator[Finding]:
    """Whether background agents insisted on their long reports."""
    gone = [event for event in found.events if event.name == "return.unheeded"]
    if gone:
        yield Finding(
            "background",
            "warning",
            f"{_count(gone)} sent its whole report although asked not to",
            'set background = "foreground" in .baton/config.toml',
        )


def beside(found: Installation) -> Iterator[Finding]:
    """Whether another hook rewrites prompts too."""
    for command in found.rewriters:
        yield Finding(
            "beside",
            "warning",
            f"`{command}` rewrites the prompts of agents: ours leaves them alone, and tells agents as they start",
            "nothing to do; agents in the background are sent back instead of being waited for",
        )


def windows(found: Installation) -> Iterator[Finding]:
    """Whether hooks know how large the window is."""
    if found.windows:
        yield Finding("window", "good", "its size comes from the status line")
    elif any(STATUS_LINE in str((one.values or {}).get("statusLine")) for one in found.settings):
        yield Finding(
            "window",
            "good",
            "its size comes from the status line once that was shown, until then by the model",
        )
    else:
        yield Finding(
            "window",
            "warning",
            "its size comes from the model table, because no status line of ours has told it",
            "let your status line also run `baton hook statusline`",
        )


QUESTIONS = (
    configured,
    readable,
    installed,
    twice,
    switched_on,
    trusted,
    version,
    starting,
    teams,
    beside,
    windows,
    running,
    faults,
    unheeded,
)


def _commands(settings: HostSettings) -> dict[str, list[str]]:
    """Return the commands of every event, however oddly the file is written."""
    hooks = (settings.values or {}).get("hooks")
    entries = hooks.items() if isinstance(hooks, dict) else ()
    return {
        event: [c for entry in told if isinstance(entry, dict) for c in _of(entry)]
        for event, told in entries
        if isinstance(told, list)
    }


def _of(entry: dict[str, object]) -> list[str]:
    hooks = entry.get("hooks")
    return (
        [str(h.get("command", "")) for h in hooks if isinstance(h, dict)] if isinstance(hooks, list) else []
    )


def _plugged(found: Installation) -> bool:
    return any(name.partition("@")[0] == PLUGIN for name in found.plugins)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def _count(events: list[Event]) -> str:
    return f"{len(events)} background agent{'' if len(events) == 1 else 's'}"
