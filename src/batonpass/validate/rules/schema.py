"""The shape of a manifest: the published JSON Schema, all its errors at once."""

from collections.abc import Iterator
from functools import cache

from jsonschema_rs import Draft7Validator

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.rule import Case, Finding
from batonpass.validate.shape import differences
from batonpass.validate.subject import Senses, Subject

NAME = "schema"
SAYS = "A manifest has the fields and shapes of the published JSON Schema (draft-07)"
WHY = "A field of another shape breaks the next agent's tooling, or is read as something else."
GOOD = (
    Case(title="fields of one's own may stand beside the schema's", manifest={"team": "identity"}),
    Case(title="times have a zone", manifest={"timestamp": "2025-10-21T12:30:00+02:00"}),
)
BAD = (
    Case(
        title="a required field is missing",
        manifest={"scope": None},
        finds=(Finding("error", "/scope", "scope is missing"),),
    ),
    Case(
        title="a day is not a time",
        manifest={"timestamp": "yesterday"},
        finds=(Finding("error", "/timestamp", '"yesterday" is not a date-time'),),
    ),
    Case(
        title="required reading says what is in a file",
        manifest={"required_reading": ["api-spec.yaml - the REST API"]},
        finds=(Finding("error", "/required_reading/0", "a string, wanted an object"),),
    ),
    Case(
        title="every error is said, not only the first",
        manifest={
            "from_agent": "",
            "artifact_type": "report",
            "key_decisions": [{"decision": "Use PKCE"}, {"decision": "x" * 101, "rationale": "safer"}],
        },
        finds=(
            Finding("error", "/artifact_type", '"report" is none of research, plan, implementation, handoff'),
            Finding("error", "/from_agent", "empty"),
            Finding("error", "/key_decisions/0/rationale", "rationale is missing"),
            Finding("error", "/key_decisions/1/decision", "101 characters, wanted at most 100"),
        ),
    ),
    Case(
        title="a sixth decision stands elsewhere",
        manifest={"key_decisions": [{"decision": f"Take step {n}", "rationale": "order"} for n in range(6)]},
        finds=(Finding("error", "/key_decisions", "6 items, wanted at most 5"),),
    ),
)


@cache
def _validator() -> Draft7Validator:
    return Draft7Validator(load.schema("manifest"), validate_formats=True)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:  # noqa: ARG001 - a shape needs no senses
    """Yield every place where the manifest differs from the schema."""
    for found in differences(_validator(), load.schema("manifest"), subject.manifest):
        yield Problem(NAME, "error", found.message, found.todo, pointer=found.pointer)
