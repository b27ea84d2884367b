"""The plugin in `plugin/`: the client itself says whether it is one."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.hosts.client import needs_client
from tools import clients

PLUGIN = Path(__file__).resolve().parents[2] / "plugin"


@needs_client
@pytest.mark.parametrize("what", ["plugin", "."])  # the plugin, and the marketplace that lists it
def test_the_client_takes_it(tmp_path: Path, what: str) -> None:
    program = clients.claude()
    assert program is not None
    done = subprocess.run(
        [str(program), "plugin", "validate", str(PLUGIN.parent / what)],
        env={"HOME": str(tmp_path), "USERPROFILE": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()


def test_every_command_it_names_is_one_of_ours() -> None:
    from batonpass.surfaces.cli.help import COMMANDS  # noqa: PLC0415 - only here

    for page in PLUGIN.rglob("*.md"):
        named = set(re.findall(r"`!?`?baton (\w+)", page.read_text("utf-8")))
        assert named <= {*COMMANDS, "hook"}, page.name
