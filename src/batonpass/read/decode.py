"""Bytes into text: byte order marks, and what cannot be decoded."""

import codecs
from collections.abc import Callable

from batonpass.model.errors import BadContent
from batonpass.read.lines import count

# UTF-32 first: its little-endian mark begins with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WESTERN = "windows-1252"


def encoding_of(data: bytes) -> str:
    """Return the encoding that the first bytes name, else UTF-8."""
    return next((name for mark, name in MARKS if data.startswith(mark)), "utf-8")


def readable(data: bytes, redact: Callable[[str], str], place: str = "") -> bytes:
    """Return what spans speak of: UTF-8 without secrets, line for line as it was.

    A file read again later goes through here before its spans are resolved.
    """
    text, clean = _decoded(data)
    redacted = redact(text)
    if clean and redacted == text:
        return data
    before, after = text.encode("utf-8", "replace"), redacted.encode("utf-8", "replace")
    if redacted != text and count(before) != count(after):
        raise BadContent(
            f"redaction made {count(after)} lines of {count(before)}",
            wanted="as many lines as before, so that spans still fit",
            todo="let the rule put back the line ends it takes",
            place=place,
        )
    return data if after == data else after  # a large document is kept once


def damage(data: bytes) -> str:
    """Return in which encoding data was read that is not what it seems to be, "" where it is."""
    try:
        data.decode(encoding_of(data))
    except UnicodeDecodeError as error:
        return _next_best(data, error)
    return ""


def _decoded(data: bytes) -> tuple[str, bool]:
    """Return the text, and whether its UTF-8 is these very bytes."""
    encoding = encoding_of(data)
    try:
        return data.decode(encoding), encoding == "utf-8"
    except UnicodeDecodeError as error:
        return data.decode(_next_best(data, error), "replace"), False


def _next_best(data: bytes, error: UnicodeDecodeError) -> str:
    """Tell the old encoding of Windows from damage: there other characters are whole, or only the end is cut."""
    damaged = error.reason == "unexpected end of data" or not data.decode(error.encoding, "ignore").isascii()
    return error.encoding if damaged or error.encoding != "utf-8" else WESTERN
