"""The numbers at the end of a transcript, without the rest of it."""

import json
import threading
import time
from pathlib import Path

import pytest

from batonpass.read import tail


def answer(tokens: int, *, name: str = "m1", side: bool = False, call: str = "t1") -> str:
    return json.dumps(
        {
            "type": "assistant",
            "isSidechain": side,
            "sessionId": "s",
            "message": {
                "id": name,
                "model": "claude-opus-4-5",
                "content": [{"type": "tool_use", "id": call, "name": "Read", "input": {}}],
                "usage": {
                    "input_tokens": 3,
                    "cache_read_input_tokens": tokens - 10,
                    "cache_creation_input_tokens": 7,
                    "output_tokens": 900,
                },
            },
        }
    )


BOUNDARY = json.dumps(
    {"type": "system", "subtype": "compact_boundary", "compactMetadata": {"postTokens": 2891}}
)
SUMMARY = json.dumps({"type": "user", "isCompactSummary": True, "message": {"role": "user", "content": "…"}})
NOISE = json.dumps(
    {"type": "user", "message": {"role": "user", "content": "what is the usage of token_count?"}}
)


def in_context(path: Path, *lines: str) -> tuple[int, bool] | None:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    found = tail.last_numbers(str(path))
    return (found.context, found.exact) if found else None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def test_the_last_answer_counts_with_all_that_was_cached_and_without_what_it_wrote(path: Path) -> None:
    assert in_context(path, answer(1000), answer(2000), NOISE) == (2000, True)


def test_side_chains_are_others_contexts(path: Path) -> None:
    assert in_context(path, answer(1000), answer(90_000, side=True)) == (1000, True)


def test_in_a_nested_agents_own_file_the_side_chain_is_the_agent(tmp_path: Path) -> None:
    assert in_context(tmp_path / "agent-1.jsonl", answer(90_000, side=True)) == (90_000, True)
    nested = json.dumps({"type": "user", "isSidechain": True, "message": {"role": "user", "content": "Go"}})
    assert in_context(tmp_path / "other-name.jsonl", nested, answer(90_000, side=True)) == (90_000, True)


def test_what_stands_above_a_compaction_is_gone(path: Path) -> None:
    assert in_context(path, answer(189_000), BOUNDARY, SUMMARY) == (2891, False)
    assert in_context(path, answer(189_000), BOUNDARY, SUMMARY, answer(4000)) == (4000, True)


def test_a_torn_last_line_and_an_error_of_the_server_are_passed_over(path: Path) -> None:
    synthetic = json.dumps(
        {"type": "assistant", "message": {"model": "<synthetic>", "usage": {"input_tokens": 0}}}
    )
    assert in_context(path, answer(1000), synthetic, answer(2000)[:150]) == (1000, True)


def test_without_numbers_nothing_is_known(path: Path, tmp_path: Path) -> None:
    assert in_context(path, NOISE) is None
    assert in_context(path, "") is None
    assert tail.last_numbers(str(tmp_path / "nowhere.jsonl")) is None
    path.write_bytes(bytes(range(256)) * 500)
    assert tail.last_numbers(str(path)) is None


@pytest.mark.parametrize("size", [10, 65_536, 200_000, 5_000_000])
def test_lines_of_any_length_are_put_together_again(path: Path, size: int) -> None:
    """Blocks are read backwards, and any line may lie across several of them."""
    long = json.dumps({"type": "user", "message": {"role": "user", "content": "x" * size}})
    assert in_context(path, long, answer(1234), long, long) == (1234, True)


def test_every_line_comes_once_from_the_last_to_the_first(path: Path) -> None:
    lines = [str(number) * (number % 97) for number in range(5000)]
    path.write_text("\n".join(lines), "utf-8")
    assert [line.decode() for line in tail.backwards(str(path))] == lines[::-1]


@pytest.mark.parametrize(
    ("line", "context", "window"),
    [
        (
            {
                "type": "event_msg",
                "payload": {
                    "type": "token_count",
                    "info": {
                        "last_token_usage": {"input_tokens": 37208, "cached_input_tokens": 2432},
                        "model_context_window": 258400,
                    },
                },
            },
            37208,
            258400,
        ),
        ({"type": "token_count", "input_tokens": 120, "output_tokens": 40}, 120, 0),
        ({"id": "1", "type": "gemini", "tokens": {"input": 12300, "cached": 12000, "output": 9}}, 12300, 0),
        (
            {"type": "assistant", "usageMetadata": {"promptTokenCount": 8200, "cachedContentTokenCount": 9}},
            8200,
            0,
        ),
        (
            {"type": "message", "message": {"usage": {"input": 10, "cacheRead": 3000, "cacheWrite": 500}}},
            3510,
            0,
        ),
    ],
    ids=["codex", "codex, older", "gemini", "qwen", "pi"],
)
def test_every_client_counts_in_its_own_way(path: Path, line: object, context: int, window: int) -> None:
    path.write_text(json.dumps(line) + "\n", "utf-8")
    found = tail.last_numbers(str(path))
    assert found is not None
    assert (found.context, found.window) == (context, window)


def test_a_call_that_is_written_late_is_waited_for(path: Path) -> None:
    path.write_text(answer(1000) + "\n", "utf-8")

    def write() -> None:
        time.sleep(0.05)
        with path.open("a", encoding="utf-8") as file:
            file.write(answer(172_000, name="m2", call="t2") + "\n")

    writer = threading.Thread(target=write)
    writer.start()
    found = tail.last_numbers(str(path), call="t2", seconds=5)
    writer.join()
    assert found is not None
    assert (found.context, found.exact) == (172_000, True)


def test_a_call_that_never_comes_makes_the_number_a_guess(path: Path) -> None:
    path.write_text(answer(1000) + "\n", "utf-8")
    found = tail.last_numbers(str(path), call="t2", seconds=0.02)
    assert found is not None
    assert (found.context, found.exact) == (1000, False)


def test_a_nested_agents_transcript_lies_beside_the_main_one() -> None:
    assert tail.of_agent("/p/s1.jsonl", "a7") == "/p/s1/subagents/agent-a7.jsonl"
