"""Problems as people read them, as programs do, and as code reviews show them."""

import json
from typing import Any

import pytest

from batonpass.brief.problems import as_dicts, as_text, sarif, tally
from batonpass.model.problem import Problem
from batonpass.validate.all import RULES

LONG = Problem(
    "schema",
    "error",
    "101 characters, wanted at most 100",
    "shorten it by 1",
    path="artifacts/my plan/manifest.json",
    pointer="/scope",
    line=5,
)
UNPROVEN = Problem("proof", "warning", "unproven: no proof.json", path="artifacts/my plan/manifest.json")
SKIPPED = Problem("binary", "note", "photo.png is no text and was skipped")
ALL = (LONG, UNPROVEN, SKIPPED)


def test_a_person_reads_place_finding_and_way_out_in_one_line() -> None:
    assert as_text(ALL) == (
        "artifacts/my plan/manifest.json:5 /scope: error[schema] "
        "101 characters, wanted at most 100; shorten it by 1\n"
        "artifacts/my plan/manifest.json: warning[proof] unproven: no proof.json\n"
        "note[binary] photo.png is no text and was skipped\n"
    )


def test_no_problems_are_no_lines() -> None:
    assert as_text(()) == ""
    assert tally(()) == "no problems"


def test_they_are_counted_by_severity() -> None:
    assert tally((LONG, LONG, SKIPPED)) == "2 errors, 1 note"


def test_what_a_manifest_says_cannot_steer_the_terminal() -> None:
    evil = Problem("files", "error", "a\nb\x1b[2J\u202e does not exist")
    assert as_text((evil,)) == "error[files] a b\\x1b[2J\\u202e does not exist\n"


def test_a_program_reads_every_key_of_every_problem() -> None:
    read = json.loads(json.dumps(as_dicts(ALL)))
    assert read[0]["pointer"] == "/scope"
    assert {tuple(problem) for problem in read} == {
        ("rule", "severity", "message", "todo", "path", "pointer", "line")
    }
    assert [Problem(**problem) for problem in read] == list(ALL)


@pytest.fixture(name="run")
def _run() -> Any:
    log = sarif(ALL, RULES, "0.1.0")
    assert (log["version"], len(log["runs"])) == ("2.1.0", 1)
    return json.loads(json.dumps(log))["runs"][0]


def test_sarif_names_the_tool_and_describes_every_rule(run: Any) -> None:
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("batonpass", "0.1.0")
    ids = [rule["id"] for rule in driver["rules"]]
    assert ids == [*(rule.NAME for rule in RULES), "binary"], "also of a rule nobody described"
    for rule in driver["rules"][: len(RULES)]:
        assert rule["help"]["text"].endswith(".")
        assert rule["shortDescription"]["text"].endswith(".")


def test_sarif_results_point_at_their_rule(run: Any) -> None:
    rules = run["tool"]["driver"]["rules"]
    for result, problem in zip(run["results"], ALL, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == problem.rule
        assert result["level"] == problem.severity
        assert result["message"]["text"].startswith(problem.message)


def test_sarif_results_have_a_place_as_far_as_problems_have_one(run: Any) -> None:
    with_line, with_file, nowhere = (result["locations"] for result in run["results"])
    assert with_line == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "artifacts/my%20plan/manifest.json"},
                "region": {"startLine": 5},
            },
            "logicalLocations": [{"fullyQualifiedName": "/scope", "kind": "member"}],
        }
    ]
    assert with_file == [
        {"physicalLocation": {"artifactLocation": {"uri": "artifacts/my%20plan/manifest.json"}}}
    ]
    assert nowhere == []


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("/home/me/manifest.json", "file:///home/me/manifest.json"),
        ("C:/work/manifest.json", "file:///C:/work/manifest.json"),
        ("weiß/manifest#1.json", "wei%C3%9F/manifest%231.json"),
        ("a:b/manifest.json", "a%3Ab/manifest.json"),
    ],
)
def test_sarif_paths_are_uris(path: str, uri: str) -> None:
    run = sarif((Problem("files", "error", "gone", path=path),), (), "0")["runs"][0]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_finding_is_recognised_when_its_line_moved() -> None:
    later = Problem(LONG.rule, LONG.severity, LONG.message, "", LONG.path, LONG.pointer, 9)
    results = sarif((LONG, later, UNPROVEN), (), "0")["runs"][0]["results"]
    first, second, other = (result["partialFingerprints"]["problem/v1"] for result in results)
    assert first == second != other
