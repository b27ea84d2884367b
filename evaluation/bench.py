"""The speed figures: `make bench`. Ratios inside one run; P is the time of `python -c pass` here and now."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from batonpass.flow.check import check_manifests
from batonpass.flow.in_place import sketch
from batonpass.flow.setup import open_project
from batonpass.model.terms import Terms
from evaluation import (
    bench_cache,
    bench_evidence,
    bench_hooks,
    bench_routes,
    bench_store,
    bench_validate,
    story,
)
from evaluation import orchestrator as orchestration
from evaluation.timing import call, interpreter_start, process

BATON = [str(Path(sys.executable).with_name("baton"))]
STORY = story.STORY / "research" / "full-analysis.md"
LARGE_BYTES = 50_000_000
MEMORY_LIMIT_MB = 1000


class Figure(Struct, frozen=True):
    """One line of the table."""

    name: str
    measured: str
    goal: str
    held: bool


def main() -> int:
    """Print every figure as it is measured; return 1 when a goal is missed."""
    start = interpreter_start()
    print(f"P = {start * 1000:.1f} ms, the time of `python -c pass`\n")
    print(f"{'':2} {'figure':<58} {'measured':>18}   goal")
    missed = 0
    for measure in MEASURES:
        for figure in measure(start):
            print(
                f"{'✓' if figure.held else '✗':2} {figure.name:<58} {figure.measured:>18}   {figure.goal}",
                flush=True,
            )
            missed += not figure.held
    return 1 if missed else 0


def compaction(start: float) -> Iterator[Figure]:
    """Measure one document in process, and one ten times as long."""
    text = STORY.read_text("utf-8")
    once = call(_compacting(text))
    yield _ratio("compact a 2000-line document, warm, in process", once, start, 6)
    tenfold = call(_compacting(_varied(text, 10)), rounds=3)
    yield Figure(
        "the same ten times as long", f"{tenfold / once:.1f} x as long", "<= 12 x", tenfold <= 12 * once
    )


def _compacting(text: str) -> Callable[[], object]:
    folder = tempfile.mkdtemp()
    setup, terms = open_project(folder), Terms(agent="bench", type="research")
    return lambda: sketch(setup, terms, text)


def _varied(text: str, times: int) -> str:
    """Return a text so many times as long in which no part is another's copy."""
    return "\n".join(text.replace("Redis", f"Redis{n}").replace("auth", f"auth{n}") for n in range(times))


def starting(start: float) -> Iterator[Figure]:
    """Measure whole processes of the command."""
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "notes.md"
        small.write_text("# Notes\n\n## Decisions\n\n- Use SQLite because it needs no server\n", "utf-8")
        yield _ratio("baton --version", process([*BATON, "--version"]), start, 2)
        yield _ratio("baton --help", process([*BATON, "--help"]), start, 5)
        compact = [*BATON, "compact", str(small), "--agent", "bench", "--root", folder]
        yield _ratio("baton compact on a small file", process(compact), start, 25)


def rules(_: float) -> Iterator[Figure]:
    """Measure how many manifests a second the rules judge."""
    rates = bench_validate.rates()
    yield _rate("schema rule", rates["schema rule"], 50_000)
    yield _rate("all rules, already counted and resolved", rates["all rules, counted and resolved"], 3_000)
    with tempfile.TemporaryDirectory() as folder:
        yield _rate("full validate with disk and proof", _full_validate(Path(folder)), 200)


def _full_validate(project: Path) -> float:
    names = [told.outcome.opened.handoff.manifest for told in story.tell(project)]
    setup = open_project(str(project))
    return len(names) / call(lambda: check_manifests(setup, names))


def routes(start: float) -> Iterator[Figure]:
    """Measure how often it is decided who is next."""
    made = bench_routes.decisions() * start * bench_routes.STARTS
    goal = f">= {bench_routes.LEAST:,}"
    name = f"route decisions in the time of {bench_routes.STARTS} interpreter starts"
    yield Figure(name, f"{made:,.0f}", goal, made >= bench_routes.LEAST)


def publishing(_: float) -> Iterator[Figure]:
    """Measure 64 processes that publish 50 handoffs each."""
    done = bench_store.run()
    text = f"{done.lost} lost, {done.torn} torn, {done.doubled} doubled"
    whole = f"64 processes x 50 handoffs, {done.published / done.seconds:.0f}/s"
    yield Figure(whole, text, "none lost, torn, doubled", not (done.lost or done.torn or done.doubled))


def examples(_: float) -> Iterator[Figure]:
    """Measure the example story."""
    for told in story.tell_in_a_temporary_project():
        name = f"examples, {told.type}: source tokens per manifest token"
        yield Figure(name, f"{told.ratio:.1f} x", f">= {told.goal} x", told.ratio >= told.goal)
        shown = told.points - len(told.missing)
        yield Figure(
            f"examples, {told.type}: planted key points visible, leaked",
            f"{shown} of {told.points}, {len(told.leaked)}",
            "all, 0",
            not told.missing and not told.leaked,
        )


