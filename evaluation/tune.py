"""Tune the weights of running text: `make tune` writes the one binary file the classifier reads.

    python -m evaluation.tune [FOLDER]

FOLDER holds documents whose headings serve as labels; by default the one beside the repository. One repository in
four is never trained on: `make eval` measures on those. The same documents give the same bytes.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from evaluation.__main__ import CORPUS
from evaluation.tune_examples import of_documents, written
from evaluation.tune_rarity import Common, common_words
from evaluation.tune_train import Model, train

WEIGHTS = Path(__file__).resolve().parent.parent / "src" / "batonpass" / "tables" / "prose.weights"
LARGEST = 1_000_000  # bytes
LEAST = 3  # of 127 steps: a row with nothing larger says nothing
MIDDLE, STEPS = 128, 127


def packed(model: Model, common: Common) -> bytes:
    """Return the weights as a file: a line about them, the traits, one byte a weight; then words, and how rare each is."""
    largest = max(abs(weight) for row in model.rows.values() for weight in row)
    scale = largest / STEPS
    rows = {
        trait: bytes(MIDDLE + round(weight / scale) for weight in row)
        for trait, row in model.rows.items()
        if max(map(abs, row)) >= LEAST * scale
    }
    about = {
        "classes": model.classes,
        "scale": round(scale, 8),
        "bias": [round(weight, 4) for weight in model.bias],
        "stretches": common.stretches,
    }
    names, words = "\n".join(rows).encode(), "\n".join(common.rarity).encode()
    told = b"\n".join([json.dumps(about).encode(), names]) + b"\0" + b"".join(rows.values())
    return told + words + b"\0" + bytes(common.rarity.values())


def main(arguments: Sequence[str]) -> int:
    """Train, write, and say what was written."""
    folder = Path(arguments[0]) if arguments else CORPUS
    if not folder.is_dir():
        print(f"no folder {folder}: name one with documents, as `make tune CORPUS=folder`", file=sys.stderr)
        return 2
    began = time.perf_counter()
    examples = [*written(), *of_documents(folder)]
    model = train(examples)
    data = packed(model, common_words(folder))
    if len(data) > LARGEST:
        print(f"{len(data)} bytes are more than {LARGEST}: ask for traits seen more often", file=sys.stderr)
        return 1
    WEIGHTS.write_bytes(data)
    took = time.perf_counter() - began
    print(f"{WEIGHTS.name}: {len(examples)} texts, {len(data)} bytes, {took:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
