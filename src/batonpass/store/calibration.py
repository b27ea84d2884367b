"""What was learned of each model's tokens, kept between runs: a cache, which may be thrown away."""

import os

import msgspec

from batonpass.model.errors import BadContent
from batonpass.model.foreign_json import value_of
from batonpass.store.files import save

PLACE = ".baton/cache/calibration.json"

Known = dict[str, tuple[float, int]]  # model → factor, and the pairs of answers it rests on


def known(root: str) -> Known:
    """Return what is known, nothing where there is no file or somebody broke it."""
    try:
        with open(os.path.join(root, PLACE), "rb") as file:
            return value_of(file.read(), into=Known, wanted="factors by model", todo="")
    except (OSError, BadContent):
        return {}


def remember(root: str, model: str, factor: float, pairs: int) -> None:
    """Write down what is known of a model now."""
    table = known(root) | {model: (factor, pairs)}
    save(os.path.join(root, PLACE), msgspec.json.format(msgspec.json.encode(dict(sorted(table.items())))))
