"""Tune the weights of running text: `make tune` writes the one binary file the classifier reads.

    python -m evaluation.tune [FOLDER] [--hold-out VOICE ...]

FOLDER holds documents whose headings serve as labels; by default the one beside the repository. One repository in
four is never trained on: `make eval` measures on those. The same documents give the same bytes.
With `--hold-out` nothing is written: weights learned without these voices are measured on them.
"""

import json
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from evaluation.__main__ import CORPUS
from evaluation.tune_examples import of_documents, of_voice, voices, written
from evaluation.tune_held import held_out
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
    """Train, and write the weights or measure them."""
    asked = parser().parse_args(arguments)
    if not asked.folder.is_dir():
        print(
            f"no folder {asked.folder}: name one with documents, as `make tune CORPUS=folder`",
            file=sys.stderr,
        )
        return 2
    if unknown := set(asked.hold_out) - set(voices()):
        print(f"no voice {', '.join(sorted(unknown))}: there are {', '.join(voices())}", file=sys.stderr)
        return 2
    began = time.perf_counter()
    examples = [*written(without=asked.hold_out), *of_documents(asked.folder)]
    model = train(examples)
    if asked.hold_out:
        print(held_out(model, {name: list(of_voice(name)) for name in asked.hold_out}))
        return 0
    data = packed(model, common_words(asked.folder))
    if len(data) > LARGEST:
        print(f"{len(data)} bytes are more than {LARGEST}: ask for traits seen more often", file=sys.stderr)
        return 1
    WEIGHTS.write_bytes(data)
    took = time.perf_counter() - began
    print(f"{WEIGHTS.name}: {len(examples)} texts, {len(data)} bytes, {took:.0f} s")
    return 0


def parser() -> ArgumentParser:
    """Return what can be asked for."""
    made = ArgumentParser(prog="python -m evaluation.tune", description="Refit the weights of running text.")
    made.add_argument("folder", nargs="?", type=Path, default=CORPUS, help="of documents whose headings tell")
    made.add_argument(
        "--hold-out", nargs="+", default=[], metavar="VOICE", help="measure on these, write nothing"
    )
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
