from collections.abc import Callable
from pathlib import Path

import pytest

from batonpass.store.contract import Store
from batonpass.store.local import LocalStore
from tests.store.conformance import CHECKS
from tests.store.memory import MemoryStore


def refuse(message: str) -> None:
    pytest.fail(f"nothing had to be made again, yet: {message}")


@pytest.fixture(params=["local", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return MemoryStore() if request.param == "memory" else LocalStore(str(tmp_path), say=refuse)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_store_keeps_the_contract(check: Callable[[Store], None], store: Store) -> None:
    check(store)
