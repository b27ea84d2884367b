"""What a project says about itself in `.baton/config.toml`."""

from typing import Literal

from msgspec import Struct

Mode = Literal["observe", "warn", "enforce"]
Background = Literal["allow", "foreground"]


class Config(Struct, frozen=True, forbid_unknown_fields=True):
    """The project's own choices; what is not chosen is the playbook's."""

    playbook: str = "oak"  # how the team works: one of ours, one of `.baton/playbooks/`, or a path
    mode: Mode | None = None  # what a problem does: be recorded, be said, stop the handoff
    artifacts: str = ""  # root of the published handoffs, relative to the project
    agents: tuple[str, ...] = ()  # known beside the playbook's and those found in the project
    redact: bool = True  # secrets are taken out of everything that is stored or shown
    modes: dict[str, Mode] = {}  # playbook → its mode, whenever the project follows it
    rules: dict[
        str, Mode
    ] = {}  # rule of `validate`, or a gate (spawn, phase, context, reading) → its own mode
    background: Background | None = None  # agents in the background; else foreground in enforce
    fail_closed: tuple[str, ...] = ()  # hooks and tools refused when a hook fails: "Agent", "PreToolUse"
    share_artifacts: bool = False  # True: `init` leaves them to git
    switches: str = ""  # folder of the artifacts of agent switches; "" = the playbook's, or one that is there
    max_source_bytes: int = 0  # above it a document is stored and not extracted; 0 = limits.toml says
