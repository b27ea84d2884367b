"""Which format a source is in: by its suffix, then by what stands in it."""

import re
from typing import NamedTuple

import msgspec

from batonpass.read.decode import encoding_of
from batonpass.read.unreadable import Unreadable
from batonpass.read.yaml_tree import documents
from batonpass.tables.load import words

FORMATS = {suffix: name for name, suffixes in words("reading")["formats"].items() for suffix in suffixes}
CODE = words("reading")["code"]
BINARY = frozenset(words("reading")["binary"]["suffixes"])
PROBE = words("reading")["binary"]["probe_bytes"]
# In a text file: a second-level heading, a fence or a table's second line. One `#` may be a comment.
MARKDOWN_IN_TEXT = re.compile(rb"(?:^|(?<=[\r\n]))(?:#{2,6} \S|`{3}|\|[ \t]*:?-{3})")
A_KEY = re.compile(rb"[\w\"'-][^\r\n:#`*]*:(?:[ \t\r\n]|\Z)|- ")


class Recognised(NamedTuple):
    """A format, and the language where it is code."""

    format: str
    language: str = ""


def suffix_of(name: str) -> str:
    """Return a name's suffix without its dot, in lower case; of `.env` it is `env`."""
    return name.rsplit("/", 1)[-1].rpartition(".")[2].lower() if "." in name else ""


def recognise(name: str, data: bytes) -> Recognised:
    """Return the format of a source."""
    suffix = suffix_of(name)
    known = FORMATS.get(suffix, "")
    if known == "text" and MARKDOWN_IN_TEXT.search(data):
        return Recognised("markdown")
    if known:
        return Recognised(known)
    if suffix in CODE:
        return Recognised("code", CODE[suffix])
    return _by_content(data.removeprefix(b"\xef\xbb\xbf").strip())


def is_binary(data: bytes) -> bool:
    """Tell a binary by a NUL byte near its beginning, as git does; UTF-16 has those too, and names itself."""
    return encoding_of(data) == "utf-8" and b"\0" in data[:PROBE]


def _by_content(data: bytes) -> Recognised:
    if data.startswith((b"#!", b"diff --git ", b"--- a/", b"<?xml", b"<!DOCTYPE")):
        return Recognised("code", "diff" if data.startswith((b"diff", b"---")) else "")
    if data.startswith((b"{", b"[")) and _is_json(data):
        return Recognised("json")
    if _is_yaml(data):
        return Recognised("yaml")
    return Recognised("markdown")


def _is_json(data: bytes) -> bool:
    for part in (data, data.split(b"\n", 1)[0]):  # one document, or one value a line
        try:
            msgspec.json.decode(part)
        except (msgspec.DecodeError, RecursionError):
            continue
        return True
    return False


def _is_yaml(data: bytes) -> bool:
    """Tell YAML from prose with a colon in it: more than one key, or something nested."""
    body = data.removeprefix(b"---").lstrip()
    if not A_KEY.match(body) or (body.startswith(b"- ") and b":" not in body):
        return False
    try:
        return all(map(_is_structure, documents(data.decode("utf-8", "replace"))))
    except Unreadable:
        return False


def _is_structure(value: object) -> bool:
    if isinstance(value, dict):
        return len(value) > 1 or any(isinstance(inner, dict | list) for inner in value.values())
    return isinstance(value, list) and any(isinstance(inner, dict) for inner in value)
