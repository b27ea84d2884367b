"""Manifests nobody sane writes: every view must still answer."""

from typing import Any

from hypothesis import strategies as st

from batonpass.brief.editable import OFFERED
from batonpass.brief.sections import FRAME, ORDER

TEXTS = st.text(max_size=30) | st.sampled_from(
    [
        "",
        " ",
        "#",
        "- a",
        "1. b",
        "[/x]",
        'say "no"',
        '"',
        "a: b",
        "a\nb",
        "no",
        "~1/~0",
        "漢字 かな",
        "\u2028\x85\x1b",
    ]
)
SCALARS = st.none() | st.booleans() | st.integers(-9, 9999) | st.floats(-1e30, 1e30) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=8,
)
ENTRIES = st.lists(
    TEXTS
    | st.fixed_dictionaries({"decision": TEXTS}, optional={"rationale": TEXTS})
    | st.fixed_dictionaries({"file": TEXTS, "description": TEXTS}),
    max_size=4,
)
KNOWN = sorted(
    {at.split("/")[1] for at, _, _ in ORDER} | FRAME | {at[1:] for at in OFFERED if at.count("/") == 1}
)
INNER = sorted(at.split("/")[2] for at, _, _ in ORDER if at.startswith("/summary/"))
SUMMARIES = st.dictionaries(st.sampled_from(INNER) | TEXTS, VALUES | ENTRIES, max_size=6)


@st.composite
def manifests(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a JSON object that has a manifest's field names, and whatever in them."""
    manifest = draw(st.dictionaries(st.sampled_from(KNOWN) | TEXTS, VALUES | ENTRIES, max_size=8))
    if draw(st.booleans()):
        manifest["summary"] = draw(SUMMARIES)
    return manifest
