"""Token counting utilities, all with the one named vocabulary."""

import os
from functools import cache

from batonpass.flow import in_place
from batonpass.flow.setup import Setup, open_project


def here() -> Setup:
    """Return the project in the working directory, opened once."""
    return _project(os.getcwd())


@cache
def _project(root: str) -> Setup:
    return open_project(root)


def count_tokens(text: str, model: str = "claude-sonnet-4-5") -> int:  # noqa: ARG001 - one vocabulary for all models
    """Count tokens in text."""
    return here().meter.count(text)


def read_file_tokens(file_path: str) -> int:
    """Count tokens in file."""
    return count_tokens(in_place.text_at(file_path))


def estimate_compression_ratio(full_text: str, summary: str) -> float:
    """Calculate compression ratio."""
    tokens = count_tokens(summary)
    return count_tokens(full_text) / tokens if tokens else 0
