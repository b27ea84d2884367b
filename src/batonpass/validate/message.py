"""What every rule about requests and responses is, and what it judges."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from batonpass.model.exchange import PhaseTerms
from batonpass.model.problem import Problem
from batonpass.validate.rule import Finding

MessageKind = Literal["request", "response"]


class Message(Struct, frozen=True, kw_only=True):
    """A request or a response, as somebody wrote it."""

    kind: MessageKind
    fields: Mapping[str, Any]  # plain JSON values, of whatever shape
    text: str  # as it is passed on: budgets are counted on this
    request: Mapping[str, Any] | None = None  # what a response answers, where it is known
    request_text: str = ""
    terms: Mapping[str, PhaseTerms]  # by phase
    size: Callable[[str], int]

    @property
    def phase(self) -> PhaseTerms | None:
        """Return the terms of the message's phase, None where the phase is unknown."""
        return self.terms.get(str(self.fields.get("phase")))


class MessageCase(Struct, frozen=True, kw_only=True):
    """One example of a rule: what differs from a sound message, and what the rule says to it."""

    title: str
    kind: MessageKind = "response"
    phase: str = "research"  # which sound message it differs from
    message: dict[str, Any] = field(default_factory=dict)  # fields put in; None takes one out
    request: dict[str, Any] | None = None  # what it answers differs so from a sound request
    finds: tuple[Finding, ...] = ()  # nothing, for a good case


class MessageRule(Protocol):
    """A module of `validate/messages/`."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """Spell the rule."""

    @property
    def SAYS(self) -> str:  # noqa: N802 - a module's constant
        """Say in one line what the rule asks for."""

    @property
    def WHY(self) -> str:  # noqa: N802 - a module's constant
        """Say what goes wrong where it is not kept."""

    @property
    def OF(self) -> tuple[str, ...]:  # noqa: N802 - a module's constant
        """Say which messages it is about."""

    @property
    def GOOD(self) -> tuple[MessageCase, ...]:  # noqa: N802 - a module's constant
        """Show messages the rule has nothing to say about."""

    @property
    def BAD(self) -> tuple[MessageCase, ...]:  # noqa: N802 - a module's constant
        """Show what it finds, and how it says so."""

    def check(self, message: Message) -> Iterator[Problem]:
        """Yield what is wrong, all of it."""
