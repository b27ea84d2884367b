"""The loader of golden cases."""

from pathlib import Path

import pytest

from tests.cases import accept, check, load

FILE = """# Headline of the file

## First

```markdown input
# not a title
```

```expected
one
two
```

## Second

````input
```py
x
```
````
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "some.md"
    file.write_text(FILE, "utf-8")
    return file


def test_cases_have_a_title_and_parts_named_by_their_fence(path: Path) -> None:
    first, second = load(path)
    assert (first.title, first.line) == ("First", 3)
    assert first.parts == {"input": "# not a title\n", "expected": "one\ntwo\n"}
    assert second.parts == {"input": "```py\nx\n```\n"}


def test_a_difference_fails(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BATON_ACCEPT", raising=False)
    first, _ = load(path)
    check(first, "one\ntwo")
    with pytest.raises(AssertionError, match="First"):
        check(first, "other")


def test_accepting_rewrites_one_part_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATON_ACCEPT", "1")
    check(load(path)[0], "three\n")
    assert path.read_text("utf-8") == FILE.replace("one\ntwo\n", "three\n")


def test_accepting_adds_a_missing_part_in_a_fence_long_enough(path: Path) -> None:
    accept(path, "Second", "expected", "```\ncode\n```\n")
    assert load(path)[1].parts["expected"] == "```\ncode\n```\n"
    assert load(path)[0].parts["expected"] == "one\ntwo\n"


def test_what_was_accepted_passes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATON_ACCEPT", "1")
    check(load(path)[1], "")
    check(load(path)[0], "")
    monkeypatch.delenv("BATON_ACCEPT")
    check(load(path)[0], "")
