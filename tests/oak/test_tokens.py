"""Appendix A: tokens of texts and files, without a download."""

from pathlib import Path

import pytest

from batonpass import count_tokens, estimate_compression_ratio, read_file_tokens
from tests.oak.seed import snippet

original = snippet("token_counting")


def test_tokens_are_counted() -> None:
    assert count_tokens("") == 0
    assert count_tokens("hello world") == 2
    assert count_tokens(" path" * 500) == count_tokens(" path" * 500, model="gpt-4") == 500


def test_special_tokens_are_plain_text() -> None:
    assert count_tokens("<|endoftext|>") > 1


def test_a_file_is_counted_as_its_text(tmp_path: Path) -> None:
    path = tmp_path / "spec.md"
    path.write_text("# Spécification\n\nこれは仕様です。\n", "utf-8")
    assert (
        read_file_tokens(str(path))
        == original.read_file_tokens(str(path))
        == count_tokens(path.read_text("utf-8"))
    )


def test_a_link_is_followed_wherever_it_leads(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "spec.md").write_text("hello world", "utf-8")
    (tmp_path / "here").mkdir()
    link = tmp_path / "here" / "spec.md"
    try:
        link.symlink_to(tmp_path / "elsewhere" / "spec.md")
    except OSError:
        pytest.skip("this system lets only some people make links")
    assert read_file_tokens(str(link)) == 2


def test_a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_file_tokens(str(tmp_path / "nowhere.md"))


@pytest.mark.parametrize(("full", "summary"), [("a b c d " * 100, "a b"), ("x", ""), ("", "x"), ("", "")])
def test_the_ratio_is_that_of_the_text(full: str, summary: str) -> None:
    assert estimate_compression_ratio(full, summary) == original.estimate_compression_ratio(full, summary)
