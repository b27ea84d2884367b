"""How exactly evidence is read: transcripts, reports and git, each against what is known of it; and what gates decide.

    python -m evaluation.evidence FOLDER

FOLDER holds `D` (transcripts) and `E` (reports), each with its `gt.jsonl`; what is not there is not measured.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from evaluation import alarms, gates, git_trail, reports, transcripts
from evaluation.row import Row


def main(arguments: Sequence[str]) -> int:
    """Print every figure; return 1 where a goal is missed."""
    missed = 0
    for row in rows(Path(arguments[0])):
        print(row, flush=True)
        missed += not row.held
    return int(missed > 0)


def rows(folder: Path | None) -> Iterator[Row]:
    """Yield the figures; without a folder those that need none."""
    if folder and (folder / "D" / "gt.jsonl").is_file():
        yield from transcripts.rows(list(transcripts.judged(folder / "D")))
    if folder and (folder / "E" / "gt.jsonl").is_file():
        yield from reports.rows(list(reports.judged(folder / "E")))
    yield from git_trail.rows()
    yield from gates.rows(folder)
    yield from alarms.rows(folder)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
