"""A person's corrections put into a manifest, with what became of every line."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from batonpass.brief.edit import Corrections
from batonpass.model.manifest import escape


class Corrected(Struct, frozen=True):
    """The manifest as the person wants it."""

    manifest: dict[str, Any]
    kept: dict[str, str]  # pointer now → pointer before, of every value nobody touched
    own: tuple[str, ...]  # pointers of the person's own values


class _Leaf(Struct):
    value: Any
    origin: str = ""  # where it stood, "" = the person said it


def corrected(manifest: Mapping[str, Any], corrections: Corrections) -> Corrected:
    """Return the manifest with all corrections in it; the given one stays as it is."""
    tree = _wrapped(manifest, "")
    for correction in corrections.changed:
        holder, key = _holder(tree, correction.pointer)
        holder[key] = _Leaf(correction.after)
    for correction in reversed(corrections.removed):  # from the last, so that the indices before it hold
        holder, key = _holder(tree, correction.pointer)
        del holder[key]
    for correction in corrections.added:
        holder, key = _holder(tree, correction.pointer)
        if isinstance(holder, list):
            holder.append(_wrapped(correction.after, None))
        else:
            holder[key] = _Leaf(correction.after)
    leaves = dict(_leaves(tree, ""))
    return Corrected(
        _unwrapped(tree),
        {pointer: leaf.origin for pointer, leaf in leaves.items() if leaf.origin},
        tuple(pointer for pointer, leaf in leaves.items() if not leaf.origin),
    )


def _wrapped(value: Any, pointer: str | None) -> Any:
    """Return a JSON value with every scalar in a leaf that knows where it stood; None = nowhere."""
    if isinstance(value, Mapping):
        return {k: _wrapped(v, _below(pointer, escape(str(k)))) for k, v in value.items()}
    if isinstance(value, list):
        return [_wrapped(inner, _below(pointer, str(index))) for index, inner in enumerate(value)]
    return _Leaf(value, pointer or "")


def _below(pointer: str | None, step: str) -> str | None:
    return None if pointer is None else f"{pointer}/{step}"


def _unwrapped(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: _unwrapped(inner) for key, inner in tree.items()}
    if isinstance(tree, list):
        return [_unwrapped(inner) for inner in tree]
    return tree.value


def _leaves(tree: Any, pointer: str) -> Iterator[tuple[str, _Leaf]]:
    if isinstance(tree, dict):
        for key, inner in tree.items():
            yield from _leaves(inner, f"{pointer}/{escape(str(key))}")
    elif isinstance(tree, list):
        for index, inner in enumerate(tree):
            yield from _leaves(inner, f"{pointer}/{index}")
    else:
        yield pointer, tree


def _holder(tree: Any, pointer: str) -> tuple[Any, Any]:
    """Return the object or list around a pointer, and the last step; a list of new items is made."""
    *path, last = (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
    for index, step in enumerate(path):
        if isinstance(tree, list):
            tree = tree[int(step)]
        else:
            is_new_list = last == "-" and index == len(path) - 1
            tree = tree.setdefault(step, [] if is_new_list else {})
    return tree, int(last) if isinstance(tree, list) and last != "-" else last
