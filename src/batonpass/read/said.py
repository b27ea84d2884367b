"""What an agent said last, from the end of its transcript. On the fast path, and asked only where much is used."""

import json

from batonpass.model.may_be_json import NO_JSON
from batonpass.read.tail import LARGEST_BLOCK, backwards, is_nested

SAYS = b'"assistant"'  # stands in the line of every answer, for the clients that hooks are called by


def last_words(path: str) -> str:
    """Return the last message of the agent a transcript belongs to, "" where its end has none."""
    nested, seen = is_nested(path), 0
    for line in backwards(path):
        seen += len(line)
        if seen > LARGEST_BLOCK:
            return ""
        if SAYS in line and (text := _text(line, nested=nested)):
            return text
    return ""


def _text(line: bytes, *, nested: bool) -> str:
    try:
        value = json.loads(line)
    except NO_JSON:
        return ""  # torn: it is being written
    if not isinstance(value, dict) or (value.get("isSidechain") is True and not nested):
        return ""
    message = value.get("message") if value.get("type") == "assistant" else value.get("payload")
    if not isinstance(message, dict) or message.get("role") != "assistant":
        return ""
    content = message.get("content")
    if isinstance(content, str):
        return content.strip()
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text") for block in blocks if isinstance(block, dict))
    return "\n".join(text for text in texts if isinstance(text, str)).strip()
