"""What seed 000 calls objects in one place and subscripts in another."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Self


class Record(dict[str, Any]):
    """A JSON object whose fields are attributes as well: both are one storage. For dataclasses."""

    def __new__(cls, *_: Any, **__: Any) -> Self:
        """Let the attributes live in the object itself."""
        made = super().__new__(cls)
        object.__setattr__(made, "__dict__", made)
        return made

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Load from dictionary; what a newer writer put beside the known fields stays beside them."""
        record: Any = cls
        known = [f.name for f in fields(record) if f.name in data or _is_required(f)]
        made: Self = record(**{name: data[name] for name in known})
        made.update({name: value for name, value in data.items() if name not in known})
        return made


def _is_required(of: Any) -> bool:
    return of.default is MISSING and of.default_factory is MISSING


def plain(value: Any) -> Any:
    """Return a copy of plain JSON values, whatever records stand in it."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value
