"""What was found where the caller pointed, and what there is to say about it."""

from msgspec import Struct

from batonpass.model.problem import Problem


class Found(Struct, frozen=True):
    """One file as it lies there; without data where there is nothing to read."""

    name: str
    path: str  # POSIX, relative to the root, absolute outside of it, "" where it is no file
    data: bytes
    problems: tuple[Problem, ...] = ()


def empty(name: str, path: str) -> Problem:
    """Say that there is nothing in it."""
    todo = "write the document first, or leave it out"
    return Problem("source-empty", "warning", f"{name} is empty", todo, path)


def binary(name: str, path: str) -> Problem:
    """Say that it is no text."""
    todo = "give the text it was made from"
    return Problem("source-binary", "warning", f"{name} is binary and was not read", todo, path)


def unreadable(name: str, path: str, why: str) -> Problem:
    """Say that the system does not let it be read."""
    return Problem(
        "source-unreadable", "error", f"{name} cannot be read: {why}", "check its permissions", path
    )


def special(name: str, path: str) -> Problem:
    """Say that it is no file that ends."""
    todo = "write what it gives into a file first, or pipe it to -"
    return Problem("source-special", "warning", f"{name} is a device or a pipe and was not read", todo, path)


def too_large(name: str, path: str, size: int, limit: int) -> Problem:
    """Say that it is kept without being looked into."""
    message = f"{name} has {size:,} bytes, more than {limit:,}: it is stored and not extracted"
    return Problem("source-too-large", "warning", message, "give a shorter document, or --force", path)


def no_report(name: str) -> Problem:
    """Say that nothing in it is a result."""
    message = f"{name} holds no result of a test run, a checker or a coverage tool that is known"
    return Problem(
        "report-unknown", "warning", message, "give what the tool wrote, or hand it over as a document"
    )


def passed_over(name: str, path: str, hidden: str) -> Problem:
    """Say what in a folder was not looked at."""
    message = f"{name}: hidden entries were not read: {hidden}"
    return Problem("source-hidden", "note", message, "name them one by one to read them", path)
