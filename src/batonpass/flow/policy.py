"""What a hook must know of a project, compiled into one file that is there at once. On the fast path."""

import os

from batonpass._version import __version__
from batonpass.decide.ladder import Ladder
from batonpass.store import compiled

PATH = ".baton/cache/policy.json"


class Policy:
    """Configuration, playbook and tables of a project as far as a hook needs them, in plain values."""

    __slots__ = ("ladder", "line_bytes", "mode", "models", "playbook", "rules", "window")

    def __init__(
        self,
        *,
        playbook: str,
        mode: str,
        rules: dict[str, str],
        levels: dict[str, object],
        models: dict[str, dict[str, float]],
        window: int,
        line_bytes: int,
        **_: object,
    ) -> None:
        """Hold the values; what stands beside them in the file is of no concern here."""
        self.playbook, self.mode, self.rules = playbook, mode, rules
        self.ladder = Ladder(**levels)  # type: ignore[arg-type] # checked as `model/levels.py` when it was compiled
        self.models, self.window, self.line_bytes = models, window, line_bytes

    def mode_of(self, rule: str) -> str:
        """Return what a rule may do: its own mode, else the project's."""
        return self.rules.get(rule, self.mode)


def policy(root: str) -> Policy:
    """Return the project's policy; it is made again when a file that it was made from has changed."""
    kept = compiled.kept(os.path.join(root, PATH), __version__)
    if not kept:
        from batonpass.flow.compile import compile_policy  # noqa: PLC0415 - the slow branch: it reads TOML

        kept = compile_policy(root, os.path.join(root, PATH))
    return Policy(**kept)  # type: ignore[arg-type] # written by ourselves, in this version
