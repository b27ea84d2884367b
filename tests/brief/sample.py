"""Handoffs to show: the seed's three examples, and one that was compacted here, with its proof."""

import copy
import json
from pathlib import Path
from typing import Any

import ryaml

from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.fact import Attributes, Basis, Kind
from batonpass.model.problem import Problem
from batonpass.model.proof import Item, KindCount, LeftOut, Proof, Receipt, SourceEntry
from batonpass.model.source import Span

SEED = Path(__file__).resolve().parents[1] / "validate" / "seed"
TYPES = ("research", "plan", "implementation")
size = Vocabulary().count


def loads(text: str) -> Any:
    """Read YAML as everybody else would."""
    return ryaml.loads(text)  # type: ignore[attr-defined] # the library says nothing of its types


def seed(name: str) -> dict[str, Any]:
    """Return one of the three example manifests of the seed, none of which has a proof."""
    manifest: dict[str, Any] = json.loads((SEED / f"{name}.json").read_text("utf-8"))
    return manifest


def span(first: int, last: int, source: str = "a" * 64) -> Span:
    return Span(source, first, last, first * 40, last * 40, "d" * 64)


def item(first: int, last: int, kind: Kind | None = None, basis: Basis = "verbatim", **more: Any) -> Item:
    return Item(spans=(span(first, last),), kind=kind, basis=basis, **more)


MANIFEST: dict[str, Any] = {
    "from_agent": "backend-architect",
    "to_agents": ["qa-specialist"],
    "artifact_type": "implementation",
    "timestamp": "2026-03-01T12:00:00Z",
    "scope": "Login with OAuth2 and PKCE",
    "summary": {
        "files_created": 2,
        "total_lines": 310,
        "languages": ["TypeScript"],
        "overview": "The token endpoint checks the PKCE verifier before it issues anything.",
        "key_files": ["src/oauth/token.ts (token endpoint)", "src/oauth/pkce.ts (verifier check)"],
        "quality_gates": ["tsc: no errors"],
        "risks": ["Refresh tokens are not rotated yet"],
    },
    "key_decisions": [
        {"decision": "Keep code challenges in Redis for 10 minutes", "rationale": "They clean up themselves"}
    ],
    "files_created": ["src/oauth/token.ts", "src/oauth/pkce.ts"],
    "dependencies_satisfied": ["systems-architect: five endpoints as specified"],
    "required_reading": [{"file": "api-spec.yaml", "description": "Endpoints and error codes"}],
    "optional_context": [
        {"file": "implementation-notes.md", "description": "Full text: 2400 lines, 26000 tokens"}
    ],
    "artifacts_directory": "artifacts/backend-architect/2026-03-01T120000Z-login-with-oauth2-4f2a9c/",
    "detail_files": ["implementation-notes.md", "api-spec.yaml"],
    "context_budget": {
        "manifest_tokens": 540,
        "required_reading_tokens": 850,
        "total_available_tokens": 10000,
    },
    "tests": {"runner": "jest", "passed": 47, "failed": 0, "total": 47, "basis": "asserted"},
    "questions": ["Which clients may skip PKCE?"],
    "instructions": ["Never log tokens, not even in debug builds."],
    "status": "READY_FOR_QA",
    "id": "4f2a9c81d03e",
    "schema_version": "1.0",
}

ITEMS = {
    "/instructions/0": item(
        12, 13, "instruction", "user", text="Never log `tokens`,\nnot even in debug builds."
    ),
    "/summary/files_created": item(40, 52, basis="derived", note="number of files said to be created"),
    "/summary/overview": item(20, 21, "overview"),
    "/summary/key_files/0": item(
        41, 41, "file", "asserted", attributes=Attributes(path="src/oauth/token.ts", change="created")
    ),
    "/summary/key_files/1": item(
        42, 42, "file", "asserted", attributes=Attributes(path="src/oauth/pkce.ts", change="created")
    ),
    "/summary/quality_gates/0": item(90, 90, "gate", "derived", attributes=Attributes(passed=True)),
    "/summary/risks/0": item(
        120, 124, "risk", confidence=0.4, text="Refresh tokens are not rotated yet, as planned"
    ),
    "/key_decisions/0/decision": item(
        60,
        62,
        "decision",
        attributes=Attributes(rationale="They clean up themselves", alternatives=("Postgres",)),
    ),
    "/key_decisions/0/rationale": item(60, 62, "decision"),
    "/files_created/0": item(41, 41, "file", "asserted"),
    "/files_created/1": item(42, 42, "file", "asserted"),
    "/dependencies_satisfied/0": item(30, 30, "dependency"),
    "/required_reading/0/file": Item(spans=(), basis="user", note="named by --require"),
    "/tests/passed": item(91, 91, "tests", "asserted", note="47"),
    "/questions/0": item(130, 130, "question"),
}

LEFT_OUT = (
    LeftOut("risk", "Clock skew above 30 seconds breaks the verifier", (span(125, 125),), "cap"),
    LeftOut("insight", "The old middleware copies the session twice", (span(22, 22),), "no slot"),
    LeftOut(
        "decision",
        "Store challenges in Postgres",
        (span(63, 63),),
        "standing",
        "rejected",
        Attributes(rationale="needs a cleanup job"),
    ),
    LeftOut(
        "next_step", "Delete the JWT route", (span(140, 140),), "standing", attributes=Attributes(done=True)
    ),
    LeftOut(
        "file",
        "`src/oauth/refresh.ts`: refresh endpoint",
        (span(43, 43),),
        "budget",
        attributes=Attributes(path="src/oauth/refresh.ts", change="created"),
    ),
    LeftOut("gate", "eslint: 3 errors", (span(92, 92),), "cap", attributes=Attributes(passed=False)),
)

PROOF = Proof(
    manifest_digest="e" * 64,
    id="4f2a9c81d03e",
    sources=(
        SourceEntry(
            name="report.md",
            path="docs/report.md",
            stored="implementation-notes.md",
            format="markdown",
            digest="a" * 64,
            original="a" * 64,
            lines=2400,
            tokens=26000,
        ),
    ),
    items=ITEMS,
    receipt=Receipt(
        profile="implementation",
        profile_digest="f" * 64,
        meter="o200k (splintr-rs)",
        source_tokens=26000,
        manifest_tokens=540,
        required_reading_tokens=850,
        ratio=48.15,
        target=580,
        limit=1000,
        kinds={"decision": KindCount(2, 1, 1), "risk": KindCount(2, 1, 1), "file": KindCount(3, 2, 1)},
    ),
    left_out=LEFT_OUT,
    problems=(
        Problem("compression", "warning", "48 times smaller, 100 wanted", "add detail"),
        Problem("files", "error", "api-spec.yaml is gone", "restore it", pointer="/required_reading/0"),
        Problem("read", "note", "2 duplicate keys in the front matter"),
    ),
)


def handoff() -> dict[str, Any]:
    """Return a fresh copy of the compacted manifest."""
    return copy.deepcopy(MANIFEST)
