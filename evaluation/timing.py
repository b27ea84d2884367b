"""Speed as a ratio inside one run: P is the wall time of `python -c pass` in the same environment."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache
from statistics import median

ROUNDS = 15


def interpreter_start() -> float:
    """Return P in seconds: the median of several bare starts."""
    return process([sys.executable, "-c", "pass"])


@cache
def start() -> float:
    """Return P, measured once."""
    return interpreter_start()


def process(
    command: Sequence[str],
    rounds: int = ROUNDS,
    cwd: str | None = None,
    *,
    told: Callable[[int], bytes] = lambda _: b"",
) -> float:
    """Return the median wall time of a command in seconds; it must succeed. `told` is what each round is given to read."""
    times = []
    for number in range(rounds):
        data = told(number)
        began = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=cwd, input=data)
        times.append(time.perf_counter() - began)
    return median(times)


def call(function: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median time of a call in seconds, after one call that warms it."""
    function()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        function()
        times.append(time.perf_counter() - began)
    return median(times)


def rate(function: Callable[[], object], seconds: float = 0.5) -> float:
    """Return how often a call runs in a second."""
    function()
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        function()
        done += 1
    return done / spent
