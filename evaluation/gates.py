"""How often a gate decides wrongly: states of transcripts against what is right, as a confusion matrix.

    python -m evaluation.gates [FOLDER]

FOLDER holds `D/gt.jsonl`, real transcripts with the tokens they have in context.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from batonpass.flow.checkpoint import Checkpoint, checkpoint
from batonpass.flow.policy import Policy, policy
from evaluation.gate_states import MOMENTS, State, states, wanted
from evaluation.row import Row

STATUSES = ("OK", "SHOULD", "MUST", "BLOCKED", "UNKNOWN")
POLICIES = ("advise", "go", "block")  # what a playbook may want where nobody knows
FEWEST = 2000
AT = "2026-03-01T10:00:00Z"
Matrix = Counter[tuple[str, str]]  # (wanted, decided) status


class Project:
    """An empty project whose transcripts are written one after the other."""

    def __init__(self, root: str) -> None:
        """Open it."""
        self.root = root
        self.policy: Policy = policy(root)
        self.states = self.decisions = self.wrong = self.moved = 0
        self.matrix: Matrix = Counter()

    def judge(self, state: State) -> None:
        """Ask at every moment, and count what is wrong."""
        path = self._laid(state)
        self.states += 1
        for unknown in POLICIES if state.tokens is None else POLICIES[:1]:
            self.policy.ladder.unknown = unknown
            for moment in MOMENTS:
                found = self._ask(path, moment)
                right = wanted(state, moment, unknown)
                decided = (found.verdict.level, found.verdict.answer)
                self.decisions += 1
                self.wrong += (
                    decided != right or (found.usage.tokens if found.usage else None) != state.tokens
                )
                self.moved += _bytes(found) != _bytes(self._ask(path, moment))
                self.matrix[right[0], decided[0]] += 1

    def _ask(self, path: Path, moment: str) -> Checkpoint:
        return checkpoint(self.root, self.policy, str(path), moment=moment, at=AT)

    def _laid(self, state: State) -> Path:
        path = Path(self.root, "s1.jsonl")
        path.write_bytes(state.text)
        line = Path(self.root, ".baton/cache/statusline/s1.json")
        line.parent.mkdir(parents=True, exist_ok=True)
        shown = {"context_window": {"context_window_size": state.window}} if state.is_shown else {}
        line.write_text(json.dumps(shown), "utf-8")
        return path


def _bytes(found: Checkpoint) -> bytes:
    usage, verdict = found.usage, found.verdict
    told = [verdict.answer, verdict.level, verdict.step, *verdict.reasons, found.denied]
    return json.dumps([*told, usage and [usage.tokens, usage.window, usage.exact]]).encode()


def judged(folder: Path | None = None, every: int = 1) -> Project:
    """Return the project in which all states were judged, or every so many of them; then the real ones of a folder."""
    with tempfile.TemporaryDirectory() as root:
        Path(root, ".baton").mkdir()
        project = Project(root)
        for number, state in enumerate((*states(), *real(folder))):
            if number % every == 0:
                project.judge(state)
        return project


def real(folder: Path | None) -> Iterator[State]:
    """Yield real transcripts of Claude Code with what is known of their context."""
    told = folder / "D" / "gt.jsonl" if folder else None
    if folder is None or told is None or not told.is_file():
        return
    for line in told.read_text("utf-8").splitlines():
        known = json.loads(line)
        tokens = known["gt"].get("context_tokens_last")
        if tokens:
            data = (folder / known["file"]).read_bytes()
            yield State("real", "claude", data, int(tokens), 200_000)


def rows(folder: Path | None) -> Iterator[Row]:
    """Yield the figures."""
    yield from figures(judged(folder))


def figures(found: Project) -> Iterator[Row]:
    """Yield the figures of a project in which states were judged."""
    enough = found.states >= FEWEST
    yield Row("gates: states with a known share", f"{found.states:,}", f">= {FEWEST:,}", enough)
    for status in STATUSES:
        of = sum(count for (right, _), count in found.matrix.items() if right == status)
        told = found.matrix[status, status]
        yield Row(f"gates: {status} said to be {status}", f"{told:,} of {of:,}", "all", told == of > 0)
    yield Row("gates: wrong decisions", f"{found.wrong} of {found.decisions:,}", "0", not found.wrong)
    yield Row("gates: decisions that change when repeated", f"{found.moved}", "0", not found.moved)


def table(matrix: Matrix) -> Iterable[str]:
    """Return the confusion matrix: a row for what is right, a column for what was decided."""
    yield f"{'':10}" + "".join(f"{status:>10}" for status in STATUSES)
    for right in STATUSES:
        yield f"{right:10}" + "".join(f"{matrix[right, decided]:>10,}" for decided in STATUSES)


def main(arguments: list[str]) -> int:
    """Print the matrix and the figures; return 1 where a goal is missed."""
    folder = Path(arguments[0]) if arguments else None
    found = judged(folder)
    print("\n".join(table(found.matrix)))
    missed = 0
    for row in figures(found):
        print(row, flush=True)
        missed += not row.held
    return int(missed > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
