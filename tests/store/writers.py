"""Processes that write to one store at the same time."""

import multiprocessing
import os
from collections.abc import Callable

from batonpass.model.roles import Slot
from batonpass.store import files
from batonpass.store.local import LocalStore
from tests.store.sample import publish, stage

SPAWN = multiprocessing.get_context("spawn")


def run(work: Callable[[str, int], None], root: str, processes: int) -> None:
    """Run `work(root, number)` in so many processes, and fail with the first that fails."""
    started = [SPAWN.Process(target=work, args=(root, number)) for number in range(processes)]
    for process in started:
        process.start()
    for process in started:
        process.join(120)
        assert process.exitcode == 0


def publish_ten(root: str, number: int) -> None:
    store = LocalStore(root, say=print)
    for i in range(10):
        agent = f"agent-{(number + i) % 3}"
        assert publish(store, f"{number}-{i}", agent, f"2026-03-01T10:{i:02}:{number:02}Z").new


def publish_the_same(root: str, number: int) -> None:
    store = LocalStore(root, say=print)
    for i in range(10):
        publish(store, f"same-{i}", at=f"2026-03-01T10:00:{number:02}Z")


def ask_for_the_ledger(root: str, number: int) -> None:
    store = LocalStore(root, say=print)
    assert len(store.workflows()) == 0
    assert store.search(f"nothing {number}") == ()


def die_before_publishing(root: str, number: int) -> None:
    stage(LocalStore(root, say=print), f"dead-{number}")
    os._exit(0)  # as a killed process: nothing is cleaned up


def put_ten_rounds(root: str, number: int) -> None:
    rounds = LocalStore(root, say=print).rounds
    slot = Slot("S1", "AUTH", f"developer_{number % 2}", ("handoff_implementation",))
    for i in range(10):
        rounds.put(slot, b'{"by": %d, "round": %d}' % (number, i))


def write_the_plain_name(root: str, number: int) -> None:
    """Write as an agent does: straight into the file, under no lock."""
    path = os.path.join(root, "artifacts", "S1", "AUTH", "handoff_developer_0.json")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    for i in range(10):
        files.write(path, b'{"own": %d, "time": %d}' % (number, i))


def put_or_write(root: str, number: int) -> None:
    (write_the_plain_name if number == 0 else put_ten_rounds)(root, number)
