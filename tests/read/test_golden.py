"""Documents and the blocks they become: the cases stand in `cases/*.md`."""

from pathlib import Path

import pytest

from batonpass.read.found import Found
from batonpass.read.parse import parse
from tests.cases import Case, check, load_all
from tests.read.shown import shown

CASES = load_all(Path(__file__).parent / "cases")
SUFFIXES = {"markdown": "md", "yaml": "yaml", "json": "json", "jsonl": "jsonl", "text": "txt", "stdin": ""}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_document_becomes_these_blocks(case: Case) -> None:
    (name, text) = next((name, text) for name, text in case.parts.items() if name in SUFFIXES)
    for visible, real in (("␍␊\n", "\r\n"), ("␍\n", "\r"), ("␣", " "), ("⟪BOM⟫", "\ufeff"), ("⟪END⟫\n", "")):
        text = text.replace(visible, real)
    found = Found(f"case.{SUFFIXES[name]}".rstrip("."), "", text.encode())
    check(case, shown(parse(found, redact=str, max_bytes=1_000_000)), "blocks")
