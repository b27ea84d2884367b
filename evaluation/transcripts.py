"""How exactly transcripts are read: the files tool calls wrote, and the tokens in context, against known ones.

    python -m evaluation.transcripts FOLDER [--misses]

FOLDER holds `gt.jsonl`, one transcript a line: `file` (relative to the folder above), and `gt` with the files that
calls wrote and did not fail, and the numbers of the last answer. Read through the same doors as `baton compact
--transcript` and `baton context`.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from batonpass.extract.facts import extract
from batonpass.flow.context import context
from batonpass.flow.setup import open_project
from batonpass.model.errors import BatonError
from batonpass.model.fact import Fact
from batonpass.read.found import Found
from batonpass.read.parse import parse
from evaluation.row import Row, share

FILES_GOAL, TOKENS_GOAL = 97.0, 100.0
MOST = 1_000_000_000  # bytes: none is too long to be measured


class Result(NamedTuple):
    """How one transcript was read; None is what ground truth does not tell of it."""

    file: str
    wanted: tuple[str, ...] | None  # files that were written
    missed: tuple[str, ...] | None  # those of them that were not found
    beyond: tuple[str, ...] = ()  # files found that no tool of an editor wrote: a shell did, or nobody
    tokens: int | None = None  # as ground truth has them
    told: int | None = None


def main(arguments: Sequence[str]) -> int:
    """Print the figures; return 1 where a goal is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--misses", action="store_true", help="name every transcript that was read wrongly")
    asked = options.parse_args(arguments)
    results = list(judged(asked.folder))
    table = rows(results)
    for row in table:
        print(row)
    for result in results if asked.misses else ():
        if result.missed or result.beyond or result.told != result.tokens:
            print(f"\n{result.file}\n  missed {result.missed}\n  beyond {result.beyond}")
            print(f"  told {result.told} tokens, wanted {result.tokens}")
    return int(not all(row.held for row in table))


def rows(results: Sequence[Result]) -> tuple[Row, ...]:
    """Return the table: transcripts of which every written file was found, and whose context is exact."""
    of_files = [not r.missed for r in results if r.missed is not None]
    wrote = [not r.missed for r in results if r.wanted]
    of_tokens = [r.told == r.tokens for r in results if r.tokens is not None]
    return (
        share("transcripts: all written files found", sum(of_files), len(of_files), FILES_GOAL),
        share("  of those that wrote any", sum(wrote), len(wrote), FILES_GOAL),
        share("transcripts: tokens in context exact", sum(of_tokens), len(of_tokens), TOKENS_GOAL),
    )


def judged(folder: Path) -> Iterator[Result]:
    """Yield how every transcript was read."""
    for line in (folder / "gt.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        path = folder.parent / case["file"]
        wanted, tokens = written(case["gt"]), tokens_of(case["gt"])
        if wanted is None and tokens is None:
            continue
        found = _paths(facts(path))
        missed = None if wanted is None else tuple(sorted(w for w in wanted if not _among(w, found)))
        beyond = tuple(sorted(f for f in found if not _among(f, wanted or ())))
        yield Result(case["file"], wanted, missed, beyond, tokens, None if tokens is None else counted(path))


def written(truth: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the files ground truth says were written."""
    for name in ("files_written_ok", "files_by_apply_patch", "files_in_patch"):
        if isinstance(truth.get(name), list | dict):
            return tuple(truth[name])
    return None


def tokens_of(truth: Mapping[str, Any]) -> int | None:
    """Return the tokens ground truth says are in context; Codex counts those it had cached among the input."""
    if truth.get("context_tokens_last"):
        return int(truth["context_tokens_last"])
    last = truth.get("usage_last") if truth.get("format") == "codex_rollout" else None
    told = (last.get("last_token_usage") or last).get("input_tokens") if isinstance(last, dict) else None
    return int(told) if told else None


def facts(path: Path) -> tuple[Fact, ...]:
    """Return what is read of a transcript."""
    return extract(parse(Found(path.name, path.as_posix(), path.read_bytes()), redact=str, max_bytes=MOST))


def _paths(found: Sequence[Fact]) -> tuple[str, ...]:
    """Return the files that were written, by both of their names where they were renamed."""
    done = (fact.attributes for fact in found if fact.kind == "file" and fact.basis == "derived")
    return tuple(
        path
        for about in done
        if about.change in ("created", "modified", "deleted", "renamed")
        for path in (about.path, about.from_path)
        if path
    )


def _among(path: str, others: Sequence[str]) -> bool:
    """Tell whether a path is among others; either may be relative to the working directory."""
    return any(
        path == other or path.endswith("/" + other.lstrip("/")) or other.endswith("/" + path.lstrip("/"))
        for other in others
    )


def counted(path: Path) -> int | None:
    """Return the tokens `baton context` tells, None where it gives none or a guess."""
    try:
        told = context(open_project(tempfile.gettempdir()), str(path))
    except BatonError:
        return None
    return told.tokens if told.exact else None


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
