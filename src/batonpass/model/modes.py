"""What a rule may do in a project: be recorded, be said, or stop what it is about."""

from collections.abc import Iterable

from msgspec import Struct

from batonpass.model.config import Config, Mode
from batonpass.model.playbook import Playbook
from batonpass.model.problem import Problem

GATES = (
    "spawn",
    "phase",
    "context",
    "limits",
    "reading",
    "switch",
    "reasoning",
)  # rules beside those of `validate` that have a mode
ORDER: tuple[Mode, ...] = ("observe", "warn", "enforce")


class Modes(Struct, frozen=True):
    """The mode of a project, and of the rules that have their own."""

    project: Mode
    rules: dict[str, Mode] = {}

    @classmethod
    def of(cls, config: Config, playbook: Playbook) -> "Modes":
        """Return what holds: what the project says of a rule, of its playbook, of itself; else what the playbook says."""
        said = config.modes.get(playbook.name) or config.mode
        rules = config.rules if said else {**playbook.rules, **config.rules}
        return cls(said or playbook.mode, rules)

    def of_rule(self, rule: str) -> Mode:
        """Return what a rule may do."""
        return self.rules.get(rule, self.project)

    def stopping(self, problems: Iterable[Problem]) -> bool:
        """Say whether one of these errors stops what it is about."""
        return any(p.severity == "error" and self.of_rule(p.rule) == "enforce" for p in problems)

    def counted(self, problems: Iterable[Problem]) -> bool:
        """Say whether one of these errors is told by an exit code: not where it is only observed."""
        return any(p.severity == "error" and self.of_rule(p.rule) != "observe" for p in problems)
