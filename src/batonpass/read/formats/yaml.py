"""YAML into blocks, the artifacts of agents among it."""

from batonpass.read.draft import Draft
from batonpass.read.lines import Lines
from batonpass.read.nodes import Growth
from batonpass.read.unreadable import Unreadable
from batonpass.read.yaml_tree import nodes


def blocks(lines: Lines) -> Draft:
    """Return the blocks of all documents of a YAML file."""
    draft = Draft(lines)
    growth = Growth(draft)
    documents = nodes(draft, 0, len(lines.data))
    if not documents:
        raise Unreadable("YAML without a key or a list", 1)
    for document in documents:
        growth.node(document)
    return draft
