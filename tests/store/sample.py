"""Small handoffs to publish."""

import json
from hashlib import sha256

from batonpass.model.handoff import Handoff
from batonpass.model.terms import Stamp
from batonpass.store.contract import Published, Staged, Store

TIME = "2026-03-01T10:00:00Z"


def handoff_id(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:12]


def manifest(name: str = "one", agent: str = "planner", at: str = TIME, **fields: object) -> bytes:
    said = {
        "from_agent": agent,
        "to_agents": [],
        "artifact_type": "plan",
        "timestamp": at,
        "scope": f"scope {name}",
        "summary": {"overview": f"what {name} found"},
        "id": handoff_id(name),
    }
    return json.dumps(said | fields, ensure_ascii=False).encode()


def proof(name: str = "one", standing: str = "published") -> bytes:
    receipt = {
        "manifest_tokens": 120,
        "required_reading_tokens": 30,
        "source_tokens": 4000,
        "brief_tokens": 90,
    }
    return json.dumps({"id": handoff_id(name), "standing": standing, "receipt": receipt}).encode()


def stage(
    store: Store,
    name: str = "one",
    agent: str = "planner",
    at: str = TIME,
    *,
    standing: str = "published",
    files: dict[str, bytes] | None = None,
    **fields: object,
) -> Staged:
    place = store.place(agent, f"scope {name}", handoff_id(name), at)
    content = {
        "manifest.json": manifest(name, agent, at, artifacts_directory=place, **fields),
        "proof.json": proof(name, standing),
        "brief.md": f"# {name}\n".encode(),
        "full-plan.md": f"# The whole plan of {name}\n\nEvery word of it.\n".encode(),
    }
    return store.stage(Stamp(handoff_id(name), at, place), agent, content | (files or {}))


def publish(
    store: Store,
    name: str = "one",
    agent: str = "planner",
    at: str = TIME,
    *,
    standing: str = "published",
    files: dict[str, bytes] | None = None,
    **fields: object,
) -> Published:
    return store.publish(stage(store, name, agent, at, standing=standing, files=files, **fields))


def ids(handoffs: tuple[Handoff, ...]) -> list[str]:
    return [handoff.id for handoff in handoffs]
