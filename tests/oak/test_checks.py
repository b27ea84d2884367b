"""Manifests judged by the text's validator and by ours, and the gate that a workflow passes or not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from batonpass import (
    HandoffManifest,
    ManifestQualityGate,
    ManifestValidator,
    ValidationResult,
    count_tokens,
    quality_gate_with_manifest_validation,
)
from batonpass.tables import load
from tests.oak.seed import AS_CHARACTERS, read_file, snippet
from tests.validate.fixture import NAMES, build, examples

LIMITS = {"MAX_MANIFEST_SIZE": 1000, "MAX_REQUIRED_READING": 2000}
METHODS = ("validate_size", "validate_completeness", "validate_dependencies", "validate_files")

original = snippet("manifest_validator", read_file=read_file, **LIMITS)
original_gate = snippet("manifest_quality_gate", MAX_MANIFEST_SIZE=AS_CHARACTERS).ManifestQualityGate()
original_report = snippet("quality_gate", read_file=read_file).quality_gate_with_manifest_validation


class Missing:
    """The two methods that the text's validator calls and does not have."""

    def validate_schema(self, manifest: HandoffManifest) -> bool:
        return bool(jsonschema_rs.is_valid(load.schema("manifest"), manifest.present()))

    def is_glob_pattern(self, name: str) -> bool:
        return "*" in name


