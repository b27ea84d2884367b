"""Print the figures of returns: `python -m evaluation.returns`; with `--misses` what went wrong."""

import sys

from evaluation.returns.measure import misses, rows


def main() -> int:
    """Print every figure; return 1 where a goal is missed."""
    if "--misses" in sys.argv[1:]:
        print("\n".join(misses()))
        return 0
    missed = False
    for row in rows():
        print(row, flush=True)
        missed |= not row.held
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
