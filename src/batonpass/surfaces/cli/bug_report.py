"""A bug of ours, as a file that a maintainer can work with."""

import platform
import tempfile
import traceback

from batonpass._version import __version__


def write(error: Exception) -> str:
    """Write the report where temporary files go; return its path."""
    lines = [f"baton {__version__} · Python {platform.python_version()} · {platform.platform()}\n\n"]
    lines += traceback.format_exception(error)
    with tempfile.NamedTemporaryFile(
        "w", prefix="baton-report-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
    ) as file:
        file.writelines(lines)
    return file.name
