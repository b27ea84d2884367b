"""A failed attempt in a few lines, and prompts in which nothing is left of its output: the cases in `cases/`."""

import json
import re
from pathlib import Path

import pytest

from batonpass.brief.retried import repeated
from batonpass.flow.hand_over import hand_over
from batonpass.flow.retry import block, of_handoff, retried, retry
from batonpass.flow.setup import Setup
from batonpass.measure.vocabulary import Vocabulary
from batonpass.model.errors import BadContent
from batonpass.model.failure import Output
from batonpass.model.terms import Terms
from tests.cases import Case, check, load
from tests.flow.project import RESEARCH, opened, put
from tests.flow.session import Session

COUNT = Vocabulary().count
CASES = load(Path(__file__).parent / "cases" / "retry.md")
PROMPTS = load(Path(__file__).parent / "cases" / "retried.md")
OUTPUT = CASES[0].parts["output"]
WRAPPED = {
    "as it is": "Try again.\n\n{0}\n\nMend `total`.",
    "in a fence": "Try again.\n\n```text\n{0}\n```\n\nMend `total`.",
    "quoted": "Try again.\n\n{quoted}\n\nMend `total`.",
    "indented": "Try again.\n\n{indented}\n\nMend `total`.",
    "on one line": "Try again. It said: {flat} Mend `total`.",
    "as JSON": 'Try again. It said: "{json}"\n\nMend `total`.',
    "twice": "Try again.\n\n{0}\n\nAnd once more:\n\n{0}\n\nMend `total`.",
    "its end alone": "Try again.\n\n{end}\n\nMend `total`.",
}


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_what_the_next_attempt_is_told(case: Case) -> None:
    said = block(Output(text=case.parts["output"], kept="out.txt"), COUNT)
    assert COUNT(said) <= 500
    check(case, said)


@pytest.mark.parametrize("case", PROMPTS, ids=[case.id for case in PROMPTS])
def test_what_becomes_of_a_prompt(case: Case) -> None:
    output = Output(text=case.parts["output"], asked=case.parts.get("asked", ""))
    check(case, retried(case.parts["prompt"], [output], COUNT))


@pytest.mark.parametrize("how", WRAPPED)
def test_a_failed_output_never_enters_the_next_prompt(how: str) -> None:
    text = OUTPUT.strip()
    prompt = WRAPPED[how].format(
        text,
        quoted="\n".join(f"> {line}" for line in text.splitlines()),
        indented="\n".join(f"        {line}" for line in text.splitlines()),
        flat=" ".join(text.split()),
        json=text.replace('"', '\\"').replace("\n", "\\n"),
        end="\n".join(text.splitlines()[-14:]),
    )
    new = retried(prompt, [Output(text=text)], COUNT)
    assert new.startswith("Try again.")
    assert new.rstrip().endswith("Mend `total`.")
    assert new.count("# Attempt 1 failed") == 1
    assert "site-packages" not in new
    rest = re.sub(r"# Attempt 1 failed.*?ruled out\.\n", "", new, flags=re.DOTALL)
    assert len(rest.split()) <= len(re.sub(r"\{.*?\}", "", WRAPPED[how]).split()) + 6
    assert not repeated(rest, text)


def test_colours_and_escaped_letters_of_json_hide_nothing() -> None:
    text = "\n".join(f"\x1b[31m✗ {line}\x1b[0m\tgrößer" for line in OUTPUT.strip().splitlines())
    new = retried(f"Try again: {json.dumps(text)}\n\nMend `total`.", [Output(text=text)], COUNT)
    assert "site-packages" not in new
    assert not repeated(new, text)
    assert new.endswith("Mend `total`.")


def test_a_prompt_that_repeats_nothing_comes_back_as_it_is() -> None:
    prompt = "Mend `total` in src/cart.py: 30 is wanted. Run pytest -q tests/test_cart.py."
    assert retried(prompt, [Output(text=OUTPUT)], COUNT) == prompt


def test_what_an_output_says_of_its_own_prompt_may_be_asked_again() -> None:
    task = "Write a function `total` that adds up the prices of a cart, with tax by country, rounded to cents at the end."
    output = f"You asked me: {task}\n\n{OUTPUT}"
    new = retried(f"{task}\n\n{output}", [Output(text=output, asked=task)], COUNT)
    assert new.startswith(task)
    assert "site-packages" not in new


def test_several_attempts_leave_one_block_each() -> None:
    other = "\n".join(f"step {n}: compiling module number {n} of the whole program failed" for n in range(40))
    outputs = [Output(text=OUTPUT, attempt=1), Output(text=other, attempt=2)]
    new = retried(f"First:\n{OUTPUT}\nThen:\n{other}\nNow mend it.", outputs, COUNT)
    assert re.findall(r"# Attempt \d", new) == ["# Attempt 1", "# Attempt 2"]
    assert "step 7" not in new


def test_a_transcript_tells_which_attempt_it_was_and_what_was_tried(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    session = Session(tmp_path).says("Make the tests pass.")
    for tried in ("I tried pinning the version, but it still fails.", "The cache is not the cause."):
        session.calls("Bash", OUTPUT, failed=True, command="pytest -q tests/test_cart.py").answers(tried)
    session.calls("Bash", OUTPUT, failed=True, command="pytest -q tests/test_cart.py")
    session.save(tmp_path / "s1.jsonl")
    failure, text = retry(setup, ["s1.jsonl"])
    assert failure.attempt == 3
    assert failure.command == "pytest -q tests/test_cart.py"
    assert failure.ruled_out == (
        "I tried pinning the version, but it still fails.",
        "The cache is not the cause.",
    )
    assert "s1.jsonl" in text


def test_what_shows_no_failure_is_said_so(tmp_path: Path) -> None:
    setup = opened(tmp_path)
    Session(tmp_path).says("Hello").answers("Hello.").save(tmp_path / "s1.jsonl")
    with pytest.raises(BadContent, match="nothing failed in s1"):
        retry(setup, ["s1.jsonl"])


def test_a_handoff_has_the_view_too(tmp_path: Path) -> None:
    setup: Setup = opened(tmp_path)
    put(tmp_path, "report.md", f"# Cart\n\nIt failed.\n\n```\n{OUTPUT}\n```\n")
    told = of_handoff(setup, hand_over(setup, Terms(agent="builder"), ["report.md"]).opened)
    assert "AssertionError" in told
    assert COUNT(told) <= 500


def test_a_handoff_in_which_nothing_failed_is_no_failed_attempt(tmp_path: Path) -> None:
    put(tmp_path, "login.md", RESEARCH)
    setup = opened(tmp_path)
    told = hand_over(setup, Terms(agent="researcher", type="research"), ["login.md"])
    with pytest.raises(BadContent, match="nothing failed in it"):
        of_handoff(setup, told.opened)
