"""Tuned weights: what every trait of a text says for and against each kind."""

import json
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import exp, sqrt
from typing import Any

from batonpass.tables.load import blob

ZERO = 128  # a weight is one byte; this one says nothing
RARITY = 16  # steps for every halving of how common a word is
LANE = 4  # bytes in which any number of them adds up without a carry


class Lanes(dict[str, int]):
    """The rows of the traits met so far, each as one number."""

    def __init__(self, widened: Callable[[str], int]) -> None:
        """Take how a row is made one number."""
        super().__init__()
        self.widened = widened

    def __missing__(self, trait: str) -> int:
        """Make a row one number when it is met first."""
        found = self[trait] = self.widened(trait)
        return found


class Weights:
    """One table of weights. Adding up a row is adding one number: its bytes are the lanes of a long integer."""

    def __init__(self, data: bytes) -> None:
        """Read a table: one line of JSON, the traits one a line, and a row of bytes for each."""
        line, _, rest = data.partition(b"\n")
        about: dict[str, Any] = json.loads(line)
        names, _, rest = rest.partition(b"\0")
        end = (names.count(b"\n") + 1) * len(about["classes"])
        self.rows = rest[:end]
        stems, _, rarities = rest[end:].partition(b"\0")
        self.rarity = dict(zip(stems.decode().split("\n"), rarities, strict=False))
        self.stretches: int = about["stretches"]
        self.classes: tuple[str, ...] = tuple(about["classes"])
        self.scale: float = about["scale"]
        self.bias: list[float] = about["bias"]
        self.place = {name: at for at, name in enumerate(names.decode().split("\n"))}
        self.lanes = Lanes(self.widened)
        self.unpack = struct.Struct(f"<{len(self.classes)}I").unpack

    def common(self, word: str) -> float:
        """Return in what share of all stretches of text a word without its ending stands."""
        rarity = self.rarity.get(word)
        return 0.5 / self.stretches if rarity is None else 2.0 ** (-rarity / RARITY)

    def widened(self, trait: str) -> int:
        """Return the row of a known trait as one number, with room above each of its bytes."""
        at, width = self.place[trait], len(self.classes)
        wide = bytearray(width * LANE)
        wide[::LANE] = self.rows[at * width : (at + 1) * width]
        return int.from_bytes(wide, "little")

    def sums(self, traits: Iterable[str]) -> list[float]:
        """Return what the traits of a text come to for every class, as log odds."""
        known = set(traits) & self.place.keys()
        if not known:
            return list(self.bias)
        total = sum(map(self.lanes.__getitem__, known))
        share = self.scale / sqrt(len(known))
        lanes = self.unpack(total.to_bytes(len(self.classes) * LANE, "little"))
        zero = ZERO * len(known)
        return [base + share * (lane - zero) for base, lane in zip(self.bias, lanes, strict=True)]


def chances(sums: Sequence[float]) -> list[float]:
    """Return log odds as probabilities."""
    highest = max(sums)
    shares = [exp(s - highest) for s in sums]
    whole = sum(shares)
    return [s / whole for s in shares]


@cache
def weights() -> Weights:
    """Return the shipped weights; they are read when the first text needs them."""
    return Weights(blob("prose.weights"))
