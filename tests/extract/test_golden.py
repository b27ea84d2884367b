"""Documents in, facts out: the cases in `cases/` read like the manual of each kind.

A file named like a kind shows the facts of that kind alone; the others show all of them.
"""

from pathlib import Path

import pytest

from batonpass.extract.facts import extract
from batonpass.model.fact import KINDS, Fact
from batonpass.read.parse import parse_text
from tests.cases import Case, check, load_all

CASES = load_all(Path(__file__).parent / "cases")
SUFFIX = {"markdown": "md", "yaml": "yaml", "json": "json", "text": "txt"}


def told(fact: Fact) -> str:
    about = fact.attributes
    values = {name: getattr(about, name) for name in about.__struct_fields__}
    known = "".join(f"\n    {name} = {value!r}" for name, value in values.items() if value not in (None, ()))
    lines = ",".join(str(span.first) for span in fact.spans)
    return f"{lines}  {fact.kind} {fact.standing} {fact.confidence:.2f}  {fact.text}{known}\n"


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    part = next(name for name in case.parts if name != "expected")
    name = f"{case.parts.get('name', 'document').strip()}.{SUFFIX[part]}"
    source = parse_text(case.parts[part], name, redact=lambda text: text)
    kind = case.path.stem
    shown = [f for f in extract(source) if f.kind == kind or kind not in KINDS]
    check(case, "".join(map(told, shown)) or "nothing\n")
