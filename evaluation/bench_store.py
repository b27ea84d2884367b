"""Many processes publish into one store at once: what is lost, torn or doubled, and how long it takes."""

import json
import multiprocessing
import os
import tempfile
import time
from collections import Counter
from glob import glob
from hashlib import sha256
from typing import NamedTuple

from batonpass.model.handoff import Selection
from batonpass.model.terms import Stamp
from batonpass.store.local import LocalStore

TEXT = b"One line of a full artifact, as long as such lines are.\n" * 200
AGENTS = 8


class Published(NamedTuple):
    """What became of all that was published."""

    published: int
    lost: int  # absent on the disk, in the ledger, or in the journal
    torn: int  # files missing or other than they were written
    doubled: int  # ids or events that stand more than once
    seconds: float


def run(processes: int = 64, each: int = 50) -> Published:
    """Return what stands after so many processes published so many handoffs each."""
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as root:
        ready = spawn.Barrier(processes + 1)
        started = [spawn.Process(target=_publish, args=(root, n, each, ready)) for n in range(processes)]
        for process in started:
            process.start()
        ready.wait()
        begin = time.perf_counter()
        for process in started:
            process.join()
        seconds = time.perf_counter() - begin
        expected = [_id(n, i) for n in range(processes) for i in range(each)]
        return _judged(root, expected, seconds)


def _id(process: int, number: int) -> str:
    return sha256(f"{process} {number}".encode()).hexdigest()[:12]


def _content(handoff_id: str, agent: str, place: str) -> dict[str, bytes]:
    manifest = {"id": handoff_id, "from_agent": agent, "artifacts_directory": place, "summary": {}}
    data = json.dumps(manifest).encode()
    proof = json.dumps({"id": handoff_id, "manifest_digest": sha256(data).hexdigest()}).encode()
    return {"manifest.json": data, "proof.json": proof, "brief.md": b"# Brief\n", "full-plan.md": TEXT}


def _publish(root: str, process: int, each: int, ready: "multiprocessing.synchronize.Barrier") -> None:
    store = LocalStore(root, say=print)
    ready.wait()
    for number in range(each):
        handoff_id, agent = _id(process, number), f"agent-{(process + number) % AGENTS}"
        at = f"2026-03-01T10:{number % 60:02}:{process % 60:02}Z"
        place = store.place(agent, f"part {number}", handoff_id, at)
        store.publish(store.stage(Stamp(handoff_id, at, place), agent, _content(handoff_id, agent, place)))


def _judged(root: str, expected: list[str], seconds: float) -> Published:
    store = LocalStore(root, say=print)
    on_disk = Counter[str]()
    torn = len(glob(f"{root}/artifacts/.staging/*-*"))
    for path in glob(f"{root}/artifacts/*/2*/"):
        handoff_id, whole = _read(path)
        on_disk[handoff_id] += 1
        torn += not whole
    in_ledger = Counter(handoff.id for handoff in store.handoffs(Selection()))
    in_journal = Counter(str(event.data["handoff"]) for event in store.events("handoff.published"))
    places = (on_disk, in_ledger, in_journal)
    lost = sum(any(handoff_id not in place for place in places) for handoff_id in expected)
    doubled = sum(count - 1 for place in places for count in place.values())
    return Published(len(expected), lost, torn, doubled, seconds)


def _read(path: str) -> tuple[str, bool]:
    """Return a handoff's id, and whether its files are what was written."""
    files = {}
    for name in os.listdir(path):
        with open(os.path.join(path, name), "rb") as file:
            files[name] = file.read()
    try:
        said = json.loads(files["manifest.json"])
        place = said["artifacts_directory"]
        return said["id"], files == _content(said["id"], said["from_agent"], place) and path.endswith(place)
    except (KeyError, ValueError):
        return path, False


if __name__ == "__main__":
    print(run())
