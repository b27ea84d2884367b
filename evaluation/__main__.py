"""How well facts are read and handed over: `make eval`.

    python -m evaluation [FOLDER] [--misses MEASURE]

FOLDER holds documents with ground truth; by default the one beside the repository, if there is any. Averages are
taken per document, then per repository, then over repositories.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from evaluation import evidence, measures, personas
from evaluation.families import compare
from evaluation.families.all import expected
from evaluation.returns import measure as returns
from evaluation.score import Score, averages, missed, table, worst

CORPUS = Path(__file__).resolve().parent.parent.parent / "shared" / "corpus"


def main(arguments: Sequence[str]) -> int:
    """Print the tables, or the worst documents of one measure; return 1 where a goal is missed."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path, nargs="?", default=CORPUS if CORPUS.is_dir() else None)
    options.add_argument("--misses", default="", help="print the documents of this measure, worst first")
    options.add_argument("--only", default="", help="run the measures of this module only")
    asked = options.parse_args(arguments)
    scores = list(measures.scores(asked.folder, asked.only))
    if asked.misses:
        print("\n".join(worst(scores, asked.misses)))
        return 0
    missed_any = _documents(scores)
    if asked.only:
        return int(missed_any)
    print()
    print("\n".join(compare.table(row for one in expected(asked.folder) for row in compare.rows(one))))
    return int(_evidence(asked.folder) or missed_any)


def _documents(scores: Sequence[Score]) -> bool:
    """Print the figures of documents; say whether one misses its goal."""
    told = list(averages(scores))
    print("\n".join(table(told)))
    return any(missed(one) for one in told)


def _evidence(folder: Path | None) -> bool:
    """Print the figures of transcripts, reports, git, returns and personas; say whether one misses its goal."""
    print()
    missed_any = False
    for row in (*evidence.rows(folder), *returns.rows(folder), *personas.rows()):
        print(row, flush=True)
        missed_any |= not row.held
    return missed_any


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
