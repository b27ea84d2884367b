"""What a message says, whatever it is wrapped in, and who really says it."""

import re
from functools import cache
from typing import Any, NamedTuple

from batonpass.model.act import Role
from batonpass.tables.load import words

COMMAND = re.compile(  # newer clients repeat its name before it
    r"\s*(?:<command-message>[^<]*</command-message>\s*)?<command-name>\s*(?P<name>[^<]*?)\s*</command-name>"
)
ARGUMENTS = re.compile(r"<command-args>\s*(?P<said>.*?)\s*</command-args>", re.DOTALL)
BASH_INPUT = re.compile(r"\s*<bash-input>.*", re.DOTALL)
SPACES = re.compile(r"\n{3,}")
# As clients and their tools write it at the beginning of a line; anywhere else it may be any text.
EXIT = re.compile(
    r"(?:^|\n)\W*(?:Error: )?(?:Exit code:?|Exit Code:|Process exited with code|Command exited with code|returncode>"
    r"|The command (?:completed|failed) with exit code|Command finished with exit code) ?(?P<code>-?\d+)"
)
HEAD = 400  # characters at either end of an answer in which a client's own words are looked for


class Said(NamedTuple):
    """A text and who said it."""

    role: Role
    text: str


def text_of(value: Any) -> str:
    """Return the text in a string, a content block, or a list of them."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(filter(None, map(text_of, value)))
    if isinstance(value, dict):
        for name in ("text", "output", "content", "error", "message"):
            if value.get(name):
                return text_of(value[name])
    return ""


@cache
def _elements() -> re.Pattern[str]:
    names = "|".join(map(re.escape, words("transcripts")["client"]["elements"]))
    return re.compile(rf"<({names})\b[^>]*>.*?(?:</\1>|\Z)", re.DOTALL)


def spoken(text: str) -> Said:
    """Return what the user said of a text in the user's name; all the rest is the client's."""
    for preface in words("transcripts")["client"]["prefaces"]:
        if text.startswith(preface["begins"]):
            text = text.partition(preface["mark"])[2]
    if typed := COMMAND.match(text):
        given = ARGUMENTS.search(text)
        arguments = given["said"] if given else ""
        to_agent = arguments and typed["name"].lstrip("/") not in words("transcripts")["client"]["commands"]
        return Said("user", f"{typed['name']} {arguments}") if to_agent else Said("client", typed["name"])
    if BASH_INPUT.match(text):
        return Said("client", text)
    own = text
    if "<" in text:
        own = SPACES.sub("\n\n", _elements().sub("", text)).strip()
    if not own.strip() or own.lstrip().startswith(tuple(words("transcripts")["client"]["begins"])):
        return Said("client", text)
    return Said("user", own.strip())


def is_refusal(text: str) -> bool:
    """Tell whether an answer says that the call was not let happen."""
    lists = words("transcripts")["refused"]
    head = text[:HEAD].lstrip().removeprefix("Error: ").removeprefix("<tool_use_error>")
    return head.startswith(tuple(lists["begins"])) or any(mark in head for mark in lists["holds"])


def has_failed(text: str) -> bool:
    """Tell by its first words whether an editor did nothing; for clients that have no flag for it."""
    return text.lstrip().startswith(tuple(words("transcripts")["failed"]["begins"]))


def exit_in(text: str) -> int | None:
    """Return the exit code an answer tells at its beginning or its end."""
    for part in (text[:HEAD], text[-HEAD:]):
        if found := EXIT.search(part):
            return int(found["code"])
    return None
