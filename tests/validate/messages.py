"""The sound messages that the cases of rules differ from: the seed's own examples."""

import json
from pathlib import Path
from typing import Any

from msgspec import convert

from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.exchange import PhaseTerms
from batonpass.tables import load
from batonpass.validate.message import Message, MessageCase

SEED = Path(__file__).parent / "seed" / "messages.json"
METER = Vocabulary()
TERMS = convert(load.table("exchange")["phases"], dict[str, PhaseTerms])


def sound(kind: str, phase: str) -> dict[str, Any]:
    """Return a message nothing is wrong with."""
    examples: dict[str, dict[str, Any]] = json.loads(SEED.read_bytes())[kind]
    return examples[phase]


def message(case: MessageCase) -> Message:
    """Return the message a case speaks of."""
    fields = _changed(sound(case.kind, case.phase), case.message)
    request = None if case.request is None else _changed(sound("request", case.phase), case.request)
    return Message(
        kind=case.kind,
        fields=fields,
        text=json.dumps(fields),
        request=request,
        request_text=json.dumps(request) if request else "",
        terms=TERMS,
        size=METER.count,
    )


def _changed(fields: dict[str, Any], by: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in (fields | by).items() if value is not None}
