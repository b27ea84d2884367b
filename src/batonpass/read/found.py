"""What was found where the caller pointed, and what there is to say about it."""

from msgspec import Struct

from batonpass.model.problem import Problem


class Found(Struct, frozen=True):
    """One file as it lies there; without data where there is nothing to read."""

    name: str
    path: str  # POSIX, relative to the root, absolute outside of it, "" where it is no file
    data: bytes
    problems: tuple[Problem, ...] = ()


def empty(place: str) -> Problem:
    """Say that there is nothing in it."""
    todo = "write the document first, or leave it out"
    return Problem("source-empty", "warning", "the file is empty", todo, place)


def binary(place: str) -> Problem:
    """Say that it is no text."""
    todo = "give the text it was made from"
    return Problem("source-binary", "warning", "the file is binary and was not read", todo, place)


def unreadable(place: str, why: str) -> Problem:
    """Say that the system does not let it be read."""
    message = f"the file cannot be read: {why}"
    return Problem("source-unreadable", "error", message, "check its permissions", place)


def special(place: str) -> Problem:
    """Say that it is no file that ends."""
    todo = "write what it gives into a file first, or pipe it to -"
    return Problem("source-special", "warning", "this is a device or a pipe and was not read", todo, place)


def other_encoding(place: str, encoding: str) -> Problem:
    """Say that some characters may not be what was written."""
    message = f"the file is not valid UTF-8; it was read as {encoding}, as far as that goes"
    return Problem("source-encoding", "note", message, "save it as UTF-8 where characters look wrong", place)


def too_large(place: str, size: int, limit: int) -> Problem:
    """Say that it is kept without being looked into."""
    message = f"the file has {size:,} bytes, more than {limit:,}, so it was stored and not extracted"
    return Problem("source-too-large", "warning", message, "give a shorter document, or --force", place)


def no_report(name: str) -> Problem:
    """Say that nothing in it is a result."""
    message = f"{name} holds no result of a test run, a checker or a coverage tool that is known"
    return Problem(
        "report-unknown", "warning", message, "give what the tool wrote, or hand it over as a document"
    )


def passed_over(place: str, hidden: str) -> Problem:
    """Say what in a folder was not looked at."""
    message = f"hidden entries were not read: {hidden}"
    return Problem("source-hidden", "note", message, "name them one by one to read them", place)


def own_handoffs(place: str, handoffs: str) -> Problem:
    """Say which handoffs were not taken for documents."""
    message = f"handoffs are no documents and were not read: {handoffs}"
    return Problem("source-handoff", "note", message, "name a file among them to read it", place)


def led_out(place: str, links: str) -> Problem:
    """Say which links were not followed."""
    message = f"links that lead out of the project were not followed: {links}"
    return Problem("source-outside", "note", message, "give the absolute path of what you mean", place)
