"""Whether the manifest is as much shorter than the work as its type should be."""

from collections.abc import Iterator

from batonpass.model.problem import Problem
from batonpass.tables import load
from batonpass.validate.expected import expected_ratio
from batonpass.validate.places import detail_tokens
from batonpass.validate.rule import Case, Finding
from batonpass.validate.subject import Senses, Subject

NAME = "compression"
SAYS = "A manifest of a long work is at least half as dense as its type should be"
WHY = "A low ratio means that detail was copied which the next agent could have opened when needed."
LONG = " finding" * 20_000
GOOD = (
    Case(
        title="a long work in a short manifest",
        manifest={"detail_files": ["full-*.md"]},
        files={"full-analysis.md": LONG},
    ),
    Case(
        title="a short work cannot be made fifty times shorter, and need not",
        manifest={"detail_files": ["full-analysis.md"]},
        files={"full-analysis.md": " finding" * 2_000},
    ),
    Case(
        title="a pattern does not count the handoff's own files as work",
        manifest={
            "detail_files": ["*.md"],
            "summary": {"key_insights": [" insight" * 850], "constraints": ["none"]},
        },
        files={"notes.md": "short", "brief.md": LONG},
    ),
)
BAD = (
    Case(
        title="a manifest that copies its work",
        manifest={
            "detail_files": ["full-*.md"],
            "summary": {"key_insights": [" insight" * 850], "constraints": ["no downtime"]},
        },
        files={"full-analysis.md": LONG},
        finds=(Finding("warning", "", "wanted about 50x for research"),),
    ),
)


def check(subject: Subject, senses: Senses) -> Iterator[Problem]:
    """Yield one warning where a long source was hardly compressed."""
    numbers, wanted = load.limits()["rules"], expected_ratio(subject)
    source = detail_tokens(subject, senses)
    manifest = senses.size(subject.data.decode("utf-8", "replace"))
    if not manifest or source < wanted * numbers["compression_min_source"]:
        return
    ratio = source / manifest
    if ratio < wanted * numbers["compression_floor"]:
        kind = subject.manifest.get("artifact_type", "handoff")
        yield Problem(
            NAME,
            "warning",
            f"low compression: {source} tokens of work in {manifest} of manifest, {ratio:.1f}x, "
            f"wanted about {wanted}x for {kind}",
            "keep what the next agent decides by, and leave the rest in the detail files",
        )
