"""Nested values, written as YAML and JSON: each is found where it stands."""

import json
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ryaml import dumps  # type: ignore[attr-defined]  # exported without saying so

from batonpass.model.source import Block, Source
from batonpass.read.found import Found
from batonpass.read.parse import parse


def dict_of(values: list[Any]) -> dict[str, Any]:
    return {f"key {n}" if n % 2 else f"k{n}": value for n, value in enumerate(values)}


WORDS = (
    "plain",
    "two words",
    "it's",
    'say "so"',
    "a: b",
    "# no comment",
    "- dash",
    "{brace",
    "é 漢",
    "true",
    "1.10",
    "~",
    "x\ny\nz",
    "|",
)
TREES = st.recursive(
    st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=4) | st.lists(inner, min_size=1, max_size=4).map(dict_of)
    ),
    max_leaves=12,
)


def numbered(tree: Any, numbers: "count[int]") -> Any:
    """Make every leaf unlike all others."""
    if isinstance(tree, dict):
        return {key: numbered(value, numbers) for key, value in tree.items()}
    if isinstance(tree, list):
        return [numbered(value, numbers) for value in tree]
    return f"{tree} n{next(numbers)}"


def leaves(tree: Any) -> list[str]:
    if isinstance(tree, dict):
        return [leaf for value in tree.values() for leaf in leaves(value)]
    if isinstance(tree, list):
        return [leaf for value in tree for leaf in leaves(value)]
    return [" ".join(tree.split())]


def said(block: Block) -> str:
    return " ".join((block.text, *block.cells))


def read(text: str, name: str) -> Source:
    return parse(Found(name, name, text.encode()), redact=str, max_bytes=10**6)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a.yaml", dumps),
        ("a.json", lambda tree: json.dumps(tree, ensure_ascii=False)),
        ("a.json", lambda tree: json.dumps(tree, indent=2)),
        ("flow.yaml", lambda tree: json.dumps(tree, ensure_ascii=False)),
    ],
    ids=["yaml", "json", "indented", "flow"],
)
@given(tree=st.lists(TREES, min_size=2).map(dict_of))
def test_each_value_is_found_where_it_stands(name: str, written: Any, tree: Any) -> None:
    tree = numbered(tree, count(1))
    source = read(written(tree), name)
    assert source.problems == ()
    for leaf in leaves(tree):
        mark = leaf.rpartition(" ")[2]
        holders = [block for block in source.blocks if mark in said(block).split()]
        assert holders, leaf
        for block in holders:
            assert mark.encode() in source.data[block.span.start : block.span.end]
    if name != "a.yaml":  # no text of several lines as they are, whose lines are blocks of their own
        texts = {text for block in source.blocks for text in (block.text, block.rest, *block.cells)}
        assert set(leaves(tree)) <= texts


@given(tree=st.lists(TREES, min_size=2).map(dict_of))
def test_no_span_is_larger_than_it_must_be(tree: Any) -> None:
    tree = numbered(tree, count(1))
    source = read(json.dumps(tree, indent=1), "a.json")
    for block in source.blocks:
        if block.kind in ("field", "item"):
            assert block.span.first == block.span.last
