import pytest

from batonpass.extract import slices as module
from batonpass.extract.facts import extract
from batonpass.read.parse import parse_text

CHAPTER = """## Chapter {n}

### Risks

- Queue q{n} overflows above {n}000 messages
  - nested: worker w{n} waits for it

### Decisions

- Use broker b{n} because it keeps order n{n}

"""


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "table", lambda _: {"extract": {"slice_blocks": 12}})


def test_a_long_source_says_the_same_in_slices(small_slices: None) -> None:
    del small_slices
    source = parse_text("# Report\n\n" + "".join(CHAPTER.format(n=n) for n in range(1, 20)), "a.md", str)
    sliced = list(module.slices(source))
    assert len(sliced) > 3
    assert sum(len(part.blocks) for part in sliced) == len(source.blocks)
    whole = [fact for part in sliced for fact in extract(part)]
    texts = {fact.text for fact in whole}
    assert {f"Queue q{n} overflows above {n}000 messages" for n in range(1, 20)} <= texts
    assert {f"Use broker b{n}" for n in range(1, 20)} <= texts


def test_parents_are_counted_inside_each_slice(small_slices: None) -> None:
    del small_slices
    source = parse_text("".join(CHAPTER.format(n=n) for n in range(1, 20)), "a.md", str)
    for part in module.slices(source):
        for block in part.blocks:
            assert block.parent < len(part.blocks)
            if block.text.startswith("nested"):
                assert part.blocks[block.parent].text.startswith("Queue")
