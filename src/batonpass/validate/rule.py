"""What every rule is: a module with these names, and cases that show it."""

from collections.abc import Iterator
from typing import Any, Protocol

from msgspec import Struct, field

from batonpass.model.problem import Problem, Severity
from batonpass.model.proof import Difference
from batonpass.validate.subject import Senses, Subject


class Finding(Struct, frozen=True):
    """A problem as a case expects it: `said` is a part of its message."""

    severity: Severity
    pointer: str
    said: str


class Case(Struct, frozen=True, kw_only=True):
    """One example of a rule: what differs from a sound manifest, and what the rule says to it."""

    title: str
    manifest: dict[str, Any] = field(default_factory=dict)  # fields put in; None takes one out
    files: dict[str, str] = field(default_factory=dict)  # what stands in its artifacts directory
    project: dict[str, str | None] = field(
        default_factory=dict
    )  # what else stands below the root; None = gone
    agents: tuple[str, ...] = ()  # the registry
    read: dict[str, str] = field(default_factory=dict)  # sources as they were read: stored name → text
    proven: dict[str, str] = field(default_factory=dict)  # pointer → "stored name#L3-L4", or a note
    stored: dict[str, str | None] = field(default_factory=dict)  # copies changed since; None = gone
    differs: tuple[Difference, ...] = ()  # what the compaction found claims and evidence to differ in
    edited: str = ""  # bytes put behind the manifest after its proof was written
    finds: tuple[Finding, ...] = ()  # nothing, for a good case


class Rule(Protocol):
    """A module of `validate/rules/`."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """Spell the rule, as docs, SARIF and `--only` do."""

    @property
    def SAYS(self) -> str:  # noqa: N802 - a module's constant
        """Say in one line what the rule asks for."""

    @property
    def WHY(self) -> str:  # noqa: N802 - a module's constant
        """Say what goes wrong where it is not kept."""

    @property
    def GOOD(self) -> tuple[Case, ...]:  # noqa: N802 - a module's constant
        """Show manifests the rule has nothing to say about."""

    @property
    def BAD(self) -> tuple[Case, ...]:  # noqa: N802 - a module's constant
        """Show what it finds, and how it says so."""

    def check(self, subject: Subject, senses: Senses) -> Iterator[Problem]:
        """Yield what is wrong, all of it."""