Original: Any = type("Original", (Missing, original.ManifestValidator), {})


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Lay out the project that the full examples speak of, and work in it."""
    monkeypatch.chdir(tmp_path)
    return build(tmp_path)


def example(name: str) -> HandoffManifest:
    return HandoffManifest.from_dict(examples()[name])


def without(field: str) -> Callable[[HandoffManifest], None]:
    return lambda manifest: setattr(manifest, field, type(manifest[field])())


def no(key: str) -> Callable[[HandoffManifest], None]:
    return lambda manifest: manifest.summary.pop(key)


def put(field: str, value: Any) -> Callable[[HandoffManifest], None]:
    return lambda manifest: setattr(manifest, field, value)


# example, what is done to it, the method that finds it
FAULTS = [
    ("research", without("summary"), "validate_completeness"),
    ("research", no("key_insights"), "validate_completeness"),
    ("research", no("constraints"), "validate_completeness"),
    ("plan", without("key_decisions"), "validate_completeness"),
    ("plan", no("strategy"), "validate_completeness"),
    ("implementation", without("files_created"), "validate_completeness"),
    ("implementation", without("dependencies_satisfied"), "validate_completeness"),
    ("implementation", without("dependencies_satisfied"), "validate_dependencies"),
    ("implementation", put("dependencies_satisfied", ["all endpoints done"]), "validate_dependencies"),
    ("plan", put("dependencies_satisfied", ["the JWT format"]), "validate_dependencies"),
    ("plan", put("artifacts_directory", "artifacts/nobody/"), "validate_files"),
    ("plan", put("required_reading", ["gone.yaml - what is gone"]), "validate_files"),
    ("plan", put("detail_files", ["gone.md"]), "validate_files"),
    ("plan", put("files_created", ["src/some/file.ts"] * 300), "validate_size"),
]


@pytest.mark.parametrize("name", NAMES)
def test_the_full_examples_are_valid_for_both(name: str) -> None:
    for validator in (Original(), ManifestValidator()):
        result = validator.validate_manifest(example(name))
        assert (result.valid, result.errors) == (True, [])


@pytest.mark.parametrize(("name", "fault", "method"), FAULTS)
def test_a_fault_is_an_error_for_both(
    name: str, fault: Callable[[HandoffManifest], None], method: str
) -> None:
    manifest = example(name)
    fault(manifest)
    for validator in (Original(), ManifestValidator()):
        assert getattr(validator, method)(manifest).errors
    assert not ManifestValidator().validate_manifest(manifest).valid


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", NAMES)
def test_each_method_is_silent_where_there_is_nothing(name: str, method: str) -> None:
    for validator in (Original(), ManifestValidator()):
        assert getattr(validator, method)(example(name)) == ValidationResult()


@pytest.mark.parametrize(
    ("tokens", "errors", "warnings"), [(700, 0, 0), (820, 0, 1), (990, 0, 1), (1010, 1, 0)]
)
def test_size_warns_from_eighty_percent_and_fails_above_the_limit(
    tokens: int, errors: int, warnings: int
) -> None:
    manifest = example("research")
    manifest.context_budget = None
    size = count_tokens(manifest.written().decode())
    manifest.summary["system_overview"] += " word" * (tokens - size)
    result = ManifestValidator().validate_size(manifest)
    assert (len(result.errors), len(result.warnings)) == (errors, warnings)


def test_required_reading_above_its_limit_is_an_error_for_both() -> None:
    manifest = example("plan")
    Path(manifest.artifacts_directory, "api-spec.yaml").write_text(" path" * 2001, "utf-8")
    for validator in (Original(), ManifestValidator()):
        assert validator.validate_size(manifest).errors


@pytest.mark.parametrize(("words", "warned"), [(6_500, True), (60_000, False)])
def test_low_compression_is_a_warning_for_both_where_there_was_much_to_compress(
    words: int, *, warned: bool
) -> None:
    manifest = example("plan")
    manifest.summary["strategy"] += " and so on" * 80  # a manifest of about 800 tokens
    Path(manifest.artifacts_directory, "full-plan.md").write_text(" word" * words, "utf-8")
    for validator in (Original(), ManifestValidator()):
        result = validator.validate_compression(manifest)
        assert (bool(result.warnings), result.valid) == (warned, True)


def test_a_short_document_is_not_blamed_for_low_compression() -> None:
    assert Original().validate_compression(example("plan")).warnings
    assert ManifestValidator().validate_compression(example("plan")) == ValidationResult()


@pytest.mark.parametrize(
    "fault",
    [
        put("scope", "x" * 101),
        put("artifact_type", "poem"),
        put("timestamp", "yesterday"),
        put("key_decisions", [{"decision": "d", "rationale": "r"}] * 6),
    ],
)
def test_the_schema_is_the_same(fault: Callable[[HandoffManifest], None]) -> None:
    manifest = example("research")
    assert ManifestValidator().validate_schema(manifest)
    fault(manifest)
    assert not ManifestValidator().validate_schema(manifest)


def test_a_result_is_invalid_where_it_has_errors() -> None:
    assert ValidationResult(errors=["no summary"]).valid is False
    assert ValidationResult(valid=True, errors=["no summary"]).valid is False
    assert ValidationResult(warnings=["long"]).valid is True


@pytest.mark.parametrize("name", NAMES)
def test_the_gate_has_nothing_to_say_of_the_full_examples(name: str) -> None:
    assert original_gate.validate(example(name)) == ManifestQualityGate().validate(example(name)) == []


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("plan", without("summary")),
        ("plan", without("artifacts_directory")),
        ("plan", without("key_decisions")),
        ("implementation", without("dependencies_satisfied")),
        ("plan", put("required_reading", ["gone.yaml - what is gone"])),
        ("plan", put("files_created", ["src/some/file.ts"] * 300)),
    ],
)
def test_the_gate_names_every_fault_the_text_names(
    name: str, fault: Callable[[HandoffManifest], None]
) -> None:
    manifest = example(name)
    fault(manifest)
    assert original_gate.validate(manifest)
    assert ManifestQualityGate().validate(manifest)


def report(
    gate: Callable[[str], bool], folder: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[bool, list[str]]:
    passed = gate(folder.as_posix())
    return passed, capsys.readouterr().out.splitlines()


def test_a_missing_manifest_is_reported_in_the_texts_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = report(original_report, tmp_path / "nowhere", capsys)
    ours = report(quality_gate_with_manifest_validation, tmp_path / "nowhere", capsys)
    assert theirs[0] is ours[0] is False
    assert ours[1] == [*theirs[1], "decision: FAIL"]


def test_a_broken_manifest_is_reported_in_the_texts_words(
    project: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    project["plan"].write_text("{ not json", "utf-8")
    for gate in (original_report, quality_gate_with_manifest_validation):
        passed, lines = report(gate, project["plan"].parent, capsys)
        assert passed is False
        assert lines[0].startswith("❌ QUALITY GATE FAILED: Invalid manifest JSON: ")


@pytest.mark.parametrize("name", NAMES)
def test_a_good_manifest_is_reported_in_the_texts_lines_with_counted_numbers(
    name: str, project: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, size = project[name].parent, count_tokens(project[name].read_text("utf-8"))
    passed, theirs = report(original_report, folder, capsys)
    assert passed
    passed, ours = report(quality_gate_with_manifest_validation, folder, capsys)
    assert passed
    labels = [line.split(":")[0] for line in theirs if "warning" not in line and "  - " not in line]
    assert [line.split(":")[0] for line in ours if line.split(":")[0] in labels] == labels
    assert f"   Manifest size: {size} tokens" in ours, "the example claims a number it does not have"
    assert ours[-1] in ("decision: PASS", "decision: CONDITIONAL_PASS")


def test_a_bad_manifest_is_reported_with_every_error(
    project: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = example("plan")
    manifest.key_decisions = []
    manifest.detail_files = ["gone.md"]
    manifest.save(str(project["plan"]))
    for gate in (original_report, quality_gate_with_manifest_validation):
        passed, lines = report(gate, project["plan"].parent, capsys)
        assert passed is False
        assert lines[0] == "❌ QUALITY GATE FAILED: Manifest validation errors:"
        assert any("key_decisions" in line for line in lines)
        assert any("gone.md" in line for line in lines)