def transcripts(start: float) -> Iterator[Figure]:
    """Measure sessions of agents: the context at their end, and all that was done in them."""
    ends = bench_evidence.ends()
    name = "context of a transcript of 500 MB"
    once = f"{ends.large / ends.small:.1f} x the time of 1 MB"
    yield Figure(name, once, "<= 3 x", ends.large <= bench_evidence.MOST_LONGER * ends.small)
    yield Figure(f"{name}, in process", f"{ends.large / start:.3f} P", "< 1 P", ends.large < start)
    constant = ends.grown_mb < bench_evidence.MOST_GROWN_MB
    yield Figure(
        f"{name}, memory",
        f"{ends.grown_mb:.1f} MB more than 1 MB",
        f"< {bench_evidence.MOST_GROWN_MB} MB",
        constant,
    )
    gate = bench_evidence.gate()
    yield Figure(
        "checkpoint on a transcript of 100 MB, in process", f"{gate / start:.3f} P", "< 1 P", gate < start
    )
    whole = bench_evidence.whole()
    ratio = whole.facts / whole.lines
    yield Figure(
        "a transcript of 5 MB into facts",
        f"{ratio:.1f} x `json.loads`",
        "<= 6 x",
        ratio <= bench_evidence.MOST_LOADS,
    )


def orchestrator(_: float) -> Iterator[Figure]:
    """Measure what agents cost the context of an orchestrator that sees returns and capsules only."""
    four = orchestration.simulated(4)
    names = (
        f"4 groups x 3 agents, {four.left // 1000} k tokens of output, in {orchestration.WINDOW // 1000} k"
    )
    yield Figure(names, f"{four.tokens:,} tokens", "<= 40,000", four.tokens <= orchestration.MOST)
    longest = max(four.longest_prompt, four.longest_return)
    yield Figure(
        "the longest prompt, the longest return",
        f"{four.longest_prompt}, {four.longest_return} tokens",
        f"<= {orchestration.MOST_PROMPT} each",
        longest <= orchestration.MOST_PROMPT,
    )
    costs = orchestration.simulated(100, whole=25).by_group
    spread = max(costs) / min(costs)
    name = f"100 groups, tokens of the first, the last, the dearest: {costs[0]}, {costs[-1]}, {max(costs)}"
    yield Figure(name, f"{spread:.2f} x the least", "<= 1.10 x", spread <= orchestration.CONSTANT)


def hooks(start: float) -> Iterator[Figure]:
    """Measure what the client waits for at every step of an agent."""
    for cost in bench_hooks.costs(start):
        yield Figure(
            f"hook {cost.name}", f"{cost.ratio:.1f} P", f"<= {cost.most:g} P", cost.ratio <= cost.most
        )


def prompt_cache(_: float) -> Iterator[Figure]:
    """Measure how much of a session's input a provider has cached, with hooks and without."""
    both = bench_cache.with_and_without()
    name = "input cached in Claude Code, with hooks, without"
    if both is None:
        yield Figure(name, "NO CLIENT", "`python tools/clients.py`", held=True)
        return
    ours, bare = (told.share for told in both)
    held = ours >= bench_cache.LEAST * bare
    yield Figure(name, f"{ours:.1%}, {bare:.1%}", f">= {bench_cache.LEAST:.0%} of without", held)


def memory(_: float) -> Iterator[Figure]:
    """Measure the peak memory of a process that is forced through a 50 MB document."""
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.md"
        text = STORY.read_text("utf-8")
        large.write_text(_varied(text, LARGE_BYTES // len(text.encode()) + 1), "utf-8")
        size = large.stat().st_size / 1e6
        peak = _peak_of([*BATON, "compact", str(large), "--agent", "bench", "--force", "--root", folder])
    goal = f"< {MEMORY_LIMIT_MB} MB"
    yield Figure(
        f"--force on a document of {size:.0f} MB", f"{peak:.0f} MB at most", goal, peak < MEMORY_LIMIT_MB
    )


def _peak_of(command: list[str]) -> float:
    """Return the peak resident memory of a command in MB, measured by a process that starts nothing else."""
    code = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True)\n"
        "sys.stderr.buffer.write(done.stderr)\n"
        "assert done.returncode in (0, 1), done.returncode\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    unit = 1e6 if sys.platform == "darwin" else 1e3  # bytes there, kilobytes elsewhere
    return int(done.stdout) / unit


def _ratio(name: str, seconds: float, start: float, most: float) -> Figure:
    return Figure(name, f"{seconds / start:.1f} P", f"<= {most:g} P", seconds <= most * start)


def _rate(name: str, rate: float, least: int) -> Figure:
    return Figure(name, f"{rate:,.0f}/s", f">= {least:,}/s", rate >= least)


MEASURES = (
    starting,
    compaction,
    rules,
    routes,
    publishing,
    examples,
    transcripts,
    hooks,
    prompt_cache,
    orchestrator,
    memory,
)

if __name__ == "__main__":
    sys.exit(main())
