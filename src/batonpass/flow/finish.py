"""The tail of every hand-over and fan-in: validate → publish → decide → record."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from batonpass.brief.block import block
from batonpass.compact.build import Draft
from batonpass.decide.alerts import alert
from batonpass.flow.outcome import Opened, Outcome, opened
from batonpass.flow.role_files import lay_out, proven
from batonpass.flow.senses import senses
from batonpass.flow.setup import Setup
from batonpass.flow.telemetry import tell_handoff
from batonpass.model.errors import StorageFailed
from batonpass.model.files import MANIFEST
from batonpass.model.manifest import as_dict
from batonpass.model.problem import Problem
from batonpass.model.proof import Proof
from batonpass.model.roles import Fields, Filled
from batonpass.store.contract import Staged
from batonpass.tables import load
from batonpass.validate.check import check
from batonpass.validate.subject import Subject

NO_DATA: Mapping[str, bytes] = MappingProxyType({})


def finish(
    setup: Setup,
    staged: Staged,
    made: Draft,
    found: Sequence[Problem],
    filled: Filled | None = None,
    *,
    just_read: Mapping[str, bytes] = NO_DATA,
) -> Outcome:
    """Validate and publish what was staged; what fails leaves nothing behind."""
    try:
        manifest = as_dict(made.manifest)
        subject = Subject(
            manifest=manifest,
            data=made.data,
            path=staged.directory + MANIFEST,
            proof=made.proof,
            profile=load.profile(made.manifest.artifact_type),
            budgets=setup.playbook.budgets,
        )
        problems = (*found, *check(subject, senses(setup, manifest, staged.folder, made.proof, just_read)))
        judged = with_problems(setup, proven(made.proof, filled), problems)
        costs = {reading.stored: reading.tokens for reading in made.readings}
        proof, text = with_brief(setup, manifest, judged, costs, filled.fields if filled else None)
        published = setup.store.publish(staged, msgspec.json.encode(proof), text)
    except BaseException:
        setup.store.discard(staged)
        raise
    lay_out(setup, published.handoff)
    told = outcome(setup, opened(setup, published.handoff), new=published.new)
    return replace(told, problems=(*told.problems, *_untold(setup, told.opened))) if published.new else told


def _untold(setup: Setup, opened: Opened) -> tuple[Problem, ...]:
    """Tell dashboards of a handoff; where that cannot be, the handoff stands all the same."""
    try:
        tell_handoff(setup, opened)
    except StorageFailed as error:
        message = f"dashboards were not told of it: {error.found}"
        return (Problem("telemetry", "warning", message, error.todo, error.place),)
    return ()


def with_problems(setup: Setup, proof: Proof, problems: Sequence[Problem]) -> Proof:
    """Return the proof with its problems; an error of a rule in `enforce` rejects the handoff."""
    refused = setup.modes.stopping(problems)
    return replace(proof, problems=tuple(problems), standing="rejected" if refused else "published")


def with_brief(
    setup: Setup,
    manifest: Mapping[str, object],
    proof: Proof,
    file_tokens: Mapping[str, int],
    role: Fields | None = None,
) -> tuple[Proof, bytes]:
    """Return the proof with the size of the prompt block, and the block itself; of a role it shows the fields."""
    text = block(manifest, proof, setup.meter.count, file_tokens, role=role)
    receipt = replace(proof.receipt, brief_tokens=setup.meter.count(text))
    return replace(proof, receipt=receipt), text.encode()


def outcome(setup: Setup, handoff: Opened, *, new: bool) -> Outcome:
    """Return what a caller is told, with the budget's alert."""
    cost = handoff.handoff.manifest_tokens + handoff.handoff.required_reading_tokens
    verdict = alert(cost, setup.playbook.budgets, setup.playbook.alerts)
    return Outcome(handoff, handoff.proof.problems if handoff.proof else (), verdict, new)
