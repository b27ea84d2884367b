"""A manifest's fields, whatever shape somebody gave them. Judging the shape is the schema rule's."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct


class Reference(Struct, frozen=True):
    """A file a manifest names, and where it names it."""

    pointer: str
    file: str
    description: str = ""


def text(manifest: Mapping[str, Any], key: str) -> str:
    """Return a field that is a string, "" where it is anything else."""
    value = manifest.get(key)
    return value if isinstance(value, str) else ""


def texts(manifest: Mapping[str, Any], key: str) -> Iterator[tuple[str, str]]:
    """Yield the strings of a list with their pointers."""
    for pointer, value in _items(manifest, key):
        if isinstance(value, str):
            yield pointer, value


def references(manifest: Mapping[str, Any], key: str) -> Iterator[Reference]:
    """Yield the files of a list: objects, or strings such as `spec.yaml - what it is`."""
    for pointer, value in _items(manifest, key):
        if isinstance(value, str):
            file, _, description = value.partition(" - ")
            yield Reference(pointer, file.strip(), description.strip())
        elif isinstance(value, dict) and isinstance(value.get("file"), str):
            yield Reference(pointer, value["file"], text(value, "description"))


def at(manifest: Mapping[str, Any], dotted: str) -> Any:
    """Return the value at `summary.key_insights`, None where there is none."""
    value: Any = manifest
    for key in dotted.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def pointer_to(dotted: str) -> str:
    """Return the JSON pointer of `summary.key_insights`."""
    return "/" + dotted.replace(".", "/")


def _items(manifest: Mapping[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    value = manifest.get(key)
    if isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield f"/{key}/{index}", item
