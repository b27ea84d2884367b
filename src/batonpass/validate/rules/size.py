"""The size of a handoff in tokens, counted on the manifest's exact bytes."""

from collections.abc import Iterator

import msgspec

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.expected import manifest_limit
from batonpass.validate.fields import at
from batonpass.validate.places import required_tokens
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "size"
SAYS = "A manifest, what must be read with it, and both together stay within their tokens"
WHY = "Every agent after this one pays for the handoff; above its limit it is a document again."
DECLARED = "context_budget.manifest_tokens"
GOOD = (
    Case(
        title="required reading that fits",
        manifest={"required_reading": [{"file": "api-spec.yaml", "description": "The REST API"}]},
        files={"api-spec.yaml": " path" * 2000},
    ),
)
BAD = (
    Case(
        title="a manifest above its limit",
        manifest={"summary": {"key_insights": [" insight" * 1000], "constraints": ["no downtime"]}},
        finds=(Finding("error", "", "tokens, wanted at most 1000"),),
    ),
    Case(
        title="a manifest near its limit",
        manifest={"summary": {"key_insights": [" insight" * 800], "constraints": ["no downtime"]}},
        finds=(Finding("warning", "", "80 % of the limit"),),
    ),
    Case(
        title="required reading above its limit",
        manifest={"required_reading": [{"file": "api-spec.yaml", "description": "The REST API"}]},
        files={"api-spec.yaml": " path" * 2001},
        finds=(Finding("error", "/required_reading", "2001 tokens, wanted at most 2000"),),
    ),
    Case(
        title="reading that drowns the handoff",
        manifest={"required_reading": [{"file": "full-plan.md", "description": "All of it"}]},
        files={"full-plan.md": " step" * 9990},
        finds=(
            Finding("error", "", "together"),
            Finding("error", "/required_reading", "9990 tokens, wanted at most 2000"),
        ),
    ),
    Case(
        title="a count that is not true",
        manifest={
            "context_budget": {
                "manifest_tokens": 7,
                "required_reading_tokens": 0,
                "total_available_tokens": 68_000,
            }
        },
        finds=(Finding("note", "/context_budget/manifest_tokens", "says 7 tokens, counted"),),
    ),
)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield what is above a limit, and what is near it."""
    manifest = senses.size(subject.data.decode("utf-8", "replace"))
    required = required_tokens(subject, senses)
    yield from _manifest(subject, senses, manifest)
    yield from _reading(subject, required)
    yield from _together(subject, manifest, required)
    yield from _declared(subject, manifest)


def _manifest(subject: Subject, senses: Senses, tokens: int) -> Iterator[Problem]:
    limit, near = manifest_limit(subject), load.limits()["rules"]["size_warning"]
    if tokens > limit:
        todo = f"take out {tokens - limit} tokens: {_largest(subject, senses)}"
        yield Problem(NAME, "error", f"the manifest has {tokens} tokens, wanted at most {limit}", todo)
    elif tokens > limit * near:
        message = f"the manifest has {tokens} tokens, more than {near * 100:.0f} % of the limit of {limit}"
        yield Problem(NAME, "warning", message, f"shorten it soon: {_largest(subject, senses)}")


def _largest(subject: Subject, senses: Senses) -> str:
    """Return the field that costs most, so that nobody has to guess."""
    costs = {key: senses.size(msgspec.json.encode(value).decode()) for key, value in subject.manifest.items()}
    name = max(costs, key=lambda key: costs[key], default="")
    return f"{name} alone has {costs[name]}" if name else "nothing in it is needed"


def _reading(subject: Subject, tokens: int) -> Iterator[Problem]:
    limit = subject.budgets.required_reading
    if tokens > limit:
        yield Problem(
            NAME,
            "error",
            f"required reading has {tokens} tokens, wanted at most {limit}",
            "name the part that is needed as a file of its own, and move the rest to optional_context",
            pointer="/required_reading",
        )


def _together(subject: Subject, manifest: int, required: int) -> Iterator[Problem]:
    total, limit = manifest + required, subject.budgets.handoff
    if total > limit:
        message = f"manifest and required reading together have {total} tokens, wanted at most {limit}"
        yield Problem(NAME, "error", message, f"take out {total - limit} tokens")


def _declared(subject: Subject, tokens: int) -> Iterator[Problem]:
    declared = at(subject.manifest, DECLARED)
    if isinstance(declared, int) and declared != tokens:
        yield Problem(
            NAME,
            "note",
            f"the manifest says {declared} tokens, counted {tokens}",
            f"write {tokens} there",
            pointer="/" + DECLARED.replace(".", "/"),
        )
