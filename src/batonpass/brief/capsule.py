"""One line for a person: who, what, how it went, what it cost."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from batonpass.brief.marks import GUESS, behind, doubt
from batonpass.brief.sections import budget, one_line, said, sections
from batonpass.brief.width import columns, cut, in_ascii, printable
from batonpass.model.proof import Proof
from batonpass.tables import load


class Look(Struct, frozen=True):
    """The signs a capsule is written with."""

    good: str
    doubtful: str
    bad: str
    gap: str
    cut: str
    times: str


UNICODE = Look("✓", "!", "✗", " · ", "…", "×")
ASCII = Look("+", "!", "x", " | ", "...", "x")
WORDS_COLUMNS = 12  # a scope or a result in less says too little
SCOPE_SHARE = 0.4  # of what both texts may take: the result says more
# Where a handoff's main result stands, the most telling first.
RESULTS = (
    ("/blockers", "blocked: "),
    ("/summary/strategy", ""),
    ("/summary/overview", ""),
    ("/summary/system_overview", ""),
    ("/key_decisions", ""),
    ("/summary/key_insights", ""),
    ("/summary/insights", ""),
    ("/summary/key_files", ""),
)


def capsule(
    manifest: Mapping[str, Any], proof: Proof | None = None, *, width: int = 0, ascii_only: bool = False
) -> str:
    """Return the line in at most `width` terminal columns; 0 = the usual ones."""
    look = ASCII if ascii_only else UNICODE
    written = _ascii if ascii_only else printable
    head = [f"{_sign(proof, look)} {said(manifest.get('from_agent')) or '?'}"]
    head += [said(manifest.get("artifact_type"))]
    told = [said(manifest.get("scope")), _result(manifest, proof)]
    figures = _figures(manifest, proof, look)
    room = width or load.limits()["views"]["capsule_columns"]
    head, told, figures = ([written(text) for text in texts] for texts in (head, told, figures))
    return _fitted(head, told, figures, room, look)


def _fitted(head: list[str], told: list[str], figures: list[str], room: int, look: Look) -> str:
    """Drop figures until scope and result have room for some words, then shorten those to it."""
    while True:
        frame = columns(look.gap.join(filter(None, (*head, *figures))))
        texts = [text for text in told if text]
        left = room - frame - columns(look.gap) * len(texts)
        wanted = min(sum(map(columns, texts)), WORDS_COLUMNS * len(texts))
        if left >= wanted or not any(figures):
            break
        figures = _without_least(figures)
    scope, result = told
    scope = cut(scope, max(round(left * SCOPE_SHARE), left - columns(result)), look.cut)
    result = cut(result, left - columns(scope), look.cut)
    return cut(look.gap.join(filter(None, (*head, scope, result, *figures))), room, look.cut)


def _without_least(figures: list[str]) -> list[str]:
    """Drop one figure; they stand in the order in which they are given up from behind."""
    last = max(index for index, figure in enumerate(figures) if figure)
    return [figure if index != last else "" for index, figure in enumerate(figures)]


def _sign(proof: Proof | None, look: Look) -> str:
    if proof is None:
        return look.doubtful
    worst = {problem.severity for problem in proof.problems}
    if proof.standing == "rejected" or "error" in worst:
        return look.bad
    return look.doubtful if "warning" in worst else look.good


def _result(manifest: Mapping[str, Any], proof: Proof | None) -> str:
    found = {section.pointer: section for section in sections(manifest)}
    told = ((lead, entry) for at, lead in RESULTS if at in found for entry in found[at].entries)
    sure = (f"{lead}{one_line(e.text)}" for lead, e in told if doubt(behind(proof, e.pointer)) != GUESS)
    return next(sure, "")


def _figures(manifest: Mapping[str, Any], proof: Proof | None, look: Look) -> list[str]:
    """Return tests, refuted claims, problems, tokens, ratio and status: what a narrow line can best do without comes last."""
    errors = sum(problem.severity == "error" for problem in proof.problems) if proof else 0
    tokens = budget(manifest, "manifest_tokens")
    return [
        _tests(manifest),
        _refuted(proof),
        f"{errors} {'error' if errors == 1 else 'errors'}" if errors else "",
        f"{tokens} tokens" if tokens else "",
        f"{proof.receipt.ratio:.0f}{look.times}" if proof and proof.receipt.ratio > 1 else "",
        said(manifest.get("status")),
    ]


def _refuted(proof: Proof | None) -> str:
    """Return how many claims evidence speaks against: the one problem a person must not miss."""
    count = sum(d.finding == "contradicted" for d in proof.differences) if proof else 0
    return f"{count} {'claim' if count == 1 else 'claims'} refuted" if count else ""


def _tests(manifest: Mapping[str, Any]) -> str:
    tests = manifest.get("tests")
    if not isinstance(tests, Mapping):
        return ""
    counts = [f"{said(tests[key])} {key}" for key in ("passed", "failed", "errors") if tests.get(key)]
    counts += ["not all run"] if tests.get("complete") is False else []
    return ", ".join(counts) + ("?" if counts and tests.get("basis") == "asserted" else "")


def _ascii(text: str) -> str:
    return in_ascii(printable(text), load.table("capsules")["ascii"])
