"""git as a subprocess: a clean environment, no shell, no lock taken, no hook run, an end to waiting."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from batonpass.tables.load import table

# Of the caller's environment everything counts but what would point git elsewhere: a hook sets GIT_DIR.
OWN = MappingProxyType(
    {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
        "LC_ALL": "C",
        "LANGUAGE": "C",
    }
)
# What a repository's configuration could do to a question: run programs, write files, hide or reorder paths.
CONFIG = (
    "core.quotePath=false",
    "core.fsmonitor=",
    "core.splitIndex=false",
    f"core.hooksPath={os.devnull}",
    "diff.orderFile=",
    "submodule.recurse=false",
)
NOTHING: Mapping[str, str] = MappingProxyType({})


class GitFailed(Exception):
    """A question git did not answer, with what it said instead."""


class GitSlow(GitFailed):
    """A question git did not answer in time."""


def ask(root: str, *arguments: str, stdin: bytes = b"", more: Mapping[str, str] = NOTHING) -> bytes:
    """Return what git answers in a folder; raise `GitFailed` where it does not."""
    try:
        done = subprocess.run(
            ["git", *_configured(), *arguments],
            cwd=root,
            env=environment() | dict(more),
            input=stdin,
            capture_output=True,
            timeout=table("evidence")["git"]["timeout_s"],
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise GitSlow(f"git {arguments[0]} did not end in time") from None
    except FileNotFoundError:
        raise GitFailed("git is not installed, or not on the PATH") from None
    except OSError as error:
        raise GitFailed(f"git cannot be run: {error.strerror or error}") from None
    if done.returncode:
        raise GitFailed(_said(done.stderr) or f"git {arguments[0]} ended with {done.returncode}")
    return done.stdout


def environment() -> dict[str, str]:
    """Return the environment of the caller without git's own variables."""
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | dict(OWN)


def _configured() -> Sequence[str]:
    return [part for setting in CONFIG for part in ("-c", setting)]


def _said(stderr: bytes) -> str:
    """Return the first line of what git complained about."""
    lines = stderr.decode("utf-8", "replace").splitlines()
    return next(
        (line.removeprefix("fatal: ").removeprefix("error: ").strip() for line in lines if line.strip()), ""
    )
