"""A repository of its own for a test, driven by git itself."""

import os
import subprocess
from pathlib import Path


class Repository:
    """A working tree in a folder; nobody's configuration has a say in it."""

    def __init__(self, root: Path, *, begin: bool = True) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        if begin:
            self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, at: str = "2026-01-01T12:00:00Z") -> str:
        """Run git; `at` is the time of a commit."""
        own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(self.root.parent)}
        own |= {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in
                (("NAME", "Ada"), ("EMAIL", "ada@example.org"), ("DATE", at))}  # fmt: skip
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.root,
            env=os.environ | own,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def put(self, path: str, text: str | bytes) -> None:
        """Write a file."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text if isinstance(text, bytes) else text.encode())

    def take(self, path: str) -> None:
        """Remove a file."""
        (self.root / path).unlink()

    def move(self, path: str, to: str) -> None:
        """Move a file without telling git."""
        (self.root / to).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).rename(self.root / to)

    def commit(self, message: str = "work", at: str = "2026-01-01T12:00:00Z") -> str:
        """Commit everything and return the commit's id."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, at=at)
        return self.git("rev-parse", "HEAD").strip()
